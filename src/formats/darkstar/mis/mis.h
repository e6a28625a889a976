/* What the files of Tribes' .mis share. The public part is trilobite/formats/mission.h. */
#ifndef TLB_FORMATS_DARKSTAR_MIS_MIS_H
#define TLB_FORMATS_DARKSTAR_MIS_MIS_H

#include "core/format.h"
#include "layout/mission.h"

extern const tlb_format tlb_format_tmis;

tlb_status tlb_tmis_check(tlb_document *document);

#endif
