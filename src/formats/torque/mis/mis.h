/* What the files of Torque's .mis share. The public part is trilobite/formats/mission.h. */
#ifndef TLB_FORMATS_TORQUE_MIS_MIS_H
#define TLB_FORMATS_TORQUE_MIS_MIS_H

#include "core/format.h"
#include "layout/mission.h"

extern const tlb_format tlb_format_mis;

tlb_status tlb_mis_check(tlb_document *document);

#endif
