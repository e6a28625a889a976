/* Lines of files written by hand that Torque's shapes and sequences have in common. */
#ifndef TLB_TESTS_TORQUE_BYTES_H
#define TLB_TESTS_TORQUE_BYTES_H

#include "pinned.h"

/* A value of each place, so that no two places can be taken for each other. */
double next_value(const pinned *p);
#define N32(owner, field) I32(owner, field, next_value(p))
#define N16(owner, field) I16(owner, field, next_value(p))
#define NF(owner, field)  F32(owner, field, next_value(p) / 8)
#define EACH(NUMBER, owner, field, count)                                                                    \
    for (uint32_t each_ = 0; each_ < (count); each_++)                                                       \
    NUMBER(owner, field[each_])
#define EACH_ROW(NUMBER, owner, field, count, columns)                                                       \
    for (uint32_t row_ = 0; row_ < (count); row_++)                                                          \
    EACH(NUMBER, owner, field.data[row_], columns)

void sequence_bytes(pinned *p, const tlb_torque_sequence *q, uint32_t version);
void material_bytes(pinned *p, const tlb_torque_material_list *m, uint32_t version);

#endif
