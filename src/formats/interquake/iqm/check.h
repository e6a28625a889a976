/* What the files that check IQM share. */
#ifndef TLB_FORMATS_INTERQUAKE_IQM_CHECK_H
#define TLB_FORMATS_INTERQUAKE_IQM_CHECK_H

#include "core/checker.h"
#include "formats/interquake/iqm/iqm.h"

enum { IQM_MOST_ARRAYS = 64 }; /* more are hostile, and comparing them takes time */

/* Notes what keeps engines from loading the file, though it is a good one. */
void iqm_check_engines(tlb_checker *c);

#endif
