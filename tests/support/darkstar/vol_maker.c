#include "vol_maker.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

tlb_document *vol_make(tlb_context *context, tlb_vol_kind kind, const vol_member *members, size_t count)
{
    static const char *const kinds[] = {"pvol", "vol"};
    tlb_document *document;
    tlb_change *changes = calloc(count + 1, sizeof *changes);
    require(changes != NULL);
    for (size_t i = 0; i < count; i++)
        changes[i] = (tlb_change){.name = members[i].name,
                                  .bytes = {(const uint8_t *)members[i].text, strlen(members[i].text)},
                                  .compression = members[i].compression};
    require(tlb_document_create(context, tlb_format_by_name("vol"), kinds[kind], &document) == TLB_OK);
    require(tlb_archive_change(document, changes, count) == TLB_OK);
    free(changes);
    return document;
}

void vol_rename(tlb_vol *vol, const char *const *names)
{
    tlb_vol_directory *d = &vol->directory;
    int32_t at = 0;
    for (uint32_t i = 0; i < d->entries.count; i++) {
        d->stringData.data[i] = (tlb_text){names[i], (uint32_t)strlen(names[i])};
        d->entries.data[i].filenameOffset = at;
        at += (int32_t)d->stringData.data[i].size + 1;
    }
}

void vol_settle(tlb_vol *vol)
{
    enum { HEADER = 8 };
    uint32_t at = HEADER;
    for (uint32_t i = 0; i < vol->blocks.count; i++) {
        uint32_t block = at + (uint32_t)vol->blocks.data[i].gap.size;
        vol->directory.entries.data[i].fileOffset = block;
        at = block + HEADER + (uint32_t)vol->blocks.data[i].data.size;
    }
    vol->stringBlockOffset = at + (uint32_t)vol->gap.size;
}

static tlb_bytes bytes(const char *text)
{
    return (tlb_bytes){(const uint8_t *)text, strlen(text)};
}

tlb_document *vol_make_odd(tlb_context *context, tlb_vol_kind kind)
{
    static const vol_member members[] = {
        {"plain.txt", "stored as it is", NULL},
        {"Runs.TXT", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "rle"},
        {"tree.txt", "she sells sea shells on the sea shore; the shells she sells are sea shells", "lzh"},
        {"lost.txt", "nobody unpacks this", NULL},
        {"nameless.txt", "number four", NULL},
        {"empty.txt", "", NULL},
    };
    tlb_document *document = vol_make(context, kind, members, sizeof members / sizeof *members);
    tlb_vol *vol = tlb_document_vol(document);
    vol->blocks.data[1].gap = bytes("?");
    vol->blocks.data[2].gap = bytes("a member that was here before");
    vol->blocks.data[2].padding = 1;
    vol->gap = bytes("old directory");
    vol->directory.entries.data[3].compressType = TLB_VOL_LZ;
    vol->directory.entries.data[4].filenameOffset = -1;
    vol->directory.entries.data[4].id = 4;
    vol->directory.stringRest = bytes("no end.");
    vol->directory.pad = 0xcd;
    vol->directory.entriesRest = bytes("half");
    vol->tail = bytes("tail");
    vol_settle(vol);
    return document;
}
