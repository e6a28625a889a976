/* Tests that draw pictures need OpenGL. */
#ifndef TLB_TESTS_DRAWING_H
#define TLB_TESTS_DRAWING_H

#include <stdbool.h>

bool can_draw(void);

#endif
