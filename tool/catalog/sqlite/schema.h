/* schema.sql, embedded by the build. */
#ifndef TOOL_CATALOG_SCHEMA_H
#define TOOL_CATALOG_SCHEMA_H

#include <stddef.h>

extern const char schema[];
extern const size_t schema_size;

#endif
