/* Torque shapes and sequences of every version. */
#include "shape_maker.h"
#include "samples.h"

#include <stdio.h>

typedef void maker(tlb_document *document, tlb_context *context, uint32_t version);

static void make_file(sampler *s, const char *folder, const char *name, maker *make, uint32_t version)
{
    tlb_document document;
    make(&document, s->context, version);
    sample_document(s, folder, name, &document);
    made_end(&document);
}

static void make_invalid(sampler *s)
{
    static const uint8_t empty[60] = {24, 0, 124};
    tlb_document shape;
    shape_make(&shape, s->context, TLB_TORQUE_VERSION);
    sample_refuse_value(s, "shape-guard", &shape, "meshes[0].guard", 99, "BAD_VALUE", 0, "meshes[0].guard");
    sample_refuse_value(s, "shape-nodes", &shape, "numNodes", 0x7fffffff, "TRUNCATED", 128, "nodes");
    sample_refuse_value(s, "shape-buffers", &shape, "sizeMem", 0x7fffffff, "TRUNCATED", 12, "sizeMem");
    sample_refuse_value(s, "shape-mesh-type", &shape, "meshes[0].meshType", 5, "BAD_VALUE", 0,
                        "meshes[0].meshType");
    sample_refuse_value(s, "shape-sequences", &shape, "numSequences", 0x7fffffff, "TRUNCATED", 4,
                        "sequences");
    made_end(&shape);
    dsq_make(&shape, s->context, TLB_TORQUE_VERSION);
    sample_refuse_value(s, "dsq-objects", &shape, "numObjects", 2, "NOT_SUPPORTED", 0, "numObjects");
    sample_refuse_value(s, "dsq-turns", &shape, "numNodeRotations", 0x7fffffff, "TRUNCATED", 4,
                        "nodeRotations");
    sample_refuse_value(s, "dsq-words", &shape, "sequences[0].rotationMatters.numWords", 0x7fffffff,
                        "TRUNCATED", 4, "sequences[0].rotationMatters.words");
    made_end(&shape);
    sample_refuse(s, "shape-empty.dts", empty, sizeof empty, "TRUNCATED", 16, "numNodes");
}

void make_torque_shape_samples(sampler *s)
{
    static const uint32_t dsq[] = {18, 22, 24};
    char name[32];
    for (uint32_t version = TLB_TORQUE_FIRST_VERSION; version <= TLB_TORQUE_LAST_VERSION; version++) {
        snprintf(name, sizeof name, "cock-v%u.dts", version);
        make_file(s, "fuzz/seeds/torque-dts", name, shape_make, version);
    }
    for (size_t i = 0; i < sizeof dsq / sizeof *dsq; i++) {
        snprintf(name, sizeof name, "spin-v%u.dsq", dsq[i]);
        make_file(s, "fuzz/seeds/dsq", name, dsq_make, dsq[i]);
    }
    make_invalid(s);
}
