/* PNG against bytes written by hand. Order and widths are those of the specification. */
#include <stdio.h>

#include "pinned.h"

static void png(pinned *p, const tlb_png *x)
{
    p->big_endian = true;
    RAW("\x89PNG\r\n\x1a\n");
    IS(x, chunks.count, 5);
    const tlb_png_chunk *chunk = AT(x, chunks, 0);
    pinned_put_integer(p, 4, 13);
    BYTES(chunk, type, "IHDR");
    U32(chunk, header.width, 2);
    U32(chunk, header.height, 3);
    U8(chunk, header.bitDepth, 8);
    U8(chunk, header.colorType, 3);
    U8(chunk, header.compressionMethod, 0x83);
    U8(chunk, header.filterMethod, 0x84);
    U8(chunk, header.interlaceMethod, 0x85);
    U32(chunk, crc, 0xaf7aa18a);
    IS(chunk, isDamaged, false);
    chunk = AT(x, chunks, 1);
    pinned_put_integer(p, 4, 6);
    BYTES(chunk, type, "PLTE");
    IS(chunk, palette.count, 2);
    U8S(chunk, palette.data[0], 0xa1, 0xa2, 0xa3);
    U8S(chunk, palette.data[1], 0xa4, 0xa5, 0xa6);
    U32(chunk, crc, 0x10aaba54);
    IS(chunk, isDamaged, false);
    chunk = AT(x, chunks, 2);
    U32(chunk, data.size, 3);
    BYTES(chunk, type, "prVt");
    BYTES(chunk, data, "\xb1\xb2\xb3");
    U32(chunk, crc, 0x81828384); /* not that of the bytes: kept */
    IS(chunk, isDamaged, true);
    chunk = AT(x, chunks, 3);
    U32(chunk, data.size, 2);
    BYTES(chunk, type, "IDAT");
    BYTES(chunk, data, "\xc1\xc2");
    U32(chunk, crc, 0xdb70f829);
    IS(chunk, isOpaque, true);
    IS(chunk, isDamaged, false);
    chunk = AT(x, chunks, 4);
    U32(chunk, data.size, 0);
    BYTES(chunk, type, "IEND");
    U32(chunk, crc, 0xae426082);
    TAIL(x, tail);
}

static void png_chunks(void **state)
{
    (void)state;
    pinned p = {.title = "chunks"};
    PIN(&p, "png", tlb_document_png, png);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(png_chunks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
