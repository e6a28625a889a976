/* ZIPs: a map as editors keep it, one of all that a directory can say, and some that are refused. */
#include "samples.h"

#include "trilobite/trilobite.h"

#include <stdlib.h>
#include <string.h>

static void must(bool done)
{
    if (!done)
        abort();
}

/* A map of UDMF and its folder, one stored and one deflated. */
static void save_map(sampler *s)
{
    static const char text[] = "namespace = \"Meridian59\";\nuser_roo_version = 14;\n"
                               "thing { x = 0.0; y = 0.0; type = 1; }\n"
                               "thing { x = 128.0; y = 64.0; type = 1; }\n";
    const tlb_bytes map = {(const uint8_t *)text, sizeof text - 1};
    const tlb_change changes[] = {{.name = "maps/hall.udmf", .bytes = map, .compression = "deflate"},
                                  {.name = "maps/readme.txt", .bytes = {map.data, 9}}};
    tlb_document *zip;
    must(tlb_document_create(s->context, tlb_format_by_name("zip"), NULL, &zip) == TLB_OK);
    must(tlb_archive_change(zip, changes, sizeof changes / sizeof *changes) == TLB_OK);
    sample_document(s, "samples", "hall.pk3", zip);
    sample_document(s, "fuzz/seeds/zip", "hall.zip", zip);
    tlb_document_free(zip);
}

typedef struct entry {
    const char *name, *extra, *comment, *data;
    uint32_t flags, method, crc32, packed, size;
    uint32_t offset;
} entry;

static void put(tlb_buffer *out, uint32_t value, int size)
{
    for (int i = 0; i < size; i++)
        tlb_buffer_byte(out, (uint8_t)(value >> 8 * i));
}

/* What local header and directory have in common. */
static void put_common(tlb_buffer *out, const entry *e, bool sizes)
{
    enum { VERSION = 20, FIRST_DAY = 0x21 };
    put(out, VERSION, 2);
    put(out, e->flags, 2);
    put(out, e->method, 2);
    put(out, FIRST_DAY << 16, 4);
    put(out, sizes ? e->crc32 : 0, 4);
    put(out, sizes ? e->packed : 0, 4);
    put(out, sizes ? e->size : 0, 4);
    put(out, (uint32_t)strlen(e->name), 2);
    put(out, (uint32_t)strlen(e->extra), 2);
}

static void put_local(tlb_buffer *out, entry *e)
{
    bool follow = e->flags & TLB_ZIP_SIZES_FOLLOW;
    e->offset = (uint32_t)out->size;
    tlb_buffer_text(out, "PK\3\4");
    put_common(out, e, !follow);
    tlb_buffer_text(out, e->name);
    tlb_buffer_text(out, e->extra);
    tlb_buffer_append(out, e->data, e->packed);
    if (!follow)
        return;
    tlb_buffer_text(out, "PK\7\10");
    put(out, e->crc32, 4);
    put(out, e->packed, 4);
    put(out, e->size, 4);
}

static void put_entry(tlb_buffer *out, const entry *e)
{
    tlb_buffer_text(out, "PK\1\2");
    put(out, 3 << 8 | 20, 2); /* made by UNIX */
    put_common(out, e, true);
    put(out, (uint32_t)strlen(e->comment), 2);
    put(out, 0, 2);
    put(out, 1, 2);
    put(out, 0x81a40000, 4);
    put(out, e->offset, 4);
    tlb_buffer_text(out, e->name);
    tlb_buffer_text(out, e->extra);
    tlb_buffer_text(out, e->comment);
}

static void put_end(tlb_buffer *out, uint32_t here, uint32_t count, uint32_t size, uint32_t offset,
                    const char *comment)
{
    tlb_buffer_text(out, "PK\5\6");
    put(out, 0, 4);
    put(out, here, 2);
    put(out, count, 2);
    put(out, size, 4);
    put(out, offset, 4);
    put(out, (uint32_t)strlen(comment), 2);
    tlb_buffer_text(out, comment);
}

/* A folder, sizes that follow the data, an extra field, comments, an entry that is encrypted, one whose
 * compression is not known, one that is damaged, a name that leads out; a signature after the directory, and
 * bytes after the end. */
static void save_odd(sampler *s)
{
    entry entries[] = {
        {.name = "dir/", .extra = "", .comment = "", .data = ""},
        {.name = "dir/a",
         .extra = "XX",
         .comment = "note",
         .data = "K\4\0",
         .flags = TLB_ZIP_SIZES_FOLLOW,
         .method = TLB_ZIP_DEFLATED,
         .crc32 = 0xe8b7be43,
         .packed = 3,
         .size = 1},
        {.name = "secret",
         .extra = "",
         .comment = "",
         .data = "xyz",
         .flags = TLB_ZIP_ENCRYPTED,
         .packed = 3,
         .size = 3},
        {.name = "lzma", .extra = "", .comment = "", .data = "abc", .method = 14, .packed = 3, .size = 7},
        {.name = "../out", .extra = "", .comment = "", .data = "abc", .crc32 = 1, .packed = 3, .size = 3},
    };
    enum { COUNT = sizeof entries / sizeof *entries };
    tlb_buffer out = {.account = s->context->account};
    for (int i = 0; i < COUNT; i++)
        put_local(&out, &entries[i]);
    uint32_t directory = (uint32_t)out.size;
    for (int i = 0; i < COUNT; i++)
        put_entry(&out, &entries[i]);
    tlb_buffer_text(&out, "signature");
    put_end(&out, COUNT, COUNT, (uint32_t)out.size - directory, directory, "end");
    tlb_buffer_text(&out, "tail");
    sample_save(s, "fuzz/seeds/zip", "odd.zip", out.data, out.size);
    tlb_buffer_free(&out);
}

typedef struct end {
    const char *file, *code, *path;
    uint32_t here, count, size, offset;
    size_t failed_at;
} end;

/* Ends that do not say where the directory is. */
static void save_refused(sampler *s)
{
    static const end ends[] = {
        {"zip-outside.zip", "BAD_VALUE", "", 0, 0, 0, 1, 0},
        {"zip-count.zip", "BAD_VALUE", "", 1, 1, 0, 0, 0},
        {"zip-zip64.zip", "BAD_VALUE", "", 0xffff, 0xffff, 0xffffffff, 0xffffffff, 0},
        {"zip-disks.zip", "BAD_VALUE", "entriesOnThisDisk", 1, 0, 0, 0, 8},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        tlb_buffer out = {.account = s->context->account};
        put_end(&out, ends[i].here, ends[i].count, ends[i].size, ends[i].offset, "");
        sample_refuse(s, ends[i].file, out.data, out.size, ends[i].code, ends[i].failed_at, ends[i].path);
        tlb_buffer_free(&out);
    }
    static const char no_end[] = "PK\3\4 and no end, however far one looks";
    sample_refuse(s, "zip-no-end.zip", no_end, sizeof no_end - 1, "TRUNCATED", 0, "");
}

void make_zip_samples(sampler *s)
{
    save_map(s);
    save_odd(s);
    save_refused(s);
}
