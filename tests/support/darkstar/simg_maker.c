#include "simg_maker.h"

#include <assert.h>
#include <string.h>

static tlb_text text(const char *string)
{
    return (tlb_text){string, (uint32_t)strlen(string)};
}

static tlb_text tag(const char *four)
{
    return (tlb_text){four, 4};
}

static tlb_simg *begin(tlb_document *document, tlb_context *context)
{
    tlb_simg *x = made_begin(document, context, "simg", sizeof *x);
    x->mission.tag = tag("SIMG");
    return x;
}

/* --- objects -------------------------------------------------------------------------------------------- */

typedef struct named {
    const char *name;
    tlb_simg_object object;
} named;

static void fill(tlb_document *document, tlb_simg_object *group, const named *objects, uint32_t count)
{
    group->objects.data = tlb_zalloc_array(&document->arena, count, sizeof *group->objects.data);
    group->names.data = tlb_zalloc_array(&document->arena, count, sizeof *group->names.data);
    assert(group->objects.data && group->names.data);
    group->objects.count = group->names.count = count;
    for (uint32_t i = 0; i < count; i++) {
        group->objects.data[i] = objects[i].object;
        group->names.data[i] = text(objects[i].name);
    }
}
#define FILL(document, group, ...)                                                                           \
    do {                                                                                                     \
        const named filled[] = {__VA_ARGS__};                                                                \
        fill(document, group, filled, sizeof filled / sizeof *filled);                                       \
    } while (0)

static tlb_simg_object bare(tlb_document *document, const char *four, uint32_t version)
{
    tlb_simg_object x = {.tag = tag(four), .version = version};
    x.details = tlb_zalloc(&document->arena, sizeof *x.details);
    assert(x.details);
    return x;
}

static tlb_simg_object plain(tlb_document *document, const char *four, uint32_t version)
{
    tlb_simg_object x = bare(document, four, version);
    x.details->head[1] = 0x140;
    x.details->head[3] = -1;
    return x;
}

static tlb_simg_object file(tlb_document *document, const char *four, const char *name)
{
    tlb_simg_object x = plain(document, four, 0);
    x.details->fileName = text(name);
    return x;
}

/* Turned to the left, seen from above, by the angle of this cosine and sine. */
static tlb_simg_object place(tlb_document *document, const char *four, float px, float py, float pz,
                             float cosine, float sine)
{
    tlb_simg_object x = plain(document, four, 0);
    const float position[3] = {px, py, pz}, matrix[9] = {cosine, sine, 0, -sine, cosine, 0, 0, 0, 1};
    x.details->head[1] = 0x100;
    memcpy(x.details->position, position, sizeof position);
    memcpy(x.details->matrix, matrix, sizeof matrix);
    return x;
}

static tlb_simg_object destructible(tlb_document *document, const char *four, uint32_t version,
                                    const char *name, const float position[3], float angle)
{
    tlb_simg_object x = bare(document, four, version);
    *x.details = (tlb_simg_details){.baseVersions = {2, 2, 2},
                                    .stringTags = {1050011, 1050021},
                                    .maxDamage = 4000,
                                    .position = {position[0], position[1], position[2]},
                                    .rotation = {0, 0, angle},
                                    .fileName = text(name)};
    return x;
}
static tlb_simg_object terrain(tlb_document *document)
{
    tlb_simg_object x = plain(document, "STER", 3);
    x.details->position[0] = x.details->position[1] = -48;
    x.details->visibleDistance = 300;
    x.details->hazeDistance = 150;
    x.details->hazeVerticalMin = 100;
    x.details->hazeVerticalMax = 200;
    x.details->perspectiveDistance = 12;
    x.details->screenSize = 14;
    x.details->fileName = text("hills.dtf");
    x.details->contGravity[2] = -9.75f;
    x.details->contHeight = 500;
    return x;
}

static tlb_simg_object planet(tlb_document *document)
{
    tlb_simg_object x = plain(document, "SKPL", 1);
    x.details->textureTag = 252047;
    x.details->azimuth = 90;
    x.details->incidence = 30;
    x.details->castShadows = x.details->useLensFlare = 1;
    for (int i = 0; i < 3; i++) {
        x.details->intensity[i] = 0.75f;
        x.details->ambient[i] = 0.25f;
    }
    x.details->size = 200;
    x.details->distance = 1900;
    return x;
}

static tlb_simg_object sky(tlb_document *document)
{
    tlb_simg_object x = plain(document, "SKYT", 2);
    x.details->skyColor[2] = 0.5f;
    x.details->dmlTag = 252041;
    x.details->featurePosition = -30;
    x.details->size = 750;
    x.details->distance = 2000;
    for (uint8_t i = 0; i < 16; i++)
        x.details->textures[i] = i % 4;
    return x;
}

static tlb_simg_object stars(tlb_document *document)
{
    tlb_simg_object x = plain(document, "SKSF", 2);
    x.details->inFront = 1;
    for (int i = 0; i < 9; i++)
        x.details->colors[i] = 1 - (float)i / 16;
    return x;
}

static tlb_simg_object snow(tlb_document *document)
{
    tlb_simg_object x = plain(document, "SNOW", 0);
    x.details->density = 1;
    x.details->wind[0] = 10;
    x.details->wind[2] = -35;
    x.details->snowOptions[1] = 1;
    return x;
}

static tlb_simg_object trigger(tlb_document *document)
{
    tlb_simg_object x = place(document, "trgr", 12, 0, 5, 1, 0);
    x.details->scriptClass = text("Gate");
    x.details->triggerOptions[0] = x.details->triggerOptions[1] = 1;
    x.details->period = 0.25f;
    x.details->triggerFlags = 0x280;
    for (int i = 0; i < 6; i++)
        x.details->box[i] = i < 3 ? -2 : 2;
    return x;
}

