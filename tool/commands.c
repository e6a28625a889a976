#include "tool.h"

const command commands[] = {
    {"info", "FILE...", "what a file is: version, counts, bounds, files it needs", IN_INFO, 1, SIZE_MAX,
     run_info},
    {"check", "FILE...", "hold a file against every rule of its format", IN_CHECK, 1, SIZE_MAX, run_check},
    {"dump", "FILE [PATH]", "every field, as JSON or as a map of the bytes", IN_DUMP, 1, 2, run_dump},
    {"build", "IN.json OUT", "a file from what dump wrote", IN_BUILD, 2, 2, run_build},
    {"diff", "A B", "where two files differ, by field path", IN_DIFF, 2, 2, run_diff},
    {"roundtrip", "FILE...", "read and write back in memory: are the bytes the same?", IN_ROUNDTRIP, 1,
     SIZE_MAX, run_roundtrip},
    {"convert", "IN... OUT", "another format or version; several into a folder or one picture", IN_CONVERT, 2,
     SIZE_MAX, run_convert},
    {"view", "FILE", "a model in the browser", IN_VIEW, 1, 1, run_view},
    {"query", "FILE [QUESTION...]", "the format's own questions; without one, what can be asked", IN_QUERY, 1,
     SIZE_MAX, run_query},
    {"ls", "ARCHIVE [PATTERN...]", "members: size, packed size, compression, name", IN_LS, 1, SIZE_MAX,
     run_ls},
    {"extract", "ARCHIVE [PATTERN...]", "members as files, all or those whose names fit", IN_EXTRACT, 1,
     SIZE_MAX, run_extract},
    {"pack", "OUT [FILE...]", "a new archive of files, or changes to one", IN_PACK, 1, SIZE_MAX, run_pack},
    {"formats", "", "what is read, written, converted", IN_FORMATS, 0, 0, run_formats},
    {0},
};
