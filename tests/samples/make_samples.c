/* Makes our own files: samples/, the fuzz targets' seeds and the files that must be refused. What is
 * committed is what this program writes; a test compares.
 *
 *     make_samples FOLDER */
#include "samples.h"

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    sampler s = {tlb_context_create(NULL), argv[1]};
    if (!s.context)
        return 2;
    make_sense8_samples(&s);
    make_torque_samples(&s);
    make_interquake_samples(&s);
    make_darkstar_interior_samples(&s);
    make_darkstar_dts_samples(&s);
    make_darkstar_picture_samples(&s);
    make_darkstar_vol_samples(&s); /* of what the others made */
    make_meridian_bgf_samples(&s);
    make_meridian_roo_samples(&s);
    make_iqe_samples(&s);
    tlb_context_free(s.context);
    return 0;
}
