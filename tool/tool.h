/* The command's inside: commands, options, work on many files. */
#ifndef TLB_TOOL_H
#define TLB_TOOL_H

#include "trilobite/trilobite.h"
#include "util/text.h"

#include <stdio.h>

/* Scripts rely on these. Of several, the highest is returned. */
typedef enum exit_code {
    EXIT_DONE = 0,
    EXIT_FOUND = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,
    EXIT_OUTPUT = 4,
    EXIT_INTERNAL = 5,
    EXIT_STOPPED = 130 /* by Ctrl-C */
} exit_code;

enum { MAX_ASSETS = 64, MAX_REMOVED = 64, MAX_KEPT = 128 };

typedef struct word_list {
    const char **data;
    size_t count, capacity;
} word_list;

typedef struct options {
    const struct command *command;
    bool json, map, force, update, help;
    bool jsonl;            /* JSON, one line per file */
    bool all, once, quiet; /* messages: every one, the first of each code, errors only */
    bool recursive, null, skip_existing;
    bool listed;                      /* JSON of one file is that of several, too */
    const char *list;                 /* of inputs */
    size_t input_count;               /* of the words */
    const char *root, *output_folder; /* absolute: the folder that all inputs are in; where outputs go */
    int jobs;                         /* 0: one per processor */
    bool jobs_set;
    const tlb_format *from, *to;
    bool to_stdout, long_list;
    size_t strip; /* components of names */
    const char *folder, *output, *compression, *kind, *engine;
    const char *removed[MAX_REMOVED]; /* patterns */
    size_t removed_count;
    const char *assets[MAX_ASSETS];
    size_t asset_count;
    tlb_options *named;     /* of conversions; the assets are each job's */
    word_list converting;   /* the names of those that are set */
    int sheet_columns;      /* 0: the default */
    bool thumbnails, merge; /* of catalogs */
    struct {
        unsigned index, count; /* index from 1; count 0: all */
    } shard;
    bool no_labels, is_sheet; /* is_sheet: an option of contact sheets is set */
    const char **words;       /* what is not an option */
    size_t word_count;
    tlb_context *context; /* of `arena`, where the words that came from patterns are, and values of options */
    tlb_arena *arena;
    char **marked;                /* the command line as popt sees it */
    struct poptContext_s *parser; /* owns the words */
    char *kept[MAX_KEPT];         /* the values above */
    size_t kept_count;
} options;

/* --- commands ----------------------------------------------------------------------------------------- */

typedef enum command_bit {
    IN_INFO = 1,
    IN_CHECK = 2,
    IN_DUMP = 4,
    IN_BUILD = 8,
    IN_DIFF = 16,
    IN_ROUNDTRIP = 32,
    IN_CONVERT = 64,
    IN_QUERY = 128,
    IN_FORMATS = 256,
    IN_LS = 512,
    IN_EXTRACT = 1024,
    IN_PACK = 2048,
    IN_VIEW = 4096,
    IN_SET = 8192,
    IN_CAT = 16384,
    IN_NEW = 32768,
    IN_EDIT = 65536,
    IN_CATALOG = 131072
} command_bit;

/* Commands that work on many files. */
enum { TAKES_MANY = IN_INFO | IN_CHECK | IN_ROUNDTRIP | IN_CONVERT | IN_PACK };

typedef struct command {
    const char *name, *words, *help;
    command_bit bit;
    size_t least_words, most_words;
    exit_code (*run)(const options *o);
} command;

extern const command commands[]; /* to the one without a name */

exit_code run_info(const options *o);
exit_code run_check(const options *o);
exit_code run_dump(const options *o);
exit_code run_new(const options *o);
exit_code run_build(const options *o);
exit_code run_set(const options *o);
exit_code run_edit(const options *o);
exit_code run_diff(const options *o);
exit_code run_roundtrip(const options *o);
exit_code run_convert(const options *o);
exit_code run_query(const options *o);
exit_code run_formats(const options *o);
exit_code run_ls(const options *o);
exit_code run_extract(const options *o);
exit_code run_pack(const options *o);
exit_code run_cat(const options *o);
exit_code run_view(const options *o);
exit_code run_catalog(const options *o);

/* --- options.c ---------------------------------------------------------------------------------------- */

/* The command line after the command's name. False: it is invalid, which was reported on stderr. */
bool options_parse(options *o, const command *c, int argc, const char **argv);
/* False: there is none of that name, which was reported on stderr. */
bool parse_format(const char *name, const tlb_format **format);
void options_free(options *o);
/* Whether it has an option of that name. */
bool command_takes(const command *c, const char *name);
/* The options of a command: help, the manual page and the completions are made with these. */
typedef struct option_info {
    char letter;                        /* 0: none */
    const char *name, *argument, *help; /* argument NULL: a switch */
} option_info;
typedef void see_option(void *user, const option_info *o);
/* Those of the command itself. */
void options_each(const command *c, see_option *see, void *user);

