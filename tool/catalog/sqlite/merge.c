/* Catalogs into one: those of shards, or of several collections. */
#include "catalog/sqlite/database.h"

#include "util/paths.h"

#include <stdlib.h>
#include <string.h>

/* What the other has of a file is newer, or the first. Runs count in each catalog for itself: all is as if
 * this one had read it now. */
static const char take[] =
    "DELETE FROM files WHERE file IN (SELECT file FROM other.files);"
    "DELETE FROM vanished WHERE path IN (SELECT path FROM other.files);"
    "INSERT INTO files SELECT * FROM other.files;"
    "INSERT INTO materials SELECT * FROM other.materials;"
    "INSERT INTO needs SELECT * FROM other.needs;"
    "INSERT INTO animations SELECT * FROM other.animations;"
    "INSERT INTO diagnostics SELECT * FROM other.diagnostics;"
    "INSERT INTO thumbnails SELECT * FROM other.thumbnails;"
    "INSERT OR REPLACE INTO vanished SELECT * FROM other.vanished WHERE path NOT IN (SELECT path FROM files);"
    "INSERT INTO runs (started, finished, version, folders, shard)"
    " SELECT started, finished, version, folders, shard FROM other.runs ORDER BY run;";

static const char count_alike[] =
    "UPDATE files SET listed = (SELECT max(run) FROM runs), run = (SELECT max(run) FROM runs);"
    "UPDATE vanished SET listed = (SELECT max(run) FROM runs);";

/* Whether it is a catalog of this version: opening it says so, and finishes what a kill left. */
static bool is_catalog(const options *o, const char *path)
{
    database other;
    file_stamp stamp = {0};
    if (tlb_path_kind_of(NULL, path) != TLB_PATH_FILE || !file_stamp_of(path, &stamp) || !stamp.size) {
        usage_error("%s: there is no such catalog", path);
        return false;
    }
    const char *own = path_absolute(o->arena, o->output), *absolute = path_absolute(o->arena, path);
    if (!own || !absolute || strcmp(own, absolute) == 0) {
        usage_error("%s: it is the catalog that others are merged into", path);
        return false;
    }
    bool opened = database_open(&other, path);
    database_close(&other);
    return opened;
}

static exit_code choose(const options *o, word_list *catalogs)
{
    exit_code code = EXIT_DONE;
    for (size_t i = 0; i < o->word_count; i++) {
        if (!is_catalog(o, o->words[i]))
            code = EXIT_INPUT;
        else if (!add_word(catalogs, o->words[i]))
            return EXIT_INTERNAL;
    }
    return code;
}

static bool merge_one(database *d, const char *path)
{
    return database_run(d, "ATTACH ?1 AS other", &path, 1) && database_execute(d, "BEGIN IMMEDIATE") &&
           database_execute(d, take) && database_execute(d, count_alike) && database_execute(d, "COMMIT") &&
           database_execute(d, "DETACH other");
}

static exit_code merge(const options *o, const word_list *catalogs)
{
    database d;
    bool done = database_open(&d, o->output);
    for (size_t i = 0; i < catalogs->count && done; i++)
        done = merge_one(&d, catalogs->data[i]);
    if (done && !o->quiet) {
        int64_t files = database_number(&d, "SELECT count(*) FROM files WHERE parent IS NULL");
        printf("%s: %lld %s\n", o->output, (long long)files,
               plural((unsigned long long)files, "file", "files"));
    }
    database_close(&d);
    return done ? EXIT_DONE : EXIT_OUTPUT;
}

exit_code catalog_merge(const options *o)
{
    word_list catalogs = {0};
    exit_code code = choose(o, &catalogs);
    if (code != EXIT_INTERNAL && catalogs.count) {
        exit_code merged = merge(o, &catalogs);
        code = merged > code ? merged : code;
    }
    free(catalogs.data);
    return code;
}
