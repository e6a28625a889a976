/* Trilobite: the umbrella header. */
#ifndef TRILOBITE_H
#define TRILOBITE_H

#include "trilobite/base.h"
#include "trilobite/scene.h"
#include "trilobite/document.h"
#include "trilobite/archive.h"
#include "trilobite/dif.h"
#include "trilobite/iqm.h"
#include "trilobite/vol.h"
#include "trilobite/dig.h"
#include "trilobite/dil.h"
#include "trilobite/dis.h"
#include "trilobite/bgf.h"
#include "trilobite/pers.h"
#include "trilobite/dml.h"
#include "trilobite/dts.h"
#include "trilobite/dts_runtime.h"
#include "trilobite/png.h"
#include "trilobite/ppl.h"
#include "trilobite/pbmp.h"
#include "trilobite/roo.h"
#include "trilobite/nff.h"
#include "trilobite/sheet.h"

#endif