/* Formats that have the same options of this command, for reading them or for writing them. */
enum { MAX_GROUP = 16, OPTION_GROUP_TITLE = 128 };
typedef struct option_group {
    bool to;
    const tlb_format_info *formats[MAX_GROUP];
    size_t count;
} option_group;
void option_groups_each(const command *c, void (*see)(void *user, const option_group *group), void *user);
void option_group_each(const command *c, const option_group *group, see_option *see, void *user);
/* "from pbmp, bmp" */
void option_group_title(const option_group *group, char title[OPTION_GROUP_TITLE]);

/* --- help.c ------------------------------------------------------------------------------------------- */

/* The command's help; with the options of the formats that `words` names, by a name or by a path. False, and
 * reported: one is unknown. */
bool print_help(const command *c, const char *const *words, size_t word_count);
/* All commands. */
void print_overview(FILE *out);

/* --- report.c ----------------------------------------------------------------------------------------- */

/* The context's diagnostics on stderr, a line each; or the first of each code, with how many there are more.
 */
void report_diagnostics(const options *o, const tlb_context *context);
/* All of them as members of a list. */
void report_json(const options *o, const tlb_context *context, tlb_arena *arena, tlb_value *list);
void usage_error(const char *format, ...) TLB_PRINTF(1, 2);
exit_code exit_code_of(tlb_status status);
bool write_stdout(void *user, const void *data, size_t size);
/* A string that may come from a file. */
void print_text(text *out, const char *string);
/* A member of a tree as indented text; the members of a TABLE or LIST. */
void print_member(text *out, tlb_context *context, const tlb_value *value, int depth);
void print_value(text *out, tlb_context *context, const tlb_value *value, int depth);

/* --- jobs.c ------------------------------------------------------------------------------------------- */

/* What a thread keeps from one job to the next. */
typedef struct worker {
    tlb_renderer *renderer;
    tlb_context *context;
    tlb_document *archive; /* that the member before was in, of `context`; NULL: none */
} worker;

/* One file of many. What it says goes to `out` and, through the context, to stderr; both are printed in the
 * order of the files, whichever is done first. */
typedef struct job {
    const options *options;
    const char *path;
    size_t index; /* among the jobs */
    void *user;   /* what run_jobs was given */
    tlb_context *context;
    tlb_arena *arena; /* of the context */
    worker *worker;   /* that it runs on */
    bool converted;   /* the diagnostics have the options that this input does not use */
    text out;
    bool reported;   /* the diagnostics are in `out` */
    int64_t started; /* milliseconds */
} job;

/* Runs `work` on each of `paths`, `options->jobs` at once. `done` (may be NULL) sees each job's code in
 * order, with `user`, which is the jobs', too. Returns the highest code. */
exit_code run_jobs(const options *o, const char *const *paths, size_t count, exit_code (*work)(job *j),
                   void (*done)(void *user, exit_code code), void *user);
/* As run_jobs on the inputs, for the commands with --json: a value for one file, a list for several; with
 * --jsonl a line for each. `done` as for run_jobs. */
exit_code run_report_jobs(const options *o, exit_code (*work)(job *j),
                          void (*done)(void *user, exit_code code), void *user);
/* What a job has to say as JSON: the table, and the diagnostics, which are then not printed. */
void report_table(job *j, tlb_value *table);
/* The table that such a job begins with. */
tlb_value *begin_table(job *j);

/* Whether there may be several inputs: what is said of all is then said once. */
bool is_batch(const options *o);
/* Reports an option of the command line that has no effect: EXIT_FOUND; EXIT_DONE if it is not `given`. */
exit_code report_unused(bool given, const char *option, const char *reason);

/* Reports that there is no memory. */
tlb_status report_no_memory(job *j);

/* For what is outside of jobs: its calls end on Ctrl-C, too. */
tlb_context *create_context(void);

#define SHORTENED "another program shortened a file while it was read"
/* Opens the job's file with --from. The archive that a member is in stays open for the members that follow.
 */
tlb_status open_job(job *j, tlb_document **document);

/* --- inputs.c ----------------------------------------------------------------------------------------- */

/* False: there is no memory, or no word. */
bool add_word(word_list *list, const char *word);
/* Adds the files of -T and of folders to the words of a command that works on many files. What cannot be read
 * is reported, and the rest is there. */
