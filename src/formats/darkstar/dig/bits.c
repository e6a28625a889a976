/* Compressed bit lists: zero bytes come as a run, all others as they are. */
#include "trilobite/dig.h"

enum { LONGEST_RUN = 255 };

tlb_bit_list tlb_bit_list_open(tlb_bytes bits, uint32_t start, uint32_t count)
{
    if (!count)
        return (tlb_bit_list){0};
    if (start > bits.size || count > bits.size - start)
        return (tlb_bit_list){.broken = true};
    return (tlb_bit_list){.at = bits.data + start, .end = bits.data + start + count};
}

/* Goes on to the next byte that is not zero; false at the end. `first` is behind the bits of the byte
 * taken. */
static bool take_byte(tlb_bit_list *list)
{
    while (list->at != list->end) {
        uint8_t byte = *list->at++;
        if (byte) {
            list->rest = byte;
            list->first += 8;
            return true;
        }
        list->broken |= list->at == list->end || !*list->at;
        if (list->broken)
            break;
        list->first += 8 * (uint32_t)*list->at++;
    }
    return false;
}

bool tlb_bit_list_next(tlb_bit_list *list, uint32_t *number)
{
    if (list->broken || (!list->rest && !take_byte(list)))
        return false;
    uint32_t bit = 0;
    while (!(list->rest & 0x80 >> bit))
        bit++;
    list->rest = (uint8_t)(list->rest & ~(0x80 >> bit));
    *number = list->first - 8 + bit;
    return true;
}

bool tlb_bit_list_has(tlb_bit_list list, uint32_t number)
{
    uint32_t at;
    while (tlb_bit_list_next(&list, &at))
        if (at >= number)
            return at == number;
    return false;
}

/* Where the encoder writes to; NULL only counts. */
typedef struct bit_writer {
    uint8_t *out;
    size_t size;
    uint32_t bytes; /* told so far, uncompressed */
} bit_writer;

static void put(bit_writer *w, uint8_t byte)
{
    if (w->out)
        w->out[w->size] = byte;
    w->size++;
}

static void put_byte(bit_writer *w, uint32_t place, uint8_t byte)
{
    while (w->bytes < place) {
        uint32_t run = place - w->bytes < LONGEST_RUN ? place - w->bytes : LONGEST_RUN;
        put(w, 0);
        put(w, (uint8_t)run);
        w->bytes += run;
    }
    put(w, byte);
    w->bytes++;
}

size_t tlb_bit_list_encode(const uint32_t *numbers, uint32_t count, uint8_t *out)
{
    bit_writer w = {.out = out};
    for (uint32_t i = 0; i < count;) {
        uint32_t place = numbers[i] / 8;
        uint8_t byte = 0;
        for (; i < count && numbers[i] / 8 == place; i++)
            byte = (uint8_t)(byte | 0x80 >> numbers[i] % 8);
        put_byte(&w, place, byte);
    }
    return w.size;
}
