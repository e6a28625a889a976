#include "base/number_bits.h"

const wide tlb_powers_of_five[] = {
#include "base/pow5.inc"
};