exit_code gather_inputs(options *o, const command *c);

/* --- progress.c --------------------------------------------------------------------------------------- */

/* For that many jobs; on a terminal only, after a second, and not with -q. */
void progress_begin(const options *o, size_t count);
void progress_end(void);
/* For tlb_cancel: draws the line from time to time, about the job (NULL: none). True: Ctrl-C was pressed, or
 * a file was shortened. */
bool progress_tick(void *job);
/* Before something else is printed. */
void progress_clear(void);
void progress_job_done(void);
/* Counts parts in place of jobs. */
void progress_parts(size_t count);
void progress_part_done(void);
/* Reports how far the work was when Ctrl-C ended it. */
void progress_stopped(void);

/* --- members.c ---------------------------------------------------------------------------------------- */

/* Puts the members that a pattern such as "x.vol/q*.dts" names in place of the word, where the command takes
 * many files. An archive whose members would unpack to more than tlb_archive_is_bomb allows is reported. */
exit_code expand_members(options *o, const command *c);
/* Closes the archive that stays open. */
void close_archive(worker *w);
/* Whether a member matches one of the patterns after the archive's name, or there are none. */
bool matches_patterns(const options *o, tlb_members members, uint32_t index);
/* Reports the patterns that no member matches: EXIT_INPUT. */
exit_code report_unmatched(job *j, tlb_document *archive, tlb_members members);

/* --- query.c ------------------------------------------------------------------------------------------ */

/* The queries or operations of a format that has some, and the parts of the file that may precede them (NULL:
 * none). */
void list_calls(job *j, const tlb_query_info *list, const tlb_value *places);
/* The words after the file, one that was quoted being split at its blanks. False: there is no memory. */
bool call_words(job *j, const char *const **words, size_t *count);
void print_answer(job *j, const tlb_value *answer);

/* --- save.c ------------------------------------------------------------------------------------------- */

/* Saves to a file, or to the member of an archive that the path goes to ("x.vol/y.dts"): one that is replaced
 * keeps its compression. Without `replace`, an existing file or member is an error. */
tlb_status save_to(job *j, const char *path, tlb_bytes bytes, bool replace);
/* A document that was changed: to the job's file, which is replaced when the new one is complete, or to -o.
 */
tlb_status save_changed(job *j, tlb_document *document);
/* Whether a path goes to a member of an archive that is there, and which. */
bool is_in_archive(job *j, const char *path, const char **archive, const char **name);
/* Saves files beside each other as members, in one change; the first is `name`. */
tlb_status save_members(job *j, const char *path, const char *name, const tlb_files *files, bool replace);
/* Makes the folders that a path goes through. */
tlb_status make_parent(job *j, tlb_arena *arena, const char *path);

/* --- convert.c, sheet.c ------------------------------------------------------------------------------- */

/* Those of --assets, and the files beside the document. Freed by the caller, whatever is returned. */
tlb_status add_assets(job *j, const tlb_document *document, tlb_assets **assets);
/* With these assets and options. */
tlb_status convert_in_memory(job *j, tlb_document *document, const tlb_format *to, const char *name,
                             const tlb_convert_options *wanted, tlb_files **files);
/* As a picture. */
tlb_status draw_document(job *j, tlb_document *document, const tlb_convert_options *wanted,
                         tlb_bitmap **picture);
/* With the options of the command line, to `path` and beside it; to standard output that file alone. Files
 * are added to `outputs`, which may be NULL. */
tlb_status convert_document(job *j, tlb_document *document, const tlb_format *to, const char *path,
                            tlb_value *outputs);
/* The table of an input that is converted to `to`, with an empty list of `outputs`. */
tlb_value *begin_conversion(job *j, const tlb_format *to, tlb_value **outputs);
/* Adds how it went ("done", "failed", "skipped"), and reports the table if that is wanted. */
void report_conversion(job *j, tlb_value *table, const char *status);
/* Adds a file to the outputs; they may be NULL. */
void add_output(job *j, tlb_value *outputs, const char *path, size_t size);
/* Refuses an output that names no format with one of the abilities: its extension, and which there are. */
void refuse_output_type(const char *path, unsigned abilities);
/* Whether a word means standard input or output, whatever files there are. */
bool is_standard(const char *path);
/* False, and reported: the file exists and --force was not given. For jobs of much work; writing checks
 * again. */
bool may_write(job *j, const char *path);
/* All words but the last as the tiles of one picture, which the last one names. */
exit_code run_sheet(const options *o);
/* As the models of a page, with files beside it. */
exit_code run_gallery(const options *o);

#endif
