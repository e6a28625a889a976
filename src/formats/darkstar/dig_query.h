/* Answers about geometry, asked of it or of the interior that it is a level of. */
#ifndef TLB_DARKSTAR_DIG_QUERY_H
#define TLB_DARKSTAR_DIG_QUERY_H

#include "formats/darkstar/dig_room.h"
#include "formats/questions.h"

/* The question's subject is a tlb_dig. */
tlb_answer dig_answer_ray, dig_answer_leaf;

#endif
