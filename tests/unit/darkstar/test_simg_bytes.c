/* Missions of Starsiege against bytes written by hand. Order and widths are those of docs/formats/simg.md. */
#include <string.h>

#include "pinned.h"

#define DETAILS(x) (p->reading ? (x)->details : NULL)

/* --- chunks --------------------------------------------------------------------------------------------- */

/* Begins a chunk; returns where its size is. */
static size_t open_chunk(pinned *p, const char *tag)
{
    pinned_put(p, tag, 4);
    pinned_put_integer(p, 4, 0);
    return p->size - 4;
}

/* Sets the size, and puts a byte after an odd one. */
static void close_chunk(pinned *p, const tlb_simg_object *x, size_t size)
{
    PATCH(size, p->size - size - 4);
    IS(x, chunkSize, p->size - size - 4);
    if ((p->size - size) % 2)
        BYTES(x, pad, "\xd7");
}

static void head(pinned *p, const tlb_simg_object *x, uint32_t version, int32_t first)
{
    U32(x, version, version);
    for (int32_t i = 0; i < 5; i++)
        I32(DETAILS(x), head[i], first + i);
}

static void matrix(pinned *p, const tlb_simg_object *x, float first)
{
    U32(DETAILS(x), matrixFlags, 0x8123);
    for (int i = 0; i < 9; i++)
        F32(DETAILS(x), matrix[i], first + (float)i);
    F32S(DETAILS(x), position, first + 10, first + 11, first + 12);
}

/* --- objects -------------------------------------------------------------------------------------------- */

static void volume(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "SVol");
    head(p, x, 0, -101);
    STRING8(DETAILS(x), fileName, "a.vol");
    close_chunk(p, x, size);
}

static void palette(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "ESpt");
    head(p, x, 0, -111);
    STRING8(DETAILS(x), fileName, "ab.ppl");
    close_chunk(p, x, size);
}

static void terrain(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "STER");
    head(p, x, 3, -121);
    F32S(DETAILS(x), position, 1.5, 2.5, 3.5);
    F32S(DETAILS(x), rotation, 4.5, 5.5, 6.5);
    F32(DETAILS(x), visibleDistance, 7.5);
    F32(DETAILS(x), hazeDistance, 8.5);
    F32(DETAILS(x), hazeVerticalMin, 9.5);
    F32(DETAILS(x), hazeVerticalMax, 10.5);
    F32(DETAILS(x), perspectiveDistance, 11.5);
    F32(DETAILS(x), screenSize, 12.5);
    STRING8(DETAILS(x), fileName, "a.dtf");
    F32S(DETAILS(x), contGravity, 13.5, 14.5, 15.5);
    F32(DETAILS(x), contDrag, 16.5);
    F32(DETAILS(x), contHeight, 17.5);
    BYTES(x, rest, "more");
    close_chunk(p, x, size);
}

static void planet(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "SKPL");
    head(p, x, 1, -131);
    U32(DETAILS(x), textureTag, 0x80001234);
    F32(DETAILS(x), azimuth, 21.5);
    F32(DETAILS(x), incidence, 22.5);
    U8(DETAILS(x), castShadows, 0xa1);
    U8(DETAILS(x), useLensFlare, 0xa2);
    F32S(DETAILS(x), intensity, 23.5, 24.5, 25.5);
    F32S(DETAILS(x), ambient, 26.5, 27.5, 28.5);
    F32(DETAILS(x), size, 29.5);
    F32(DETAILS(x), distance, 30.5);
    close_chunk(p, x, size);
}

static void sky(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "SKYT");
    head(p, x, 2, -141);
    F32S(DETAILS(x), skyColor, 31.5, 32.5, 33.5);
    U32(DETAILS(x), dmlTag, 0x80005678);
    F32(DETAILS(x), featurePosition, 34.5);
    F32(DETAILS(x), size, 35.5);
    F32(DETAILS(x), distance, 36.5);
    for (int i = 0; i < 16; i++)
        U8(DETAILS(x), textures[i], 0xb0 + i);
    close_chunk(p, x, size);
}

static void stars(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "SKSF");
    head(p, x, 2, -151);
    U8(DETAILS(x), inFront, 0xc1);
    for (int i = 0; i < 9; i++)
        F32(DETAILS(x), colors[i], 41.5 + i);
    close_chunk(p, x, size);
}

