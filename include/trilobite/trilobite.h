/* Trilobite: the umbrella header. base to convert serve every format; the others are
 * the typed documents, family by family. */
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
#include "trilobite/convert.h"

/* Torque */
#include "trilobite/formats/dif.h"

/* Darkstar */
#include "trilobite/formats/vol.h"
#include "trilobite/formats/pers.h"
#include "trilobite/formats/ppl.h"
#include "trilobite/formats/pbmp.h"
#include "trilobite/formats/dml.h"
#include "trilobite/formats/dts.h"
#include "trilobite/formats/dts_runtime.h"
#include "trilobite/formats/dis.h"
#include "trilobite/formats/dig.h"
#include "trilobite/formats/dil.h"

/* Meridian 59 */
#include "trilobite/formats/roo.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/formats/roo_query.h"
#include "trilobite/formats/bgf.h"

/* Sense8 WorldToolKit */
#include "trilobite/formats/nff.h"

/* Inter-Quake */
#include "trilobite/formats/iqe.h"
#include "trilobite/formats/iqm.h"

/* Of today */
#include "trilobite/formats/png.h"

#endif
