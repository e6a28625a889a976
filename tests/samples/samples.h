/* Our own files: samples/, the fuzz targets' seeds and the files that must be refused. A family has a file
 * here. Whatever fails ends the program. */
#ifndef TLB_TESTS_SAMPLES_H
#define TLB_TESTS_SAMPLES_H

#include "core/format.h"

typedef struct sampler {
    tlb_context *context;
    const char *root; /* the folder that gets them all */
} sampler;

/* `folder` is within the root: "samples", "fuzz/seeds/dif". */
void sample_save(sampler *s, const char *folder, const char *name, const void *data, size_t size);
void sample_document(sampler *s, const char *folder, const char *name, tlb_document *document);

/* A picture of our own, painted a pixel at a time, as a PNG of samples/textures. */
enum { SAMPLE_SIDE = 64 };
typedef void sample_paint(uint32_t x, uint32_t y, uint8_t out[4]);
void sample_texture(sampler *s, const char *name, sample_paint *paint);
/* The same grain for everybody, 0 to 15: no two pixels of a wall are quite alike. */
uint8_t sample_grain(uint32_t x, uint32_t y);
void sample_color(uint8_t out[4], uint32_t r, uint32_t g, uint32_t b, uint8_t shade);

/* Files of tests/invalid, made from a document by spoiling its bytes: the file is called `name` with the
 * format's extension, and beside it stands what must be reported: a code, an offset and a path. The offset is
 * that of the field at `path` in the map, `after` bytes on. */
void sample_refuse_value(sampler *s, const char *name, tlb_document *document, const char *path,
                         uint32_t value, const char *code, size_t after, const char *error_path);
void sample_refuse_byte(sampler *s, const char *name, tlb_document *document, const char *path, uint8_t value,
                        const char *code, size_t after, const char *error_path);
/* `kept` bytes of the field are left. */
void sample_refuse_truncated(sampler *s, const char *name, tlb_document *document, const char *path,
                             size_t kept, const char *error_path);
/* Any bytes, called `file`. */
void sample_refuse(sampler *s, const char *file, const void *data, size_t size, const char *code,
                   size_t offset, const char *error_path);

void make_sense8_samples(sampler *s);
void make_torque_samples(sampler *s);
void make_torque_map_samples(sampler *s);
void make_torque_csx_samples(sampler *s);
void make_torque_level_samples(sampler *s);
void make_torque_shape_samples(sampler *s);
void make_torque_weathercock_samples(sampler *s);
void make_torque_terrain_samples(sampler *s);
void make_torque_list_samples(sampler *s);
void make_mission_samples(sampler *s);
void make_interquake_samples(sampler *s);
void make_darkstar_vol_samples(sampler *s);
void make_darkstar_interior_samples(sampler *s);
void make_darkstar_terrain_samples(sampler *s);
void make_darkstar_mission_samples(sampler *s);
void make_darkstar_dts_samples(sampler *s);
void make_darkstar_picture_samples(sampler *s);
void make_meridian_bgf_samples(sampler *s);
void make_meridian_bbg_samples(sampler *s);
void make_meridian_roo_samples(sampler *s);
void make_meridian_kod_samples(sampler *s);
void make_meridian_udmf_samples(sampler *s);
void make_meridian_wad_samples(sampler *s);
void make_iqe_samples(sampler *s);
void make_image_samples(sampler *s);
void make_gltf_samples(sampler *s);
void make_zip_samples(sampler *s);
void make_gltf_skin_samples(sampler *s);
void make_obj_samples(sampler *s);

#endif
