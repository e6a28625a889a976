/* Trilobite: the umbrella header. */
#ifndef TRILOBITE_H
#define TRILOBITE_H

#include "trilobite/base.h"
#include "trilobite/scene.h"
#include "trilobite/document.h"
#include "trilobite/dif.h"
#include "trilobite/iqe.h"
#include "trilobite/iqm.h"
#include "trilobite/nff.h"

#endif
