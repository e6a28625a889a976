/* What every family's benchmark uses. Figures are ratios measured in one run: the best of many rounds, so
 * that a busy machine tells less. */
#ifndef TLB_BENCH_H
#define TLB_BENCH_H

#include <stddef.h>
#include <stdint.h>

enum { ROUNDS = 30 };

double now(void); /* seconds */
void keep_least(double *least, double seconds);

/* The system's own: a file, or memory, into pages never touched before; seconds. */
double time_read(const char *path, size_t size);
double time_copy(const uint8_t *data, size_t size);

/* Open, save and GLB of the largest files of a family's corpus, and a whole process on its smallest. */
void bench_family(const char *family);
/* The same of the files with an extension. */
void bench_kind(const char *family, const char *extension);

void bench_darkstar_dts(void);

/* Extraction of volumes, and their codecs. */
void bench_darkstar_vol(void);
/* Reading of interiors. */
void bench_darkstar_interiors(void);

/* Rooms and textures of Meridian 59: read, written, rebuilt, shown. */
void bench_meridian(void);

/* Numbers as text. */
void bench_numbers(void);

void bench_pictures(void);
void bench_sheets(void);
void bench_sense8(void);
void bench_interquake(void);
void bench_obj(void);
void bench_gltf(void);

#endif
