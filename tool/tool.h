/* The command's inside: commands, options, work on many files. */
#ifndef TLB_TOOL_H
#define TLB_TOOL_H

#include "trilobite/trilobite.h"
#include "util/text.h"

/* Scripts rely on these. Of several, the highest is returned. */
typedef enum exit_code {
    EXIT_DONE = 0,
    EXIT_FOUND = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,
    EXIT_OUTPUT = 4,
    EXIT_INTERNAL = 5
} exit_code;

enum { MAX_ASSETS = 64, MAX_REMOVED = 64, MAX_KEPT = 128 };

typedef struct options {
    bool json, map, force, update, help;
    bool all, once; /* messages: every one, and the first of each code */
    int jobs;
    const tlb_format *from, *to;
    const char *folder, *compression, *kind;
    const char *removed[MAX_REMOVED]; /* patterns */
    size_t removed_count;
    const char *assets[MAX_ASSETS];
    size_t asset_count;
    tlb_convert_options convert; /* the assets are each job's */
    bool converts;               /* one of them is set */
    const char **words;          /* what is not an option */
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
    IN_VIEW = 4096
} command_bit;

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
exit_code run_build(const options *o);
exit_code run_diff(const options *o);
exit_code run_roundtrip(const options *o);
exit_code run_convert(const options *o);
exit_code run_query(const options *o);
exit_code run_formats(const options *o);
exit_code run_ls(const options *o);
exit_code run_extract(const options *o);
exit_code run_pack(const options *o);
exit_code run_view(const options *o);

/* --- options.c ---------------------------------------------------------------------------------------- */

/* The command line after the command's name. False: it is invalid, which was reported on stderr. */
bool options_parse(options *o, const command *c, int argc, const char **argv);
void options_free(options *o);
/* The command's help, from the option table. */
void options_help(const command *c);
/* Each option of a command: help, the manual page and the completions are made with it. */
typedef struct option_info {
    char letter;                        /* 0: none */
    const char *name, *argument, *help; /* argument NULL: a switch */
} option_info;
void options_each(const command *c, void (*see)(void *user, const option_info *o), void *user);

/* --- report.c ----------------------------------------------------------------------------------------- */

/* The context's diagnostics on stderr, a line each; or the first of each code, with how many there are more.
 */
void report_diagnostics(const tlb_context *context, bool once);
/* The same as members of a list. */
void report_json(const tlb_context *context, tlb_arena *arena, tlb_value *list);
void usage_error(const char *format, ...) TLB_PRINTF(1, 2);
exit_code exit_code_of(tlb_status status);
bool write_stdout(void *user, const void *data, size_t size);
/* A string that may come from a file. */
void print_text(text *out, const char *string);
/* A tree as indented text. */
void print_value(text *out, tlb_context *context, const tlb_value *value, int depth);

/* --- jobs.c ------------------------------------------------------------------------------------------- */

/* One file of many. What it says goes to `out` and, through the context, to stderr; both are printed in the
 * order of the files, whichever is done first. */
typedef struct job {
    const options *options;
    const char *path;
    size_t index; /* among the jobs */
    void *user;   /* what run_jobs was given */
    tlb_context *context;
    tlb_arena *arena; /* of the context */
    text out;
} job;

/* Runs `work` on each of `paths`, `options->jobs` at once. `done` (may be NULL) sees each job's code in
 * order, with `user`, which is the jobs', too. Returns the highest code. */
exit_code run_jobs(const options *o, const char *const *paths, size_t count, exit_code (*work)(job *j),
                   void (*done)(void *user, exit_code code), void *user);
/* As run_jobs for the commands with --json: a value for one file, a list for several. */
exit_code run_report_jobs(const options *o, exit_code (*work)(job *j));

/* Reports that there is no memory. */
tlb_status report_no_memory(job *j);

/* Opens the job's file with --from. */
tlb_status open_job(job *j, tlb_document **document);

/* --- members.c ---------------------------------------------------------------------------------------- */

/* Puts the members that a pattern such as "x.vol/q*.dts" names in place of the word, where the command takes
 * many files. */
void expand_members(options *o, const command *c);
/* Whether a member matches one of the patterns after the archive's name, or there are none. */
bool matches_patterns(const options *o, tlb_members members, uint32_t index);
/* Reports the patterns that no member matches: EXIT_INPUT. */
exit_code report_unmatched(job *j, tlb_document *archive, tlb_members members);

/* --- convert.c, sheet.c ------------------------------------------------------------------------------- */

/* Those of --assets, and the files beside the document. Freed by the caller, whatever is returned. */
tlb_status add_assets(job *j, const tlb_document *document, tlb_assets **assets);
/* With these assets and options. */
tlb_status convert_in_memory(job *j, tlb_document *document, const tlb_format *to, const char *name,
                             const tlb_convert_options *wanted, tlb_files **files);
/* With the options of the command line, to `path` and beside it; to standard output that file alone. */
tlb_status convert_document(job *j, tlb_document *document, const tlb_format *to, const char *path);
/* Refuses an output that names no format with one of the abilities: its extension, and which there are. */
void refuse_output_type(const char *path, unsigned abilities);
/* Whether a word means standard input or output, whatever files there are. */
bool is_standard(const char *path);
/* False, and reported: the file exists and --force was not given. For jobs of much work; writing checks
 * again. */
bool may_write(job *j, const char *path);
/* All words but the last as the tiles of one picture, which the last one names. */
exit_code run_sheet(const options *o, const tlb_format *to);

#endif
