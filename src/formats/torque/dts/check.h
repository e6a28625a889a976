/* The rules of shapes and .dsq files: what the files that have them share. */
#ifndef TLB_FORMATS_TORQUE_DTS_CHECK_H
#define TLB_FORMATS_TORQUE_DTS_CHECK_H

#include "core/checker.h"
#include "formats/torque/dts/access.h"
#include "formats/torque/dts/dts.h"

void tlb_torque_check_meshes(tlb_checker *c, const tlb_torque_shape *x);
void tlb_torque_check_sequence(tlb_checker *c, const shape_lists *lists, const tlb_torque_sequence *q,
                               uint32_t index);
void tlb_torque_check_turn(tlb_checker *c, const tlb_quat16 turn, const char *path);

#endif
