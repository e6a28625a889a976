/* A run over folders: what is new or has changed is read, what is gone leaves the files. A run that was
 * killed is continued by the next: what it had read is there, and what it had not is pending. */
#include "catalog/sqlite/database.h"

#include <stdlib.h>
#include <string.h>

typedef struct update {
    const options *options;
    const catalog_files *files;
    database db;
    bool again;            /* also what has not changed */
    const char *run;       /* its number, as text */
    size_t read, vanished; /* files */
} update;

/* --- the run ------------------------------------------------------------------------------------------- */

static bool begin_run(update *u)
{
    const options *o = u->options;
    text folders = {0};
    char shard[32] = "";
    for (size_t i = 0; i < o->word_count; i++) {
        text_add(&folders, i ? "\n" : "");
        text_add(&folders, o->words[i]);
    }
    text_byte(&folders, 0);
    if (o->shard.count)
        snprintf(shard, sizeof shard, "%u/%u", o->shard.index, o->shard.count);
    const char *named = folders.failed ? NULL : catalog_text(o->arena, folders.data, folders.size);
    database_run(&u->db,
                 "INSERT INTO runs (started, version, folders, shard) "
                 "VALUES (strftime('%Y-%m-%dT%H:%M:%SZ'), ?1, ?2, ?3)",
                 (const char *const[]){tlb_version(), named ? named : "", *shard ? shard : NULL}, 3);
    u->db.run = u->db.handle ? sqlite3_last_insert_rowid(u->db.handle) : 0;
    u->run = tlb_arena_printf(o->arena, "%lld", (long long)u->db.run);
    text_free(&folders);
    return u->run && !u->db.failed;
}

static bool end_run(update *u)
{
    return database_run(&u->db, "UPDATE runs SET finished = strftime('%Y-%m-%dT%H:%M:%SZ') WHERE run = ?1",
                        &u->run, 1);
}

/* --- which files --------------------------------------------------------------------------------------- */

static const char *utf8(const update *u, const char *path)
{
    return catalog_text(u->options->arena, path, strlen(path));
}

static bool note_present(update *u, const char *path, bool mine)
{
    sqlite3_stmt *s = database_use(&u->db, NOTE_PRESENT);
    if (!s)
        return false;
    bind_text(s, 1, path);
    sqlite3_bind_int(s, 2, mine);
    return database_step(&u->db, s);
}

static bool list_file(update *u, const char *file, const char *path)
{
    const char *stem = catalog_stem(u->options->arena, path);
    file_stamp stamp = {0};
    sqlite3_stmt *s = database_use(&u->db, LIST_FILE);
    if (!s || !stem)
        return false;
    file_stamp_of(file, &stamp);
    bind_text(s, 1, path);
    bind_text(s, 2, tlb_path_base(path));
    sqlite3_bind_int64(s, 3, (int64_t)stamp.size);
    bind_text(s, 4, stamp.modified);
    bind_text(s, 5, stem);
    sqlite3_bind_int64(s, 6, u->db.run);
    sqlite3_bind_int(s, 7, u->again);
    bind_text(s, 8, tlb_version());
    sqlite3_bind_int(s, 9, u->options->thumbnails);
    bind_text(s, 10, catalog_extension(u->options->arena, path));
    return database_step(&u->db, s);
}

/* Below a folder that could not be listed nothing is taken for gone. */
static bool remove_vanished(update *u)
{
    static const char gone[] = "CREATE TEMP VIEW gone AS SELECT * FROM files WHERE file IN (SELECT path FROM "
                               "temp.below) AND file NOT IN (SELECT path FROM temp.present)";
    const catalog_files *files = u->files;
    database *d = &u->db;
    database_execute(d, "CREATE TEMP TABLE below (path TEXT PRIMARY KEY)");
    for (size_t i = 0; i < files->folder_count && !d->failed; i++) {
        const char *folder = utf8(u, files->folders[i].path);
        if (!folder || !files->folders[i].is_complete)
            continue;
        database_run(d,
                     "INSERT OR IGNORE INTO temp.below SELECT path FROM files WHERE parent IS NULL AND "
                     "(path = ?1 OR substr(path, 1, length(?2)) = ?2)",
                     (const char *const[]){folder, tlb_arena_printf(u->options->arena, "%s/", folder)}, 2);
    }
    database_execute(d, gone);
    u->vanished = (size_t)database_number(d, "SELECT count(*) FROM gone WHERE parent IS NULL");
    database_run(d,
                 "INSERT OR REPLACE INTO vanished SELECT path, size, modified, sha256, format, "
                 "strftime('%Y-%m-%dT%H:%M:%SZ'), stem, ?1 FROM gone",
                 &u->run, 1);
    return database_execute(d, "DELETE FROM files WHERE file IN (SELECT file FROM gone); DROP VIEW gone");
}

