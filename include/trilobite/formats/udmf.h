/* UDMF: maps as text (TEXTMAP lumps), as the editors of Doom's heirs write them; here rooms of Meridian 59.
 * docs/formats/udmf.md says what each field of a room is in a map.
 *
 * A map is a text of fields and blocks, `namespace = "Meridian59"; vertex { x = 1.0; y = 2.0; }`, and the
 * document is that of formats/mission.h: statements are the fields outside of blocks, objects the blocks,
 * whose className is vertex, linedef, sidedef, sector or thing in any case. They have no name and no depth.
 * Fields are TLB_MISSION_STRING, or TLB_MISSION_BARE: a number, true or false.
 *
 * Units: 64 a square, X east, Y north. */
#ifndef TRILOBITE_FORMATS_UDMF_H
#define TRILOBITE_FORMATS_UDMF_H

#include "trilobite/formats/mission.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The map of a document, to read and change; NULL: it is of another format. */
TLB_API tlb_mission *tlb_document_udmf(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
