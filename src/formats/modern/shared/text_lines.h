/* Lines of text, collected in a small block before they go to a buffer. */
#ifndef TLB_FORMATS_MODERN_SHARED_TEXT_LINES_H
#define TLB_FORMATS_MODERN_SHARED_TEXT_LINES_H

#include "base/buffer.h"
#include "base/number.h"

#include <string.h>

enum { TLB_LINE_MOST = 512, TLB_LINES_BLOCK = 8192 };

typedef struct tlb_lines {
    tlb_buffer *out;
    size_t size;
    char text[TLB_LINES_BLOCK];
} tlb_lines;

static inline void tlb_lines_flush(tlb_lines *lines)
{
    tlb_buffer_append(lines->out, lines->text, lines->size);
    lines->size = 0;
}

/* Where the next line of at most TLB_LINE_MOST characters goes; tlb_line_end takes its end. */
static inline char *tlb_line(tlb_lines *lines)
{
    if (lines->size > TLB_LINES_BLOCK - TLB_LINE_MOST)
        tlb_lines_flush(lines);
    return lines->text + lines->size;
}

static inline void tlb_line_end(tlb_lines *lines, char *end)
{
    *end++ = '\n';
    lines->size = (size_t)(end - lines->text);
}

/* A blank and the number. */
static inline char *tlb_put_number(char *p, float value)
{
    *p++ = ' ';
    return tlb_write_f32(p, value);
}

/* A whole line of a word and a text of any length. */
static inline void tlb_text_line(tlb_lines *lines, const char *word, const char *text)
{
    tlb_lines_flush(lines);
    tlb_buffer_text(lines->out, word);
    tlb_buffer_text(lines->out, text);
    tlb_buffer_byte(lines->out, '\n');
}

#endif
