/* The layout of a mission of Starsiege: docs/formats/simg.md. */
#include "formats/darkstar/simg/simg.h"

#include "formats/darkstar/shared/chunks.h"

enum { MOST_DEPTH = 24 }; /* of groups in groups; the missions of the game have 5 */

/* --- texts and bytes ------------------------------------------------------------------------------------ */

static void walk_string8(tlb_walk *w, const char *name, tlb_text *text)
{
    walk_count(w, "length", &text->size, TLB_U8);
    tlb_walk_text(w, name, text);
}
#define WALK_STRING8(w, x, field) walk_string8((w), #field, &(x)->field)

/* A length that counts the NUL after the text, too; that of no text is 0. A text that begins with a NUL has
 * none after it. */
static void walk_terminated(tlb_walk *w, const char *name, const char *end_name, tlb_text *text, uint8_t *end)
{
    bool has_end = text->size && text->data[0];
    uint32_t length = text->size + has_end;
    walk_count(w, "length", &length, TLB_U32);
    if (w->direction == WALK_READ) {
        has_end = length && w->at < w->end && *w->at;
        text->size = length - has_end;
        if (length == 1 && has_end)
            tlb_walk_fail(w, TLB_CODE_BAD_VALUE, name, "a length of 1 and no NUL");
    }
    tlb_walk_text(w, name, text);
    if (text->size && text->data[0])
        tlb_walk_zeros(w, end_name, end, 1);
}
#define WALK_TERMINATED(w, x, field) walk_terminated((w), #field, #field "End", &(x)->field, &(x)->field##End)

static void walk_either(tlb_walk *w, const char *name, tlb_simg_text *x)
{
    tlb_walk_open(w, name, TLB_ROW);
    WALK(w, x, isText);
    if (x->isText) {
        walk_count(w, "length", &x->text.size, TLB_U32);
        tlb_walk_text(w, "text", &x->text);
    } else
        WALK(w, x, stringTag);
    tlb_walk_close(w, TLB_ROW);
}
#define WALK_EITHER(w, x, field) walk_either((w), #field, &(x)->field)

/* So many bytes; none are zeros, and JSON shows only others. */
static void walk_block(tlb_walk *w, const char *name, tlb_bytes *bytes, uint32_t size)
{
    static const uint8_t zeros[129];
    if (w->direction == WALK_READ)
        bytes->size = size;
    else if (!bytes->size)
        *bytes = (tlb_bytes){zeros, size};
    if (w->direction == WALK_VISIT) {
        bool shown = !tlb_all_zero(bytes->data, bytes->size);
        tlb_walk_has(w, name, &shown);
        if (!shown && walk_fills(w))
            *bytes = (tlb_bytes){zeros, size};
        if (!shown && !w->visitor->counts) {
            w->offset += size;
            return;
        }
    }
    tlb_walk_bytes(w, name, bytes);
    if (bytes->size != size)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, name, "length %zu, expected %u", bytes->size, size);
}
#define WALK_BLOCK(w, x, field, size) walk_block((w), #field, &(x)->field, (size))

/* --- classes -------------------------------------------------------------------------------------------- */

static void walk_head(tlb_walk *w, tlb_simg_details *x, int32_t flags)
{
    WALK_DEFAULT(w, x, head[1], flags);
    WALK_DEFAULT(w, x, head[3], -1);
    WALK_ROW(w, x, head);
}
enum { IN_ALL = 0x140, IN_WORLD = 0x100 }; /* flags of objects without a place, and with one */

static void walk_matrix(tlb_walk *w, tlb_simg_details *x)
{
    WALK_DEFAULT(w, x, matrix[0], 1);
    WALK_DEFAULT(w, x, matrix[4], 1);
    WALK_DEFAULT(w, x, matrix[8], 1);
    WALK(w, x, matrixFlags);
    WALK_ROW(w, x, matrix);
    WALK_ROW(w, x, position);
}

static void walk_named_file(tlb_walk *w, tlb_simg_details *x)
{
    walk_head(w, x, IN_ALL);
    WALK_STRING8(w, x, fileName);
}

