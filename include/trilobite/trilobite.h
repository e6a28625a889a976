/* Trilobite: the umbrella header. base to sheet serve every format; the others are
 * the typed documents, a family after the other. */
#ifndef TRILOBITE_H
#define TRILOBITE_H

#include "trilobite/base.h"
#include "trilobite/arena.h"
#include "trilobite/value.h"
#include "trilobite/file.h"
#include "trilobite/scene.h"
#include "trilobite/document.h"
#include "trilobite/archive.h"
#include "trilobite/sheet.h"

/* Torque */
#include "trilobite/dif.h"

/* Darkstar */
#include "trilobite/vol.h"
#include "trilobite/pers.h"
#include "trilobite/ppl.h"
#include "trilobite/pbmp.h"
#include "trilobite/dml.h"
#include "trilobite/dts.h"
#include "trilobite/dts_runtime.h"
#include "trilobite/dis.h"
#include "trilobite/dig.h"
#include "trilobite/dil.h"

/* Meridian 59 */
#include "trilobite/roo.h"
#include "trilobite/roo_build.h"
#include "trilobite/roo_query.h"
#include "trilobite/bgf.h"

/* Sense8 WorldToolKit */
#include "trilobite/nff.h"

/* Inter-Quake */
#include "trilobite/iqe.h"
#include "trilobite/iqm.h"

/* Of today */
#include "trilobite/png.h"

#endif
