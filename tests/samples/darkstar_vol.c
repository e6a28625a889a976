/* Darkstar volumes: samples/outpost.vol, which holds what other files here have made, seeds and volumes that
 * must be refused. */
#include "samples.h"
#include "vol_maker.h"

#include "base/bytes.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the sample ----------------------------------------------------------------------------------------- */

static const char readme[] = "A volume of our own, made by Trilobite's tests.\r\n"
                             "A shape, an interior, their textures and the palette of these.\r\n"
                             "Its texts are stored, run-length coded and LZH coded.\r\n";

static const char map[] = "################################\r\n"
                          "#..............................#\r\n"
                          "#..####..................####..#\r\n"
                          "#..#..#..................#..#..#\r\n"
                          "#..####..................####..#\r\n"
                          "#..............................#\r\n"
                          "################################\r\n";

static const char orders[] =
    "The outpost holds the ridge. Whoever holds the ridge sees the valley, and whoever sees the\r\n"
    "valley holds the road. Keep the ridge, keep the road; lose the ridge, lose the valley.\r\n";

/* A Microsoft bitmap of 24 bits: bricks. */
static tlb_bytes make_bitmap(void)
{
    enum { SIDE = 16, HEADERS = 54, SIZE = HEADERS + SIDE * SIDE * 3 };
    static uint8_t bitmap[SIZE];
    memcpy(bitmap, "BM", 2);
    tlb_put_le32(bitmap + 2, SIZE);
    tlb_put_le32(bitmap + 10, HEADERS);
    tlb_put_le32(bitmap + 14, HEADERS - 14);
    tlb_put_le32(bitmap + 18, SIDE);
    tlb_put_le32(bitmap + 22, SIDE);
    tlb_put_le16(bitmap + 26, 1);
    tlb_put_le16(bitmap + 28, 24);
    tlb_put_le32(bitmap + 34, SIZE - HEADERS);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t x = i % SIDE, y = i / SIDE;
        bool joint = y % 8 == 0 || (x + y / 8 * 4) % 8 == 0;
        uint8_t *pixel = bitmap + HEADERS + i * 3;
        pixel[0] = joint ? 150 : 60, pixel[1] = joint ? 160 : 84, pixel[2] = joint ? 166 : 158;
    }
    return (tlb_bytes){bitmap, SIZE};
}

static tlb_bytes text(const char *words)
{
    return (tlb_bytes){(const uint8_t *)words, strlen(words)};
}

/* Files of samples/ that were made before; tests/cli/outpost.sh makes them again by the command. */
static const char *const files[] = {
    "windmill.dts",         "darkstar/world.ppl",    "darkstar/hall.dis",    "darkstar/hall.dml",
    "darkstar/hall-00.dig", "darkstar/hall-000.dil", "darkstar/hall-01.dig", "darkstar/hall-010.dil",
};
/* Pictures of samples/textures, which become bitmaps in the colors of world.ppl. */
static const char *const textures[] = {"brick", "wood", "cloth", "sign", "wall", "floor", "pillar"};
enum { FILES = sizeof files / sizeof *files, TEXTURES = sizeof textures / sizeof *textures, TEXTS = 4 };

typedef struct cargo {
    tlb_arena arena;
    tlb_change members[TEXTS + FILES + TEXTURES];
    size_t count;
} cargo;

static void load(cargo *c, const char *name, tlb_bytes bytes, const char *compression)
{
    tlb_text copy = tlb_copy_text(&c->arena, (const char *)bytes.data, bytes.size);
    const char *base = tlb_arena_printf(&c->arena, "%s", tlb_path_base(name));
    if (!copy.data || !base)
        abort();
    c->members[c->count++] = (tlb_change){
        .name = base, .bytes = {(const uint8_t *)copy.data, copy.size}, .compression = compression};
}

static void load_file(sampler *s, cargo *c, const char *file)
{
    tlb_bytes bytes;
    if (tlb_path_read(s->context, tlb_arena_printf(&c->arena, "%s/samples/%s", s->root, file), &bytes) !=
        TLB_OK)
        abort();
    load(c, file, bytes, NULL);
    tlb_bytes_free(s->context, bytes);
}

static void load_texture(sampler *s, cargo *c, const char *texture)
{
    const tlb_convert_options options = {
        .struct_size = sizeof options,
        .palette = tlb_arena_printf(&c->arena, "%s/samples/darkstar/world.ppl", s->root)};
    const char *path = tlb_arena_printf(&c->arena, "%s/samples/textures/%s.png", s->root, texture);
    const char *name = tlb_arena_printf(&c->arena, "%s.bmp", texture);
    tlb_document *picture;
    tlb_files *made;
    if (tlb_open_path(s->context, path, NULL, &picture) != TLB_OK ||
        tlb_convert(picture, tlb_format_by_name("pbmp"), name, &options, &made) != TLB_OK)
        abort();
    load(c, name, made->data[0].bytes, "lzh");
    tlb_files_free(made);
    tlb_document_free(picture);
}