static void walk_terrain(tlb_walk *w, tlb_simg_details *x)
{
    walk_head(w, x, IN_ALL);
    WALK_ROW(w, x, position);
    WALK_ROW(w, x, rotation);
    WALK(w, x, visibleDistance);
    WALK(w, x, hazeDistance);
    WALK(w, x, hazeVerticalMin);
    WALK(w, x, hazeVerticalMax);
    WALK(w, x, perspectiveDistance);
    WALK(w, x, screenSize);
    WALK_STRING8(w, x, fileName);
    WALK_ROW(w, x, contGravity);
    WALK(w, x, contDrag);
    WALK(w, x, contHeight);
}

static void walk_planet(tlb_walk *w, tlb_simg_details *x)
{
    walk_head(w, x, IN_ALL);
    WALK(w, x, textureTag);
    WALK(w, x, azimuth);
    WALK(w, x, incidence);
    WALK(w, x, castShadows);
    WALK(w, x, useLensFlare);
    WALK_ROW(w, x, intensity);
    WALK_ROW(w, x, ambient);
    WALK(w, x, size);
    WALK(w, x, distance);
}

static void walk_sky(tlb_walk *w, tlb_simg_details *x)
{
    walk_head(w, x, IN_ALL);
    WALK_ROW(w, x, skyColor);
    WALK(w, x, dmlTag);
    WALK(w, x, featurePosition);
    WALK(w, x, size);
    WALK(w, x, distance);
    WALK_ROW(w, x, textures);
}

static void walk_stars(tlb_walk *w, tlb_simg_details *x)
{
    walk_head(w, x, IN_ALL);
    WALK(w, x, inFront);
    WALK_ROW(w, x, colors);
}

static void walk_snow(tlb_walk *w, tlb_simg_details *x)
{
    walk_head(w, x, IN_ALL);
    WALK(w, x, density);
    WALK_ROW(w, x, wind);
    WALK_ROW(w, x, snowOptions);
}

static void walk_place(tlb_walk *w, tlb_simg_details *x)
{
    walk_head(w, x, IN_WORLD);
    walk_matrix(w, x);
}

static void walk_waypoint(tlb_walk *w, tlb_simg_details *x)
{
    walk_place(w, x);
    WALK_DEFAULT(w, x, quaternion[3], 1);
    WALK_ROW(w, x, eye);
    WALK_ROW(w, x, quaternion);
    WALK(w, x, fov);
    WALK(w, x, speed);
}

static void walk_representative(tlb_walk *w, tlb_simg_details *x)
{
    walk_head(w, x, IN_ALL);
}

static void walk_trigger(tlb_walk *w, tlb_simg_details *x)
{
    walk_head(w, x, IN_WORLD);
    WALK_STRING8(w, x, scriptClass);
    WALK_ROW(w, x, triggerOptions);
    WALK(w, x, period);
    WALK(w, x, triggerFlags);
    walk_matrix(w, x);
    WALK_ROW(w, x, box);
}

/* --- what can be destroyed ------------------------------------------------------------------------------ */

static void walk_destructible(tlb_walk *w, tlb_simg_details *x, uint32_t first_version)
{
    WALK_DEFAULT(w, x, baseVersions[0], first_version);
    WALK_DEFAULT(w, x, baseVersions[1], 2);
    WALK_DEFAULT(w, x, baseVersions[2], 2);
    WALK_ROW(w, x, baseVersions);
    WALK(w, x, objectFlags);
    WALK_ROW(w, x, stringTags);
    WALK(w, x, maxDamage);
    WALK(w, x, damage);
    WALK_BLOCK(w, x, unknown1, 12);
    WALK_ROW(w, x, position);
    WALK_ROW(w, x, rotation);
    WALK_BLOCK(w, x, unknown2, 49);
    WALK_TERMINATED(w, x, fileName);
}

static void walk_structure(tlb_walk *w, tlb_simg_details *x)
{
    walk_destructible(w, x, 2);
    WALK_TERMINATED(w, x, hulkName);
    WALK_BLOCK(w, x, unknown3, 129);
    WALK_BLOCK(w, x, unknown4, 6);
    WALK(w, x, team);
    WALK_STRING8(w, x, scriptClass);
    WALK_BLOCK(w, x, unknown5, 8);
    WALK_EITHER(w, x, description);
    WALK_EITHER(w, x, shortDescription);
}

