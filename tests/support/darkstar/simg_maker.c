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
    *document = (tlb_document){.context = context, .format = tlb_format_by_name("simg"), .name = ""};
    document->saved.account = context->account;
    tlb_arena_init(&document->arena, context->account);
    tlb_simg *x = document->root = tlb_zalloc(&document->arena, sizeof *x);
    assert(x);
    x->mission.tag = tag("SIMG");
    return x;
}

void simg_unmake(tlb_document *document)
{
    tlb_buffer_free(&document->saved);
    tlb_arena_release(&document->arena);
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

static tlb_simg_object plain(const char *four, uint32_t version)
{
    return (tlb_simg_object){.tag = tag(four), .version = version, .head = {0, 0x140, 0, -1, 0}};
}

static tlb_simg_object file(const char *four, const char *name)
{
    tlb_simg_object x = plain(four, 0);
    x.fileName = text(name);
    return x;
}

/* Turned to the left, seen from above, by the angle of this cosine and sine. */
static tlb_simg_object place(const char *four, float px, float py, float pz, float cosine, float sine)
{
    tlb_simg_object x = plain(four, 0);
    const float position[3] = {px, py, pz}, matrix[9] = {cosine, sine, 0, -sine, cosine, 0, 0, 0, 1};
    x.head[1] = 0x100;
    memcpy(x.position, position, sizeof position);
    memcpy(x.matrix, matrix, sizeof matrix);
    return x;
}

static tlb_simg_object destructible(const char *four, uint32_t version, const char *name, float px, float py,
                                    float pz, float angle)
{
    tlb_simg_object x = {.tag = tag(four),
                         .version = version,
                         .baseVersions = {2, 2, 2},
                         .stringTags = {1050011, 1050021},
                         .maxDamage = 4000,
                         .position = {px, py, pz},
                         .rotation = {0, 0, angle},
                         .fileName = text(name)};
    return x;
}

static tlb_simg_object terrain(void)
{
    tlb_simg_object x = plain("STER", 3);
    x.position[0] = x.position[1] = -48;
    x.visibleDistance = 300;
    x.hazeDistance = 150;
    x.hazeVerticalMin = 100;
    x.hazeVerticalMax = 200;
    x.perspectiveDistance = 12;
    x.screenSize = 14;
    x.fileName = text("hills.dtf");
    x.contGravity[2] = -9.75f;
    x.contHeight = 500;
    return x;
}

static tlb_simg_object planet(void)
{
    tlb_simg_object x = plain("SKPL", 1);
    x.textureTag = 252047;
    x.azimuth = 90;
    x.incidence = 30;
    x.castShadows = x.useLensFlare = 1;
    for (int i = 0; i < 3; i++) {
        x.intensity[i] = 0.75f;
        x.ambient[i] = 0.25f;
    }
    x.size = 200;
    x.distance = 1900;
    return x;
}

static tlb_simg_object sky(void)
{
    tlb_simg_object x = plain("SKYT", 2);
    x.skyColor[2] = 0.5f;
    x.dmlTag = 252041;
    x.featurePosition = -30;
    x.size = 750;
    x.distance = 2000;
    for (uint8_t i = 0; i < 16; i++)
        x.textures[i] = i % 4;
    return x;
}

static tlb_simg_object stars(void)
{
    tlb_simg_object x = plain("SKSF", 2);
    x.inFront = 1;
    for (int i = 0; i < 9; i++)
        x.colors[i] = 1 - (float)i / 16;
    return x;
}

static tlb_simg_object snow(void)
{
    tlb_simg_object x = plain("SNOW", 0);
    x.density = 1;
    x.wind[0] = 10;
    x.wind[2] = -35;
    x.options[1] = 1;
    return x;
}

static tlb_simg_object trigger(void)
{
    tlb_simg_object x = place("trgr", 12, 0, 5, 1, 0);
    x.scriptClass = text("Gate");
    x.enabled[0] = x.enabled[1] = 1;
    x.period = 0.25f;
    x.triggerFlags = 0x280;
    for (int i = 0; i < 6; i++)
        x.box[i] = i < 3 ? -2 : 2;
    return x;
}

static tlb_simg_object waypoint(float px, float py, float pz)
{
    tlb_simg_object x = place("SCPW", px, py, pz, 0, 1);
    memcpy(x.eye, x.position, sizeof x.eye);
    x.quaternion[2] = x.quaternion[3] = 0.70710677f;
    x.speed = 0.5f;
    x.time = 20;
    return x;
}

/* Of a path's drawing in the editor. */
static tlb_simg_object representative(void)
{
    static const uint8_t rest[] = {1, 0, 0, 0};
    tlb_simg_object x = plain("SCPR", 0);
    x.rest = (tlb_bytes){rest, sizeof rest};
    return x;
}

static tlb_simg_object turret(void)
{
    static const uint8_t rest[] = {0xcd, 1, 0, 0, 0xfa, 0x43};
    tlb_simg_object x = destructible("TRRT", 6, "windmill-v5.dts", -16, -16, 9, -0.75f);
    x.damage = 250;
    x.hulkName = text("windmill.dts");
    x.team = 4;
    x.scriptClass = text("tur");
    x.description = (tlb_simg_text){.isText = 1, .text = {"Watch", 5}};
    x.shortDescription.stringTag = 304856;
    x.rest = (tlb_bytes){rest, sizeof rest};
    return x;
}

static tlb_simg_object interior(void)
{
    tlb_simg_object x = destructible("\14\1\0\0", 4, "hall.dis", 14, -14, 8, 1.5707964f);
    x.interiorVersion = 3;
    x.team = 1;
    x.scriptClass = text("cin");
    x.isVisible = 1;
    x.baseVersions[0] = 4;
    x.maxDamage = 1;
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
                    more = file("SVol", "none.vol"),
                    odd = destructible("\0\1\0\0", 7, "nowhere.dts", 0, 0, 0, 0);
    more.rest = (tlb_bytes){six, 3};
    odd.unknown1 = (tlb_bytes){block, sizeof block};
    odd.fileNameEnd = 7;
    odd.hulkName = (tlb_text){"\0\0", 2};
    FILL(document, &all, {"Herc1", herc}, {"Herc2", herc}, {"", strange}, {"newer", newer}, {"more", more},
         {"odd", odd});
    return all;
}

void simg_make(tlb_document *document, tlb_context *context, bool with_unknown)
{
    tlb_simg *x = begin(document, context);
    tlb_simg_object volumes = group("SIMG"), world = group("SIMG"), shapes = group("Ssgp"),
                    points = group("ESDP"), path = group("SCPG"), others = group("SIMG");
    FILL(document, &volumes, {"terrainVol", file("SVol", "outpost.vol")},
         {"terrainPal", file("ESpt", "world.ppl")});
    FILL(document, &world, {"terrain", terrain()}, {"sky", sky()}, {"planet", planet()},
         {"starField1", stars()}, {"Snowfall1", snow()});
    FILL(document, &shapes, {"shapeGroupRep_1", plain("SGRE", 1)},
         {"mill1", destructible("\0\1\0\0", 7, "windmill.dts", 16, 16, 9, 0)},
         {"mill2", destructible("\0\1\0\0", 7, "Windmill.DTS", -16, 16, 9, 1.5707964f)},
         {"turret1", turret()}, {"hall1", interior()}, {"Gate", trigger()});
    FILL(document, &points, {"dropPoint1", place("DPNT", 0, -30, 12, 0, 1)});
    FILL(document, &path, {"path1", representative()}, {"cameraWaypoint1", waypoint(-40, -40, 20)},
         {"cameraWaypoint1", waypoint(40, -40, 20)});
    if (with_unknown)
        others = unknown(document);
    FILL(document, &x->mission, {"Volumes", volumes}, {"world", world}, {"shapes", shapes},
         {"DropPointGroup1", points}, {"path1", path}, {"marker1", place("mark", 5, 6, 7, 1, 0)},
         {"navAlpha", place("ESNM", -5, -6, 7, 1, 0)}, {"others", others});
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
