/* A catalog as an SQLite database. Functions report what fails, once; then all of them return false. */
#ifndef TOOL_CATALOG_DATABASE_H
#define TOOL_CATALOG_DATABASE_H

#include "catalog/catalog.h"
#include "util/desktop.h"

#include <sqlite3.h>

typedef enum statement {
    LIST_FILE,
    NOTE_PRESENT,
    IS_PENDING,
    FIND_LISTED,
    DELETE_FILE,
    ADD_FILE,
    ADD_MATERIAL,
    ADD_NEED,
    ADD_ANIMATION,
    ADD_DIAGNOSTIC,
    ADD_THUMBNAIL,
    DELETE_VANISHED,
    STATEMENTS
} statement;

typedef struct database {
    const char *path;
    sqlite3 *handle;
    sqlite3_stmt *statements[STATEMENTS];
    int64_t run;    /* this one */
    int64_t latest; /* when reading began: what runs up to it have listed was there */
    bool failed;
} database;

/* A new catalog, or one that is there; refuses databases of other programs and versions. */
bool database_open(database *d, const char *path);
void database_close(database *d);
/* The statements of `sql`, without results. */
bool database_execute(database *d, const char *sql);
/* One statement with texts for its ?1, ?2 …, without results. */
bool database_run(database *d, const char *sql, const char *const *texts, int count);
/* The first column of the first row of a query, 0 without. */
int64_t database_number(database *d, const char *sql);

/* A prepared statement, to be bound, stepped and left. */
sqlite3_stmt *database_use(database *d, statement which);
/* Text that lasts until the statement is left; NULL is NULL. */
void bind_text(sqlite3_stmt *s, int column, const char *string);
/* Steps a statement without results, and leaves it. */
bool database_step(database *d, sqlite3_stmt *s);

/* Puts the rows of a file in place of those that were there. */
bool database_write(database *d, const catalog_entry *first, bool drawn);

#endif
