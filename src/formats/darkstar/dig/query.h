/* Answers about geometry, asked of it or of the interior that it is a level of. */
#ifndef TLB_FORMATS_DARKSTAR_DIG_QUERY_H
#define TLB_FORMATS_DARKSTAR_DIG_QUERY_H

#include "formats/darkstar/dig/dig.h"
#include "core/query.h"

/* The question's subject is a tlb_dig. */
tlb_query_handler dig_answer_ray, dig_answer_leaf;

#endif