static void walk_interior(tlb_walk *w, tlb_simg_details *x)
{
    WALK_DEFAULT(w, x, interiorVersion, 3);
    WALK(w, x, interiorVersion);
    WALK(w, x, team);
    WALK_STRING8(w, x, scriptClass);
    WALK(w, x, interiorOption);
    walk_destructible(w, x, 4);
}

static const simg_class classes[] = {
    {"SIMG", "SimGroup", SIMG_GROUP, 0, NULL},
    {"ESDP", "DropPointGroup", SIMG_GROUP, 0, NULL},
    {"Ssgp", "ShapeGroup", SIMG_GROUP, 0, NULL},
    {"SCPG", "CameraPath", SIMG_GROUP, 0, NULL},
    {"SVol", "SimVolume", SIMG_PLAIN, 0, walk_named_file},
    {"ESpt", "SimPalette", SIMG_PLAIN, 0, walk_named_file},
    {"STER", "SimTerrain", SIMG_PLAIN, 3, walk_terrain},
    {"SKPL", "Planet", SIMG_PLAIN, 1, walk_planet},
    {"SKYT", "Sky", SIMG_PLAIN, 2, walk_sky},
    {"SKSF", "StarField", SIMG_PLAIN, 2, walk_stars},
    {"SNOW", "Snowfall", SIMG_PLAIN, 0, walk_snow},
    {"mark", "Marker", SIMG_PLAIN, 0, walk_place},
    {"DPNT", "DropPoint", SIMG_PLAIN, 0, walk_place},
    {"ESNM", "NavMarker", SIMG_PLAIN, 0, walk_place},
    {"trgr", "Trigger", SIMG_PLAIN, 0, walk_trigger},
    {"SCPW", "CameraWaypoint", SIMG_PLAIN, 0, walk_waypoint},
    {"SCPR", "CameraPathRep", SIMG_PLAIN, 0, walk_representative},
    {"SGRE", "ShapeGroupRep", SIMG_PLAIN, 1, walk_representative},
    {"\0\1\0\0", "StaticShape", SIMG_PLAIN, 7, walk_structure},
    {"TRRT", "Turret", SIMG_PLAIN, 6, walk_structure},
    {"\14\1\0\0", "InteriorShape", SIMG_PLAIN, 4, walk_interior},
    {"HERC", "Herc", SIMG_SCRAMBLED, 0, NULL},
    {"TANK", "Tank", SIMG_SCRAMBLED, 0, NULL},
    {"FLYR", "Flyer", SIMG_SCRAMBLED, 0, NULL},
};

const simg_class *tlb_simg_class_of(const tlb_simg_object *object)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (object->tag.size == CHUNK_TAG && memcmp(object->tag.data, classes[i].tag, CHUNK_TAG) == 0)
            return &classes[i];
    return NULL;
}

/* --- groups --------------------------------------------------------------------------------------------- */

/* READ: how many whole chunks stand from here on, at most `most`. */
static uint32_t count_objects(const tlb_walk *w, uint32_t most)
{
    uint32_t count = 0;
    for (const uint8_t *at = w->at; count < most && w->end - at >= CHUNK_HEADER; count++) {
        size_t size = tlb_get_le32(at + CHUNK_TAG), left = (size_t)(w->end - at) - CHUNK_HEADER;
        if (left < size)
            break;
        at += CHUNK_HEADER + size + (left > size ? size % 2 : 0);
    }
    return count;
}

static void walk_object(tlb_walk *w, tlb_simg_object *x, uint32_t depth);

