/* Makes our own files: samples/, the fuzz targets' seeds and the files that must be refused. What is
 * committed is what this program writes; a test compares.
 *
 *     make_samples FOLDER */
#include "samples.h"

#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What dump writes of a seed of each format, and slips. */
static void make_build_seeds(sampler *s)
{
    static const char *const seeds[] = {
        "act/grey.act",    "bff/random-2.bff", "bgf/everything.bgf", "bmp/b4.bmp",     "dif/bare-v14.dif",
        "dig/room-v7.dig", "dil/lamp-v7.dil",  "dis/levels.dis",     "dml/v1.dml",     "dts/bare-v1.dts",
        "gpl/three.gpl",   "iqe/random-1.iqe", "iqm/full-v2-1.iqm",  "jasc/two.pal",   "nff/random-6.nff",
        "pal/world.pal",   "pbmp/odd.bmp",     "png/indexed.png",    "ppal/world.ppl", "ppl/one.ppl",
        "roo/v14.roo",     "vol/few.vol"};
    static const char chunks[] = "{\"format\":\"png\",\"chunks\":[1,null]}",
                      tag[] = "{\"format\":\"pbmp\",\"size\":0,\"chunks\":[{\"tag\":-1}]}";
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        char path[4096], name[64];
        collected json = {0};
        tlb_document *document;
        int format = (int)strcspn(seeds[i], "/");
        snprintf(path, sizeof path, "%s/fuzz/seeds/%s", s->root, seeds[i]);
        snprintf(name, sizeof name, "%.*s.json", format, seeds[i]);
        if (tlb_open_path(s->context, path, NULL, &document) != TLB_OK ||
            tlb_dump(document, NULL, (tlb_sink){collect, &json}) != TLB_OK)
            abort();
        sample_save(s, "fuzz/seeds/build", name, json.data, json.size);
        tlb_document_free(document);
        free(json.data);
    }
    sample_save(s, "fuzz/seeds/build", "hostile-chunks.json", chunks, sizeof chunks - 1);
    sample_save(s, "fuzz/seeds/build", "hostile-tag.json", tag, sizeof tag - 1);
}

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
    make_image_samples(&s);
    make_build_seeds(&s);
    tlb_context_free(s.context);
    return 0;
}
