/* Text and paths as Windows takes them: in UTF-16. Ours are in UTF-8. */
#ifndef TOOL_UTIL_WINDOWS_H
#define TOOL_UTIL_WINDOWS_H

#include <wchar.h>
#include <windows.h>

/* All are freed with free(); NULL: no memory, or text that is not UTF-8. */
wchar_t *to_wide(const char *text);
char *to_utf8(const wchar_t *text);
/* From the root on, with the prefix that lets a path be long. */
wchar_t *to_wide_path(const char *path);

/* The words of the command line, which stay to the end of the program. From here on its streams are binary,
 * and a console shows UTF-8 until the program ends. NULL: no memory. */
const char **begin_on_windows(int count, wchar_t **words);

#endif
