/* Volumes against bytes written by hand: both kinds, and members stored, as RLE and as LZH. Order and widths
 * are those of "Tribes 1 Model Formats" and its corrections in docs/formats/vol.md. */
#include <stdlib.h>
#include <string.h>

#include "pinned.h"

typedef struct vol_variant {
    bool old;      /* " VOL", else "PVOL" */
    bool leftover; /* unclaimed bytes wherever there can be some */
    uint32_t last; /* how long the last name is */
} vol_variant;

/* 'VBLK' and its size: bit 31 says that it is padded to four bytes, without it to two. */
#define BLOCK(number, gap_bytes, to_two, literal)                                                            \
    do {                                                                                                     \
        const tlb_vol_block *block_##number = AT(vol, blocks, number);                                       \
        BYTES(block_##number, gap, gap_bytes);                                                               \
        offsets[number] = (uint32_t)p->size;                                                                 \
        RAW("VBLK");                                                                                         \
        pinned_put_integer(p, 4, (int64_t)(sizeof(literal) - 1) | (to_two ? 0 : 0x80000000));                \
        IS(block_##number, padding, to_two);                                                                 \
        BYTES(block_##number, data, literal);                                                                \
    } while (0)

static void entry(pinned *p, const tlb_vol_entry *e, uint32_t id, int32_t filenameOffset, uint32_t fileOffset,
                  uint32_t size, uint8_t compressType)
{
    U32(e, id, id);
    I32(e, filenameOffset, filenameOffset);
    U32(e, fileOffset, fileOffset);
    U32(e, size, size);
    U8(e, compressType, compressType);
}

static void volume(pinned *p, const tlb_vol *vol)
{
    const vol_variant *v = p->variant;
    uint32_t offsets[4];
    pinned_put(p, v->old ? " VOL" : "PVOL", 4);
    IS(vol, kind, v->old ? TLB_VOL_VOL : TLB_VOL_PVOL);
    size_t directory = p->size;
    pinned_put_integer(p, 4, 0); /* stringBlockOffset */
    IS(vol, blocks.count, 4);
    if (v->leftover)
        BLOCK(0, "hole", false, "stored");
    else
        BLOCK(0, "", false, "stored");
    BLOCK(1, "\xa1\xa2", true, "\x85o\3xyz"); /* the gap is the pad from 6 bytes to 8 */
    BLOCK(2, "", false, "\xe6\x80\0");
    BLOCK(3, "\xa3", false, "\xd1\xd2\xd3\xd4\xd5"); /* LZ: kept, not decoded */
    BYTES(vol, gap, "\xa4\xa5\xa6");
    PATCH(directory, p->size);
    IS(vol, stringBlockOffset, p->size);
    IS(vol, hasEmptyDirectory, v->old);
    if (v->old) {
        RAW("vols\0\0\0\0voli\0\0\0\0");
        IS(vol, emptyDirectory.stringData.count, 0);
        IS(vol, emptyDirectory.entries.count, 0);
    }
    const tlb_vol_directory *d = PART(vol, directory);
    RAW("vols");
    pinned_put_integer(p, 4, (v->leftover ? 15 : 11) + v->last);
    IS(d, stringData.count, 3);
    BYTES(d, stringData.data[0], "one");
    RAW("\0");
    BYTES(d, stringData.data[1], "two.b");
    RAW("\0");
    PINNED_BYTES(d, stringData.data[2], "xyz", v->last);
    RAW("\0");
    if (v->leftover)
        BYTES(d, stringRest, "rest");
    else
        BYTES(d, stringRest, "");
    if (v->last % 2 == 0)
        U8(d, pad, 0xb1); /* the names to two bytes, not to four */
    RAW("voli");
    pinned_put_integer(p, 4, 4 * 17 + (v->leftover ? 2 : 0));
    IS(d, entries.count, 4);
    entry(p, AT(d, entries, 0), 0x80000001, 4, offsets[0], 6, TLB_VOL_NONE);
    entry(p, AT(d, entries, 1), 0x80000002, -1, offsets[1], 8, TLB_VOL_RLE);
    entry(p, AT(d, entries, 2), 0x80000003, 0, offsets[2], 1, TLB_VOL_LZH);
    entry(p, AT(d, entries, 3), 0x80000004, 10, offsets[3], 0x80000005, TLB_VOL_LZ);
    if (v->leftover)
        BYTES(d, entriesRest, "\xc1\xc2");
    else
        BYTES(d, entriesRest, "");
    TAIL(vol, tail);
}

static void both_kinds(void **state)
{
    (void)state;
    for (int old = 0; old < 2; old++)
        for (uint32_t last = 0; last < 8; last++) {
            vol_variant v = {old, last >= 4, last % 4};
            pinned p = {.variant = &v};
            strcpy(p.title, old ? "\" VOL\"" : "\"PVOL\"");
            PIN(&p, "vol", tlb_document_vol, volume);
        }
}

/* What the members are, by their entries. The stream of LZH is 'A', the first symbol of a fresh tree
 * (111001101). */
static void members(void **state)
{
    static const struct {
        const char *name, *compression, *text;
        uint64_t packed;
    } expected[] = {
        {"two.b", "none", "stored", 6},
        {"#1", "rle", "oooooxyz", 6},
        {"one", "lzh", "A", 3},
    };
    (void)state;
    vol_variant v = {0};
    pinned p = {.variant = &v};
    pinned_begin(&p);
    volume(&p, NULL);
    tlb_document *document = pinned_open(&p, "vol");
    tlb_members list;
    assert_int_equal(tlb_archive_list(document, &list), TLB_OK);
    assert_int_equal(list.count, 4);
    for (uint32_t i = 0; i < 3; i++) {
        tlb_bytes bytes;
        assert_string_equal(list.data[i].name, expected[i].name);
        assert_string_equal(list.data[i].compression, expected[i].compression);
        assert_int_equal(list.data[i].packed, expected[i].packed);
        assert_int_equal(tlb_archive_read(document, i, &bytes), TLB_OK);
        assert_int_equal(bytes.size, strlen(expected[i].text));
        assert_memory_equal(bytes.data, expected[i].text, bytes.size);
    }
    volume(&p, tlb_document_vol(document));
    pinned_end(&p, document, "vol");
}

/* --- archives ------------------------------------------------------------------------------------------- */

/* The bytes that three members make: no gaps, blocks padded to four bytes with zeros, names to two. */
static void expected_archive(pinned *p, bool old)
{
    pinned_put(p, old ? " VOL" : "PVOL", 4);
    pinned_put_integer(p, 4, 48);
    RAW("VBLK\3\0\0\x80"
        "abc\0");
    RAW("VBLK\6\0\0\x80"
        "\x85o\3xyz\0\0");
    RAW("VBLK\3\0\0\x80"
        "\xe6\x80\0\0");
    assert_int_equal(p->size, 48);
    if (old)
        RAW("vols\0\0\0\0voli\0\0\0\0");
    RAW("vols\x0b\0\0\0"
        "a.txt\0bc\0d\0"
        "\0");
    RAW("voli\x33\0\0\0");
    RAW("\0\0\0\0"
        "\0\0\0\0"
        "\x08\0\0\0"
        "\3\0\0\0"
        "\0");
    RAW("\0\0\0\0"
        "\6\0\0\0"
        "\x14\0\0\0"
        "\x08\0\0\0"
        "\1");
    RAW("\0\0\0\0"
        "\x09\0\0\0"
        "\x24\0\0\0"
        "\1\0\0\0"
        "\3");
}

static void new_archives(void **state)
{
    static const tlb_change changes[] = {
        {.name = "a.txt", .bytes = {(const uint8_t *)"abc", 3}},
        {.name = "bc", .bytes = {(const uint8_t *)"oooooxyz", 8}, .compression = "rle"},
        {.name = "d", .bytes = {(const uint8_t *)"A", 1}, .compression = "lzh"},
    };
    (void)state;
    for (int old = 0; old < 2; old++) {
        pinned p = {.title = "archive"};
        tlb_document *document;
        tlb_bytes saved;
        pinned_begin(&p);
        expected_archive(&p, old);
        assert_int_equal(
            tlb_document_create(p.context, tlb_format_by_name("vol"), old ? "vol" : "pvol", &document),
            TLB_OK);
        assert_int_equal(tlb_archive_change(document, changes, 3), TLB_OK);
        assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
        assert_int_equal(saved.size, p.size);
        assert_memory_equal(saved.data, p.data, p.size);
        tlb_document_free(document);
        free(p.data);
        tlb_context_free(p.context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_kinds),
        cmocka_unit_test(members),
        cmocka_unit_test(new_archives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