static void snow(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "SNOW");
    head(p, x, 0, -161);
    F32(DETAILS(x), density, 51.5);
    F32S(DETAILS(x), wind, 52.5, 53.5, 54.5);
    U8S(DETAILS(x), snowOptions, 0xc2, 0xc3);
    close_chunk(p, x, size);
}

static void marker(pinned *p, const tlb_simg_object *x, const char *tag)
{
    size_t size = open_chunk(p, tag);
    head(p, x, 0, -171);
    matrix(p, x, 60.5f);
    close_chunk(p, x, size);
}

static void waypoint(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "SCPW");
    head(p, x, 0, -181);
    matrix(p, x, 80.5f);
    F32S(DETAILS(x), eye, 101.5, 102.5, 103.5);
    F32S(DETAILS(x), quaternion, 104.5, 105.5, 106.5, 107.5);
    F32(DETAILS(x), fov, 108.5);
    F32(DETAILS(x), speed, 109.5);
    close_chunk(p, x, size);
}

static void trigger(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "trgr");
    head(p, x, 0, -191);
    STRING8(DETAILS(x), scriptClass, "abc");
    U8S(DETAILS(x), triggerOptions, 0xd1, 0xd2);
    F32(DETAILS(x), period, 111.5);
    U32(DETAILS(x), triggerFlags, 0x80000280);
    matrix(p, x, 120.5f);
    F32S(DETAILS(x), box, 141.5, 142.5, 143.5, 144.5, 145.5, 146.5);
    close_chunk(p, x, size);
}

static void representative(pinned *p, const tlb_simg_object *x, const char *tag, uint32_t version)
{
    size_t size = open_chunk(p, tag);
    head(p, x, version, -201);
    BYTES(x, rest, "x");
    close_chunk(p, x, size);
}

/* Bytes of no known meaning: as many, from this one on. */
static void block(pinned *p, const tlb_bytes *field, uint8_t first, size_t count)
{
    uint8_t bytes[129];
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(first + i);
    pinned_put(p, bytes, count);
    if (p->reading)
        pinned_same_bytes(p, field->data, field->size, bytes, count, "unknown", __FILE__, __LINE__);
}
#define BLOCK(owner, field, first, count) block(p, p->reading ? &(owner)->field : NULL, first, count)

static void destructible(pinned *p, const tlb_simg_object *x, const char *name)
{
    for (uint32_t i = 0; i < 3; i++)
        U32(DETAILS(x), baseVersions[i], 0x80000001 + i);
    U32(DETAILS(x), objectFlags, 0x80000011);
    U32(DETAILS(x), stringTags[0], 0x80000012);
    U32(DETAILS(x), stringTags[1], 0x80000013);
    F32(DETAILS(x), maxDamage, 151.5);
    F32(DETAILS(x), damage, 152.5);
    BLOCK(DETAILS(x), unknown1, 1, 12);
    F32S(DETAILS(x), position, 153.5, 154.5, 155.5);
    F32S(DETAILS(x), rotation, 156.5, 157.5, 158.5);
    BLOCK(DETAILS(x), unknown2, 20, 49);
    pinned_put_integer(p, 4, (int64_t)strlen(name) + 1);
    pinned_put(p, name, strlen(name));
    IS_BYTES(DETAILS(x), fileName, name, strlen(name));
    U8(DETAILS(x), fileNameEnd, 0xe1);
}

static void structure(pinned *p, const tlb_simg_object *x, const char *tag, uint32_t version)
{
    size_t size = open_chunk(p, tag);
    U32(x, version, version);
    destructible(p, x, "a.dts");
    if (version == 6) { /* a turret, with another shape when it is destroyed */
        pinned_put_integer(p, 4, 6);
        BYTES(DETAILS(x), hulkName, "b.dts");
        U8(DETAILS(x), hulkNameEnd, 0);
    } else
        U32(DETAILS(x), hulkName.size, 0);
    BLOCK(DETAILS(x), unknown3, 70, 129);
    BLOCK(DETAILS(x), unknown4, 200, 6);
    U8(DETAILS(x), team, 0xe2);
    STRING8(DETAILS(x), scriptClass, "abcd");
    BLOCK(DETAILS(x), unknown5, 210, 8);
    U8(DETAILS(x), description.isText, 1);
    U32(DETAILS(x), description.text.size, 3);
    BYTES(DETAILS(x), description.text, "one");
    U8(DETAILS(x), shortDescription.isText, 0);
    U32(DETAILS(x), shortDescription.stringTag, 0x80000021);
    BYTES(x, rest, "more");
    close_chunk(p, x, size);
}

