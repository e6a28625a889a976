/* Trilobite: the umbrella header. The headers from base to convert are for every format; those in formats/
 * are the typed documents, by family.
 *
 * Conventions; headers and functions add to them:
 *
 * Names begin with what a function acts on: tlb_scene_add_node, tlb_value_add_text, tlb_archive_read. Verbs
 * alone act on documents (tlb_open_path, tlb_save, tlb_dump, tlb_check, tlb_query, tlb_convert), tlb_alloc
 * and its like on arenas. Fields of formats have the names of their descriptions, verbatim (windingStart).
 *
 * Parameters: what is acted on, what is given, results last.
 *
 * Arguments that are not allowed, such as NULL, are answered (base.h).
 *
 * Errors: a tlb_status, TLB_OK being 0; or a pointer or bool that is NULL or false when memory was refused,
 * which tlb_report_memory then reports of the arena of the document or scene. A call that fails has reported
 * why to the context (tlb_diagnostic_at), and its results are NULL or empty.
 *
 * Ownership: what tlb_…_create, tlb_open_… and other calls that say so make is freed by tlb_…_free, which
 * takes NULL, and before its context. Everything else belongs to what it was taken from, and lives as long.
 *
 * Memory comes from the context's allocator, within its limits; tlb_allocator (base.h) lists what does not.
 * Options are structs that begin with their size: start from the macro of each (TLB_CONTEXT_OPTIONS_INIT,
 * TLB_CONVERT_OPTIONS_INIT, TLB_DIF_WRITE_OPTIONS_INIT …); a member that is zero means the default, and a
 * struct of zeros all defaults.
 *
 * Threads: a context and all that was made with it belong to one thread at a time; different contexts are
 * independent. Functions without either may be called from any thread. */
#ifndef TRILOBITE_H
#define TRILOBITE_H

#include "trilobite/base.h"
#include "trilobite/arena.h"
#include "trilobite/value.h"
#include "trilobite/file.h"
#include "trilobite/document.h"
#include "trilobite/edit.h"
#include "trilobite/query.h"
#include "trilobite/archive.h"
#include "trilobite/image.h"
#include "trilobite/scene.h"
#include "trilobite/scene_build.h"
#include "trilobite/assets.h"
#include "trilobite/options.h"
#include "trilobite/convert.h"
#include "trilobite/render.h"

/* Torque */
#include "trilobite/formats/dif.h"
#include "trilobite/formats/torque_dts.h"
#include "trilobite/formats/torque_dts_pose.h"
#include "trilobite/formats/torque_lists.h"
#include "trilobite/formats/dsq.h"
#include "trilobite/formats/ter.h"
#include "trilobite/formats/csx.h"
#include "trilobite/formats/map.h"

/* Darkstar */
#include "trilobite/formats/vol.h"
#include "trilobite/formats/pers.h"
#include "trilobite/formats/ppl.h"
#include "trilobite/formats/pbmp.h"
#include "trilobite/formats/pba.h"
#include "trilobite/formats/pft.h"
#include "trilobite/formats/dml.h"
#include "trilobite/formats/dts.h"
#include "trilobite/formats/dts_runtime.h"
#include "trilobite/formats/dis.h"
#include "trilobite/formats/dig.h"
#include "trilobite/formats/dil.h"
#include "trilobite/formats/dtf.h"
#include "trilobite/formats/dtb.h"
#include "trilobite/formats/simg.h"

/* Torque and Darkstar */
#include "trilobite/formats/mission.h"

/* Meridian 59 */
#include "trilobite/formats/roo.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/formats/roo_edit.h"
#include "trilobite/formats/roo_query.h"
#include "trilobite/formats/bbg.h"
#include "trilobite/formats/bgf.h"
#include "trilobite/formats/udmf.h"
#include "trilobite/formats/wad.h"
#include "trilobite/formats/zip.h"

/* Sense8 WorldToolKit */
#include "trilobite/formats/nff.h"

/* Inter-Quake */
#include "trilobite/formats/iqe.h"
#include "trilobite/formats/iqm.h"

/* Interchange formats */
#include "trilobite/formats/gltf.h"
#include "trilobite/formats/html.h"
#include "trilobite/formats/obj.h"
#include "trilobite/formats/png.h"

#endif
