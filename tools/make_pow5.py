#!/usr/bin/env python3
"""Prints src/base/pow5.inc: 128 leading bits of every power of five that number_bits.h needs."""

FIRST, LAST = -342, 324  # reading a double needs -342..308, writing one needs -292..324
ROUNDED_UP = range(-27, 0)  # see the comment at power_of_five in number_bits.h


def leading_bits(power):
    if power >= 0:
        return (5**power << 128) >> (5**power).bit_length()
    divisor = 5**-power
    return (1 << (127 + divisor.bit_length())) // divisor + (power in ROUNDED_UP)


print("/* Made by tools/make_pow5.py: 5^%d to 5^%d, each as { high, low } of 128 bits. */" % (FIRST, LAST))
for power in range(FIRST, LAST + 1):
    bits = leading_bits(power)
    assert bits.bit_length() == 128
    print("{ 0x%016x, 0x%016x }, /* %d */" % (bits >> 64, bits & (2**64 - 1), power))