static void walk_group(tlb_walk *w, tlb_simg_object *x, uint32_t depth)
{
    enum { LEAST_OBJECT = CHUNK_HEADER + 1 };
    walk_count(w, "n", &x->objects.count, TLB_U32);
    if (w->direction == WALK_READ && !w->status) {
        uint32_t whole = count_objects(w, x->objects.count);
        if (whole < x->objects.count)
            tlb_walk_refuse(w, sizeof whole, TLB_CODE_TRUNCATED, "objects",
                            "header claims %u objects; only %u whole %s follow", x->objects.count, whole,
                            tlb_plural(whole, "chunk", "chunks"));
    }
    if (depth == MOST_DEPTH && x->objects.count)
        tlb_walk_fail(w, TLB_CODE_NESTING_LIMIT, "objects", "groups are nested deeper than %u levels", depth);
    WALK_BLOCKS(w, x, objects, LEAST_OBJECT, i)
        walk_object(w, &x->objects.data[i], depth + 1);
    if (w->direction == WALK_READ)
        x->names.count = x->objects.count;
    WALK_BARE(w, x, names, 1, i)
        walk_string8(w, NULL, &x->names.data[i]);
    if (x->names.count != x->objects.count)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, "names", "number of names: %u, expected %u, one for each object",
                      x->names.count, x->objects.count);
}

/* Of a known class that is no group. */
static void walk_details(tlb_walk *w, tlb_simg_object *x, const simg_class *class)
{
    if (!x->details && w->arena && !(x->details = tlb_zalloc(w->arena, sizeof *x->details)))
        tlb_walk_no_memory(w);
    else if (!x->details)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, NULL, "an object of class %s without details", class->name);
    else
        class->walk(w, x->details);
}

/* READ: whether what is left of a chunk is long enough for the fields of its class. */
static bool fits(const tlb_walk *w, const simg_class *class)
{
    tlb_walk trial = *w;
    tlb_simg_details details = {0};
    tlb_report_mark mark = tlb_report_mark_get(w->context);
    class->walk(&trial, &details);
    tlb_report_rewind(w->context, &mark);
    return !trial.status || tlb_is_fatal(trial.status);
}

/* Not in the file, and in JSON only where it is another than usual. */
static void walk_layout(tlb_walk *w, tlb_simg_object *x, const simg_class *class)
{
    static const char *const names[] = {"fields", "bytes", NULL};
    bool shown = x->body != TLB_SIMG_FIELDS;
    if (w->direction == WALK_READ && !w->status)
        x->body = fits(w, class) ? TLB_SIMG_FIELDS : TLB_SIMG_BYTES;
    tlb_walk_has(w, "body", &shown);
    if (shown)
        tlb_walk_choice(w, "body", &x->body, names);
}

/* What is after the tag and size of a chunk. */
static void walk_body(tlb_walk *w, tlb_simg_object *x, uint32_t depth)
{
    const simg_class *class = tlb_simg_class_of(x);
    if (!class)
        return;
    WALK_DEFAULT(w, x, version, class->version);
    WALK(w, x, version);
    if (simg_has_version(class, x) && class->kind == SIMG_PLAIN)
        walk_layout(w, x, class);
    if (!simg_is_known(class, x))
        return;
    if (class->kind == SIMG_GROUP)
        walk_group(w, x, depth);
    else
        walk_details(w, x, class);
}

static void walk_object(tlb_walk *w, tlb_simg_object *x, uint32_t depth)
{
    tlb_darkstar_walk_tag(w, &x->tag);
    file_chunk chunk = tlb_darkstar_chunk_begin(w, &x->chunkSize, &x->pad);
    walk_body(w, x, depth);
    tlb_darkstar_chunk_close(w, &chunk, &x->chunkSize, &x->rest, &x->pad);
}

static void walk_file(tlb_walk *w, tlb_simg *x)
{
    static const tlb_text tag = {SIMG_TAG, CHUNK_TAG};
    x->mission.tag = tag;
    file_chunk chunk = tlb_darkstar_chunk_open(w, SIMG_TAG, &x->mission.chunkSize, NULL);
    walk_body(w, &x->mission, 0);
    tlb_darkstar_chunk_close(w, &chunk, &x->mission.chunkSize, &x->mission.rest, NULL);
    tlb_walk_remaining(w, "tail", &x->tail);
}

void tlb_simg_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_simg))))
        tlb_walk_no_memory(w);
    else
        walk_file(w, *root);
}
