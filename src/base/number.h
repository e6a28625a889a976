/* Text to numbers and back: exact, the same in every locale, without allocation. */
#ifndef TLB_BASE_NUMBER_H
#define TLB_BASE_NUMBER_H

#include <stdint.h>

/* The readers read one number at p, never touching end or anything past it; white space is not
 * skipped. They return the position after the number, or NULL, leaving *value as it was, when no
 * number stands there. The longest readable text counts: "1e+" is the number 1 followed by "e+". */

/* [+-] digits [. digits] [e [+-] digits], where either side of the point may be empty but not both,
 * or [+-] inf, infinity or nan; letters in either case. Rounded once, to the nearest value, ties to
 * even, in the default rounding mode; too large becomes infinity. Takes time linear in the length. */
const char *tlb_read_f64(const char *p, const char *end, double *value);
const char *tlb_read_f32(const char *p, const char *end, float *value);

/* Digits only; NULL on overflow too. */
const char *tlb_read_u32(const char *p, const char *end, uint32_t *value);
const char *tlb_read_u64(const char *p, const char *end, uint64_t *value);

/* Rows as most are: numbers of few characters, one blank between them, white space after the last. Read
 * until there are `most`, or one differs; tell how many, and *at is where the last one ended. The row may go
 * on. What is in `values` after them is of no account. */
uint32_t tlb_read_f32_row(const char **at, const char *end, float *values, uint32_t most);
uint32_t tlb_read_u32_row(const char **at, const char *end, uint32_t *values, uint32_t most);

/* [+-] digits; NULL on overflow too. */
const char *tlb_read_i64(const char *p, const char *end, int64_t *value);

/* The writers need capacity for TLB_NUMBER_MAX characters, all of which they may overwrite. They return
 * the end of the text and append no NUL. */
enum { TLB_NUMBER_MAX = 32 };

/* The fewest digits that read back as the same value; of several such decimals the closest to it.
 * Plain ("0.001", "1500", "-0") from 1e-5 to below 1e17 (f64) or 1e9 (f32), else like "1.5e-7" and
 * "1e30". The values that are not finite become "inf", "-inf" and "nan". */
char *tlb_write_f64(char *out, double value);
char *tlb_write_f32(char *out, float value);

/* With as many digits after the point, 0 to 9, as printf("%.*f") has, if these read back as the same
 * value; else, or with less than 0 decimals, like tlb_write_f32. */
char *tlb_write_fixed_f32(char *out, float value, int decimals);

char *tlb_write_u64(char *out, uint64_t value);
char *tlb_write_i64(char *out, int64_t value);

#endif