static tlb_simg_object waypoint(tlb_document *document, float px, float py, float pz)
{
    tlb_simg_object x = place(document, "SCPW", px, py, pz, 0, 1);
    memcpy(x.details->eye, x.details->position, sizeof x.details->eye);
    x.details->quaternion[2] = x.details->quaternion[3] = 0.70710677f;
    x.details->fov = 0.5f;
    x.details->speed = 20;
    return x;
}

/* Of a path's drawing in the editor. */
static tlb_simg_object representative(tlb_document *document)
{
    static const uint8_t rest[] = {1, 0, 0, 0};
    tlb_simg_object x = plain(document, "SCPR", 0);
    x.rest = (tlb_bytes){rest, sizeof rest};
    return x;
}

static tlb_simg_object turret(tlb_document *document)
{
    static const uint8_t rest[] = {0xcd, 1, 0, 0, 0xfa, 0x43};
    tlb_simg_object x = destructible(document, "TRRT", 6, "windmill-v5.dts", (float[]){-16, -16, 9}, -0.75f);
    x.details->damage = 250;
    x.details->hulkName = text("windmill.dts");
    x.details->team = 4;
    x.details->scriptClass = text("tur");
    x.details->description = (tlb_simg_text){.isText = 1, .text = {"Watch", 5}};
    x.details->shortDescription.stringTag = 304856;
    x.rest = (tlb_bytes){rest, sizeof rest};
    return x;
}

static tlb_simg_object interior(tlb_document *document)
{
    tlb_simg_object x = destructible(document, "\14\1\0\0", 4, "hall.dis", (float[]){14, -14, 8}, 1.5707964f);
    x.details->interiorVersion = 3;
    x.details->team = 1;
    x.details->scriptClass = text("cin");
    x.details->interiorOption = 1;
    x.details->baseVersions[0] = 4;
    x.details->maxDamage = 1;
    return x;
}

/* --- missions ------------------------------------------------------------------------------------------- */

static tlb_simg_object group(const char *four)
{
    return (tlb_simg_object){.tag = tag(four)};
}

static tlb_simg_object unknown(tlb_document *document)
{
    static const uint8_t scrambled[] = {0xc6, 0x46, 0x80, 0x31, 0xb1, 0xc0, 0x5c}, six[] = {1, 2, 3, 4, 5, 6},
                         block[12] = {[3] = 0x5c}, pad[] = {0xee};
    tlb_simg_object all = group("SIMG"), herc = {.tag = tag("HERC"), .rest = {scrambled, sizeof scrambled}},
                    strange = {.tag = tag("WHAT"), .rest = {six, 5}, .chunkSize = 5, .pad = {pad, 1}},
                    newer = {.tag = tag("STER"), .version = 4, .rest = {six, sizeof six}},
                    more = file(document, "SVol", "none.vol"),
                    odd = destructible(document, "\0\1\0\0", 7, "nowhere.dts", (float[]){0, 0, 0}, 0);
    more.rest = (tlb_bytes){six, 3};
    odd.details->unknown1 = (tlb_bytes){block, sizeof block};
    odd.details->fileNameEnd = 7;
    odd.details->hulkName = (tlb_text){"\0\0", 2};
    FILL(document, &all, {"Herc1", herc}, {"Herc2", herc}, {"", strange}, {"newer", newer}, {"more", more},
         {"odd", odd});
    return all;
}

void simg_make(tlb_document *document, tlb_context *context, bool with_unknown)
{
    tlb_simg *x = begin(document, context);
    tlb_simg_object volumes = group("SIMG"), world = group("SIMG"), shapes = group("Ssgp"),
                    points = group("ESDP"), path = group("SCPG"), others = group("SIMG");
    FILL(document, &volumes, {"terrainVol", file(document, "SVol", "outpost.vol")},
         {"terrainPal", file(document, "ESpt", "world.ppl")});
    FILL(document, &world, {"terrain", terrain(document)}, {"sky", sky(document)},
         {"planet", planet(document)}, {"starField1", stars(document)}, {"Snowfall1", snow(document)});
    FILL(document, &shapes, {"shapeGroupRep_1", plain(document, "SGRE", 1)},
         {"mill1", destructible(document, "\0\1\0\0", 7, "windmill.dts", (float[]){16, 16, 9}, 0)},
         {"mill2", destructible(document, "\0\1\0\0", 7, "Windmill.DTS", (float[]){-16, 16, 9}, 1.5707964f)},
         {"turret1", turret(document)}, {"hall1", interior(document)}, {"Gate", trigger(document)});
    FILL(document, &points, {"dropPoint1", place(document, "DPNT", 0, -30, 12, 0, 1)});
    FILL(document, &path, {"path1", representative(document)},
         {"cameraWaypoint1", waypoint(document, -40, -40, 20)},
         {"cameraWaypoint1", waypoint(document, 40, -40, 20)});
    if (with_unknown)
        others = unknown(document);
    FILL(document, &x->mission, {"Volumes", volumes}, {"world", world}, {"shapes", shapes},
         {"DropPointGroup1", points}, {"path1", path}, {"marker1", place(document, "mark", 5, 6, 7, 1, 0)},
         {"navAlpha", place(document, "ESNM", -5, -6, 7, 1, 0)}, {"others", others});
}

void simg_make_empty(tlb_document *document, tlb_context *context)
{
    begin(document, context);
}

void simg_make_deep(tlb_document *document, tlb_context *context, uint32_t depth)
{
    tlb_simg_object *inner = &begin(document, context)->mission;
    for (uint32_t i = 0; i < depth; i++) {
        FILL(document, inner, {"g", group("SIMG")});
        inner = inner->objects.data;
    }
}