static void interior(pinned *p, const tlb_simg_object *x)
{
    size_t size = open_chunk(p, "\14\1\0\0");
    U32(x, version, 4);
    U32(DETAILS(x), interiorVersion, 0x80000031);
    U8(DETAILS(x), team, 0xe3);
    STRING8(DETAILS(x), scriptClass, "ab");
    U8(DETAILS(x), interiorOption, 0xe4);
    destructible(p, x, "ab.dis");
    BYTES(x, rest, "rest");
    close_chunk(p, x, size);
}

static void unknown(pinned *p, const tlb_simg_object *x, const char *tag)
{
    size_t size = open_chunk(p, tag);
    BYTES(x, rest, "abcdef");
    close_chunk(p, x, size);
}

static void of_other_version(pinned *p, const tlb_simg_object *x, const char *tag)
{
    size_t size = open_chunk(p, tag);
    U32(x, version, 99);
    BYTES(x, rest, "abcde");
    close_chunk(p, x, size);
}

/* --- groups --------------------------------------------------------------------------------------------- */

static void name(pinned *p, const tlb_simg_object *x, uint32_t i, const char *expected)
{
    const tlb_text *found = AT(x, names, i);
    U8(found, size, strlen(expected));
    pinned_put(p, expected, strlen(expected));
    if (p->reading)
        pinned_same_bytes(p, found->data, found->size, expected, strlen(expected), "name", __FILE__,
                          __LINE__);
}

static void group(pinned *p, const tlb_simg_object *x, const char *tag)
{
    size_t size = open_chunk(p, tag);
    U32(x, version, 0);
    COUNT(x, objects, 1);
    marker(p, AT(x, objects, 0), "mark");
    name(p, x, 0, "in");
    BYTES(x, rest, "more");
    close_chunk(p, x, size);
}

static void mission(pinned *p, const tlb_simg *file)
{
    const tlb_simg_object *x = PART(file, mission);
    size_t size = open_chunk(p, "SIMG");
    U32(x, version, 0);
    COUNT(x, objects, 26);
    volume(p, AT(x, objects, 0));
    palette(p, AT(x, objects, 1));
    terrain(p, AT(x, objects, 2));
    planet(p, AT(x, objects, 3));
    sky(p, AT(x, objects, 4));
    stars(p, AT(x, objects, 5));
    snow(p, AT(x, objects, 6));
    marker(p, AT(x, objects, 7), "mark");
    marker(p, AT(x, objects, 8), "DPNT");
    marker(p, AT(x, objects, 9), "ESNM");
    waypoint(p, AT(x, objects, 10));
    trigger(p, AT(x, objects, 11));
    representative(p, AT(x, objects, 12), "SCPR", 0);
    representative(p, AT(x, objects, 13), "SGRE", 1);
    structure(p, AT(x, objects, 14), "\0\1\0\0", 7);
    structure(p, AT(x, objects, 15), "TRRT", 6);
    interior(p, AT(x, objects, 16));
    group(p, AT(x, objects, 17), "SIMG");
    group(p, AT(x, objects, 18), "ESDP");
    group(p, AT(x, objects, 19), "Ssgp");
    group(p, AT(x, objects, 20), "SCPG");
    unknown(p, AT(x, objects, 21), "MARK");
    of_other_version(p, AT(x, objects, 22), "SIMG");
    of_other_version(p, AT(x, objects, 23), "STER");
    of_other_version(p, AT(x, objects, 24), "TANK");
    of_other_version(p, AT(x, objects, 25), "TRRT");
    for (uint32_t i = 0; i < 26; i++)
        name(p, x, i, i % 2 ? "odd" : "");
    BYTES(x, rest, "more");
    PATCH(size, p->size - size - 4);
    IS(x, chunkSize, p->size - size - 4);
    TAIL(file, tail);
}

static void every_class_is_as_described(void **state)
{
    (void)state;
    pinned p = {.title = "mission"};
    PIN(&p, "simg", tlb_document_simg, mission);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_class_is_as_described)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
