/* The page of many models, as viewer/build.mjs makes it. */
#ifndef TOOL_GALLERY_PAGE_H
#define TOOL_GALLERY_PAGE_H

#include <stddef.h>

/* Ends with a NUL that `size` does not count. */
extern const char gallery_page[];
extern const size_t gallery_page_size;

#endif
