/* Darkstar: an interior with its geometry, lighting, materials and a mission's light. */
#include "interior_maker.h"
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void make(tlb_document *document, tlb_context *context, const interior_plan *plan);

static void save(sampler *s, const char *folder, const char *name, make *made, const interior_plan *plan)
{
    tlb_document document;
    made(&document, s->context, plan);
    sample_document(s, folder, name, &document);
    made_end(&document);
}

/* The textures are those of samples/textures, and of samples/outpost.vol. */
static void save_materials(sampler *s, const char *folder)
{
    static const char *const files[ROOM_MATERIALS] = {"wall.bmp", "floor.bmp", "pillar.bmp"};
    static const uint32_t types[ROOM_MATERIALS] = {1, 12, 7}; /* concrete, stone, marble */
    tlb_dml_material records[ROOM_MATERIALS] = {{0}};
    tlb_dml dml = {.list = {.pers = {.className = {"TS::MaterialList", 16}, .version = 4},
                            .numDetails = 1,
                            .numMaterials = ROOM_MATERIALS,
                            .materials = {records, ROOM_MATERIALS}}};
    tlb_document document = {
        .context = s->context, .format = tlb_format_by_name("dml"), .name = "", .root = &dml};
    document.saved.account = s->context->account;
    for (int i = 0; i < ROOM_MATERIALS; i++) {
        records[i].flags = TLB_DML_TEXTURE | TLB_DML_SHADING_FLAT;
        records[i].type = types[i];
        records[i].useDefaultProps = 1;
        strcpy(records[i].file, files[i]);
    }
    sample_document(s, folder, "hall.dml", &document);
    tlb_buffer_free(&document.saved);
}

static void make_hall(sampler *s)
{
    static const char folder[] = "samples/darkstar";
    save(s, folder, "hall.dis", interior_make_dis, &(interior_plan){.name = "hall"});
    save(s, folder, "hall.0.dis", interior_make_dis, &(interior_plan){.name = "hall", .mission_name = "-0"});
    save_materials(s, folder);
    for (int32_t mip = 0; mip < 2; mip++) {
        char name[32];
        snprintf(name, sizeof name, "hall-0%d.dig", mip);
        save(s, folder, name, interior_make_dig, &(interior_plan){.mip = mip});
        snprintf(name, sizeof name, "hall-0%d0.dil", mip);
        save(s, folder, name, interior_make_dil, &(interior_plan){.mip = mip});
        snprintf(name, sizeof name, "hall-0%d0-0.dil", mip);
        save(s, folder, name, interior_make_dil, &(interior_plan){.mip = mip, .mission = true});
    }
}

static void make_seeds(sampler *s)
{
    save(s, "fuzz/seeds/dis", "levels.dis", interior_make_dis, &(interior_plan){.name = "hall"});
    save(s, "fuzz/seeds/dig", "room-v4.dig", interior_make_dig, &(interior_plan){.version = 4});
    save(s, "fuzz/seeds/dig", "room-v5.dig", interior_make_dig, &(interior_plan){.version = 5});
    save(s, "fuzz/seeds/dig", "room-v7.dig", interior_make_dig, &(interior_plan){.mip = 1});
    save(s, "fuzz/seeds/dil", "lamp-v4.dil", interior_make_dil, &(interior_plan){.version = 4});
    save(s, "fuzz/seeds/dil", "lamp-v7.dil", interior_make_dil, &(interior_plan){0});
    save(s, "fuzz/seeds/dil", "evening.dil", interior_make_dil, &(interior_plan){.mission = true});
}

static void make_invalid(sampler *s)
{
    tlb_document dis, dig, dil;
    interior_make_dis(&dis, s->context, &(interior_plan){.name = "hall"});
    interior_make_dig(&dig, s->context, &(interior_plan){0});
    interior_make_dil(&dil, s->context, &(interior_plan){0});
    const size_t node_bytes = tlb_document_dil(&dil)->nodes.count * sizeof(tlb_dil_huffman_node);
    sample_refuse_value(s, "index-version", &dis, "version", 4, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "index-size", &dis, "size", 0x7fffffff, "TRUNCATED", 0, "size");
    sample_refuse_value(s, "index-names", &dis, "nameSize", 0x10000000, "TRUNCATED", 4, "names");
    sample_refuse_value(s, "geometry-version", &dig, "version", 6, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "geometry-size", &dig, "size", 0x7fffffff, "TRUNCATED", 0, "size");
    sample_refuse_value(s, "geometry-surfaces", &dig, "numSurfaces", 0x40000000, "TRUNCATED", 9 * 4,
                        "surfaces");
    sample_refuse_value(s, "lighting-version", &dil, "version", 8, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "lighting-states", &dil, "nStates", 0xfffffff0, "TRUNCATED", 5 * 4, "states");
    sample_refuse_value(s, "lighting-colors", &dil, "nLeaves", 0x20000000, "TRUNCATED", 4 + node_bytes,
                        "colors");
    made_end(&dis);
    made_end(&dig);
    made_end(&dil);
}

void make_darkstar_interior_samples(sampler *s)
{
    make_hall(s);
    make_seeds(s);
    make_invalid(s);
}
