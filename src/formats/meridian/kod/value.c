/* Expressions of constants. */
#include "formats/meridian/kod/kod.h"

#include <math.h>

enum { MOST_DEPTH = 64 };
#define LARGEST 9007199254740992.0 /* beyond it numbers are computed: no real one has more than 28 bits */

/* --- numbers ------------------------------------------------------------------------------------------ */

static kod_value number_of(double number)
{
    if (!(number >= -LARGEST && number <= LARGEST))
        return (kod_value){.kind = KOD_COMPUTED};
    return (kod_value){.kind = KOD_NUMBER, .number = (int64_t)number};
}

static int digit_of(char c)
{
    c = tlb_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* Decimal with any zeros before it, or 0x. */
static kod_value read_number(tlb_text text)
{
    bool is_hex = text.size > 2 && text.data[0] == '0' && tlb_lower(text.data[1]) == 'x';
    int base = is_hex ? 16 : 10;
    double number = 0;
    for (uint32_t i = is_hex ? 2 : 0; i < text.size; i++) {
        int digit = digit_of(text.data[i]);
        if (digit >= base)
            return (kod_value){.kind = KOD_COMPUTED};
        number = number * base + digit;
    }
    return number_of(number);
}

static kod_value combine(char sign, kod_value a, kod_value b)
{
    double x = (double)a.number, y = (double)b.number;
    if (a.kind != KOD_NUMBER || b.kind != KOD_NUMBER)
        return (kod_value){.kind = KOD_COMPUTED};
    switch (sign) {
    case '+':
        return number_of(x + y);
    case '-':
        return number_of(x - y);
    case '*':
        return number_of(x * y);
    case '&':
        return number_of((double)(a.number & b.number));
    case '|':
        return number_of((double)(a.number | b.number));
    default:
        return b.number ? number_of(trunc(x / y)) : (kod_value){.kind = KOD_COMPUTED};
    }
}

/* --- names -------------------------------------------------------------------------------------------- */

static kod_value look_up(const kod_reader *r, tlb_text name)
{
    const kod_value *constant = r->c ? tlb_kod_find_name(&r->c->constants, name) : NULL;
    if (!constant)
        constant = tlb_kod_find_name(&r->tree->constants, name);
    kod_value value = constant ? *constant : (kod_value){.kind = KOD_NAME};
    value.name = name;
    return value;
}

/* --- expressions -------------------------------------------------------------------------------------- */

static kod_value read_operation(kod_reader *r, int least, int depth);

static kod_value read_group(kod_reader *r, int depth)
{
    kod_value value = {.kind = KOD_COMPUTED};
    tlb_kod_next(r);
    if (depth < MOST_DEPTH)
        value = read_operation(r, 0, depth + 1);
    if (tlb_kod_take_sign(r, ')'))
        return value;
    tlb_kod_skip_rest(r);
    return (kod_value){.kind = KOD_COMPUTED};
}

/* A name, or a call. */
static kod_value read_word(kod_reader *r)
{
    tlb_text name = r->token.text;
    tlb_kod_next(r);
    if (!tlb_kod_at_sign(r, '('))
        return look_up(r, name);
    tlb_kod_skip_group(r);
    return (kod_value){.kind = KOD_COMPUTED};
}

static kod_value read_operand(kod_reader *r, int depth)
{
    static const kod_value computed = {.kind = KOD_COMPUTED};
    kod_value value = computed;
    if (tlb_kod_at_sign(r, '('))
        return read_group(r, depth);
    if (tlb_kod_at_sign(r, '[')) {
        tlb_kod_skip_group(r);
        return computed;
    }
    if (tlb_kod_take_sign(r, '$'))
        return (kod_value){.kind = KOD_NIL};
    if (tlb_kod_take_sign(r, '-')) {
        if (depth < MOST_DEPTH)
            value = read_operand(r, depth + 1);
        return combine('-', number_of(0), value);
    }
    switch (r->token.kind) {
    case KOD_WORD:
        return read_word(r);
    case KOD_DIGITS:
        value = read_number(r->token.text);
        break;
    case KOD_STRING:
        break;
    default:
        return computed;
    }
    tlb_kod_next(r);
    return value;
}

/* How close an operator binds; 0: it is none. */
static int strength_of(const kod_reader *r)
{
    static const char signs[] = "|&+-*/", strengths[] = {1, 2, 3, 3, 4, 4};
    const char *sign = r->token.kind == KOD_SIGN ? strchr(signs, *r->token.text.data) : NULL;
    return sign && *sign ? strengths[sign - signs] : 0;
}

/* Operators that bind closer than `least`. */
static kod_value read_operation(kod_reader *r, int least, int depth)
{
    kod_value value = read_operand(r, depth);
    for (int strength; (strength = strength_of(r)) > least;) {
        char sign = *r->token.text.data;
        tlb_kod_next(r);
        value = combine(sign, value, read_operation(r, strength, depth));
    }
    return value;
}

kod_value tlb_kod_value(kod_reader *r)
{
    return read_operation(r, 0, 0);
}