static void make_sample(sampler *s)
{
    cargo c = {.count = 0};
    tlb_document *document;
    tlb_arena_init(&c.arena, s->context->account);
    load(&c, "readme.txt", text(readme), NULL);
    load(&c, "map.txt", text(map), "rle");
    load(&c, "orders.txt", text(orders), "lzh");
    load(&c, "bricks.bmp", make_bitmap(), NULL);
    for (int i = 0; i < FILES; i++)
        load_file(s, &c, files[i]);
    for (int i = 0; i < TEXTURES; i++)
        load_texture(s, &c, textures[i]);
    if (tlb_document_create(s->context, tlb_format_by_name("vol"), "pvol", &document) != TLB_OK ||
        tlb_archive_change(document, c.members, c.count) != TLB_OK)
        abort();
    sample_document(s, "samples", "outpost.vol", document);
    tlb_document_free(document);
    tlb_arena_release(&c.arena);
}

/* --- seeds, and what must be refused -------------------------------------------------------------------- */

static void make_seed(sampler *s, const char *name, tlb_document *document)
{
    sample_document(s, "fuzz/seeds/vol", name, document);
    tlb_document_free(document);
}

static const vol_member few[] = {
    {"a.txt", "aaaaaaaa", NULL}, {"b.txt", "bbbbbbbb", "rle"}, {"c.txt", "abcabcabc", "lzh"}};

/* Names that want out of the folder that members are extracted to. */
static tlb_document *make_hostile(tlb_context *context)
{
    static const char *const names[] = {"../up.txt", "/tmp/absolute.txt", "C:\\drive.txt", "..\\..\\back.txt",
                                        "con.txt",   "bell\a.txt",        "sub/fine.txt",  "SUB\\FINE.TXT",
                                        "..",        "fine.txt"};
    enum { NAMES = sizeof names / sizeof *names };
    static const char *const plain[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    vol_member members[NAMES];
    for (int i = 0; i < NAMES; i++)
        members[i] = (vol_member){plain[i], names[i], NULL};
    tlb_document *document = vol_make(context, TLB_VOL_PVOL, members, NAMES);
    vol_rename(tlb_document_vol(document), names);
    vol_settle(tlb_document_vol(document));
    return document;
}

/* A thousand members that are all the same block. */
static tlb_document *make_bomb(tlb_context *context)
{
    enum { MEMBERS = 1000, UNFOLDED = 60000 };
    static char names[MEMBERS][8], blanks[UNFOLDED + 1];
    static vol_member members[MEMBERS];
    memset(blanks, ' ', UNFOLDED);
    for (int i = 0; i < MEMBERS; i++) {
        snprintf(names[i], sizeof names[i], "m%03d", i % MEMBERS);
        members[i] = (vol_member){names[i], i ? "" : blanks, "lzh"};
    }
    tlb_document *document = vol_make(context, TLB_VOL_PVOL, members, MEMBERS);
    tlb_vol *vol = tlb_document_vol(document);
    for (int i = 1; i < MEMBERS; i++) {
        vol->directory.entries.data[i].fileOffset = vol->directory.entries.data[0].fileOffset;
        vol->directory.entries.data[i].size = UNFOLDED;
    }
    vol->blocks.count = 1;
    vol_settle(vol);
    return document;
}

static void make_seeds(sampler *s)
{
    make_seed(s, "bomb.vol", make_bomb(s->context));
    make_seed(s, "hostile-names.vol", make_hostile(s->context));
    make_seed(s, "empty-pvol.vol", vol_make(s->context, TLB_VOL_PVOL, NULL, 0));
    make_seed(s, "empty-vol.vol", vol_make(s->context, TLB_VOL_VOL, NULL, 0));
    make_seed(s, "few.vol", vol_make(s->context, TLB_VOL_PVOL, few, 3));
    make_seed(s, "odd-pvol.vol", vol_make_odd(s->context, TLB_VOL_PVOL));
    make_seed(s, "odd-vol.vol", vol_make_odd(s->context, TLB_VOL_VOL));
}

static void make_invalid(sampler *s)
{
    tlb_document *pvol = vol_make(s->context, TLB_VOL_PVOL, few, 3),
                 *vol = vol_make(s->context, TLB_VOL_VOL, few, 3);
    sample_refuse(s, "no-volume.vol", "GIF89a", 6, "BAD_SIGNATURE", 0, "tag");
    sample_refuse_value(s, "directory-after-the-end", pvol, "stringBlockOffset", 5000, "BAD_VALUE", 0,
                        "stringBlockOffset");
    sample_refuse_value(s, "directory-in-the-header", pvol, "stringBlockOffset", 7, "BAD_VALUE", 0,
                        "stringBlockOffset");
    sample_refuse_value(s, "directory-elsewhere", pvol, "stringBlockOffset", 8, "BAD_SIGNATURE", 4,
                        "directory.vols");
    sample_refuse_value(s, "no-entries", pvol, "directory.voli", 0, "BAD_SIGNATURE", 0, "directory.voli");
    sample_refuse_value(s, "too-many-names", pvol, "directory.volsSize", 0xffffffff, "TRUNCATED", 4,
                        "directory.stringData");
    sample_refuse_value(s, "too-many-entries", vol, "directory.voliSize", 0x7fffffff, "TRUNCATED", 4,
                        "directory.entries");
    sample_refuse_truncated(s, "ends-in-an-entry", vol, "directory.entries[0].id", 2, "directory.entries");
    sample_refuse_truncated(s, "ends-before-the-entries", vol, "directory.voli", 2, "directory.voli");
    tlb_document_free(pvol);
    tlb_document_free(vol);
}

void make_darkstar_vol_samples(sampler *s)
{
    make_sample(s);
    make_seeds(s);
    make_invalid(s);
}
