/* Trilobite: the umbrella header. */
#ifndef TRILOBITE_H
#define TRILOBITE_H

#include "trilobite/base.h"
#include "trilobite/scene.h"
#include "trilobite/document.h"
#include "trilobite/dif.h"
#include "trilobite/bgf.h"
#include "trilobite/pers.h"
#include "trilobite/dml.h"
#include "trilobite/png.h"
#include "trilobite/roo.h"

#endif