static bool list_files(update *u)
{
    const catalog_files *files = u->files;
    database *d = &u->db;
    size_t next = 0; /* of mine, which are some of all, in the same order */
    if (!database_execute(d,
                          "CREATE TEMP TABLE present (path TEXT PRIMARY KEY, mine INTEGER); BEGIN IMMEDIATE"))
        return false;
    for (size_t i = 0; i < files->all.count; i++) {
        bool mine = next < files->mine.count && files->mine.data[next] == files->all.data[i];
        const char *path = utf8(u, files->all.data[i]);
        if (!path || !note_present(u, path, mine) || (mine && !list_file(u, files->all.data[i], path)))
            return false;
        next += mine;
    }
    return remove_vanished(u) && database_execute(d, "COMMIT");
}

static bool is_pending(update *u, const char *file)
{
    const char *path = utf8(u, file);
    sqlite3_stmt *s = path ? database_use(&u->db, IS_PENDING) : NULL;
    if (!s)
        return false;
    bind_text(s, 1, path);
    bool pending = sqlite3_step(s) == SQLITE_ROW;
    sqlite3_reset(s);
    return pending;
}

/* What was read before a file came, went or changed that it needs, or may need, by the name. */
static bool renew_stale(update *u)
{
    return database_execute(
        &u->db, "UPDATE files SET verdict = 'pending' WHERE verdict <> 'pending' AND "
                "path IN (SELECT path FROM temp.present WHERE mine) AND "
                "path IN (SELECT f.file FROM needs n JOIN files f ON f.path = n.path WHERE "
                "EXISTS (SELECT 1 FROM files o WHERE o.stem IN (n.stem, n.base) AND o.listed > f.run) OR "
                "EXISTS (SELECT 1 FROM vanished v WHERE v.stem IN (n.stem, n.base) AND v.listed > f.run))");
}

/* --- reading them -------------------------------------------------------------------------------------- */

static exit_code read_and_write(job *j, tlb_arena *arena)
{
    update *u = j->user;
    catalog_entry *first = NULL;
    bool written;
    tlb_status status = arena ? catalog_read(j, arena, u->options->thumbnails, &first) : TLB_NO_MEMORY;
    if (status) /* it stays pending */
        return exit_code_of(status);
#ifdef _OPENMP
#pragma omp critical(catalog)
#endif
    {
        written = database_write(&u->db, first, u->options->thumbnails);
        u->read += written;
    }
    return !written ? EXIT_OUTPUT : *first->sha256 ? EXIT_DONE : EXIT_INPUT;
}

/* Jobs last until those before them are done: their entries do not. */
static exit_code read_file(job *j)
{
    const update *u = j->user;
    j->reported = true;
    if (u->db.failed)
        return EXIT_OUTPUT;
    tlb_arena *arena = tlb_arena_create(j->context);
    exit_code code = read_and_write(j, arena);
    tlb_arena_free(arena);
    tlb_diagnostics_clear(j->context);
    return code;
}

static exit_code read_pending(update *u)
{
    word_list pending = {0};
    u->db.latest = database_number(&u->db, "SELECT max(run) FROM runs");
    for (size_t i = 0; i < u->files->mine.count; i++)
        if (is_pending(u, u->files->mine.data[i]))
            add_word(&pending, u->files->mine.data[i]);
    exit_code code =
        u->db.failed ? EXIT_OUTPUT : run_jobs(u->options, pending.data, pending.count, read_file, NULL, u);
    free(pending.data);
    return code;
}

static exit_code run_update(update *u)
{
    if (!begin_run(u) || !list_files(u))
        return EXIT_OUTPUT;
    exit_code code = read_pending(u);
    if (code == EXIT_STOPPED || code == EXIT_INTERNAL || !renew_stale(u))
        return code ? code : EXIT_OUTPUT;
    exit_code stale = read_pending(u);
    code = stale > code ? stale : code;
    if (code == EXIT_STOPPED || code == EXIT_INTERNAL || !end_run(u))
        return code > EXIT_OUTPUT ? code : EXIT_OUTPUT;
    return code;
}

static void print_result(const update *u)
{
    size_t files = u->files->mine.count, same = files > u->read ? files - u->read : 0;
    if (!u->options->quiet)
        printf("%s: %zu %s, %zu read, %zu unchanged, %zu vanished\n", u->options->output, files,
               plural(files, "file", "files"), u->read, same, u->vanished);
}

exit_code catalog_update(const options *o, const catalog_files *files)
{
    update u = {.options = o, .files = files, .again = o->force};
    exit_code code = database_open(&u.db, o->output) ? run_update(&u) : EXIT_OUTPUT;
    if (u.db.failed)
        code = EXIT_OUTPUT;
    else if (code < EXIT_OUTPUT)
        print_result(&u);
    database_close(&u.db);
    return code;
}
