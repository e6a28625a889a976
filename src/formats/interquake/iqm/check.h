/* The rules of IQM files that are in files of their own. */
#ifndef TLB_FORMATS_INTERQUAKE_IQM_CHECK_H
#define TLB_FORMATS_INTERQUAKE_IQM_CHECK_H

#include "core/checker.h"

void tlb_iqm_check_tangents(tlb_checker *c);

#endif
