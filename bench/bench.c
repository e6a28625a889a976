/* Speeds, as ratios to what the system or another program does with the same bytes in the same run. */
#include "bench.h"

int main(void)
{
    bench_family("torque");
    bench_darkstar_vol();
    bench_darkstar_interiors();
    bench_darkstar_dts();
    bench_meridian();
    bench_numbers();
    bench_sense8();
    bench_obj();
    bench_gltf();
    bench_interquake();
    bench_pictures();
    bench_sheets();
    return 0;
}
