/* desktop.h on POSIX. */
#define _DEFAULT_SOURCE 1 /* the size of a terminal */
#define _POSIX_C_SOURCE 200809L

#include "util/desktop.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int64_t milliseconds_now(void)
{
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool is_terminal(FILE *stream)
{
    return isatty(fileno(stream)) != 0;
}

bool is_drawable(FILE *stream)
{
    const char *kind = getenv("TERM");
    return is_terminal(stream) && !(kind && strcmp(kind, "dumb") == 0);
}

size_t terminal_width(FILE *stream)
{
    struct winsize size;
    bool known = is_terminal(stream) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col;
    return !known ? USUAL_WIDTH : size.ws_col < LEAST_WIDTH ? LEAST_WIDTH : size.ws_col;
}

static const char *no_folder(tlb_context *context, const char *path, const char *reason)
{
    tlb_report(context, TLB_CODE_CANNOT_WRITE, TLB_NO_OFFSET, NULL, "%s: %s", path, reason);
    return NULL;
}

const char *temporary_folder(tlb_context *context, tlb_arena *arena)
{
    const char *parent = getenv("TMPDIR");
    char *path = tlb_arena_printf(arena, "%s/trilobite-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!path)
        return NULL;
    return mkdtemp(path) ? path : no_folder(context, path, strerror(errno));
}

bool expand_pattern(tlb_arena *arena, const char *pattern, bool (*add)(void *user, const char *path),
                    void *user)
{
    (void)arena, (void)pattern, (void)add, (void)user;
    return false;
}

bool file_stamp_of(const char *path, file_stamp *stamp)
{
    struct stat found;
    struct tm when;
    if (stat(path, &found) != 0 || !S_ISREG(found.st_mode))
        return false;
#ifdef __APPLE__
    struct timespec modified = found.st_mtimespec;
#else
    struct timespec modified = found.st_mtim;
#endif
    stamp->size = (uint64_t)found.st_size;
    size_t size = sizeof stamp->modified, end = 0;
    if (gmtime_r(&modified.tv_sec, &when))
        end = strftime(stamp->modified, size, "%Y-%m-%dT%H:%M:%S", &when);
    snprintf(stamp->modified + end, size - end, ".%09ldZ", (long)modified.tv_nsec);
    return end != 0;
}

tlb_status file_stream(tlb_context *context, const char *path, tlb_sink sink)
{
    enum { PART = 65536 };
    char part[PART];
    size_t size;
    FILE *file = fopen(path, "rb");
    bool wanted = file != NULL;
    while (wanted && (size = fread(part, 1, sizeof part, file)) > 0)
        wanted = sink.write(sink.user, part, size);
    tlb_status status = !file ? TLB_NOT_FOUND : ferror(file) ? TLB_READ_FAILED : TLB_OK;
    if (status)
        tlb_report(context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "%s: %s", path, strerror(errno));
    if (file)
        fclose(file);
    return status;
}

void remove_path(const char *path)
{
    remove(path);
}

/* Programs that show pages end at once, or with the last page. */
static bool run(const char *program, const char *path)
{
    pid_t child;
    int state = 0;
    char *const words[] = {(char *)program, (char *)path, NULL};
    if (!*program || posix_spawnp(&child, program, NULL, NULL, words, environ) != 0)
        return false;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

static bool run_named(const char *names, const char *path)
{
    char name[256];
    while (*names) {
        size_t size = strcspn(names, ":");
        if (size < sizeof name) {
            memcpy(name, names, size);
            name[size] = 0;
            if (run(name, path))
                return true;
        }
        names += size + (names[size] == ':');
    }
    return false;
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

bool browse(const char *path)
{
    const char *names = getenv("BROWSER");
    if (names && *names)
        return run_named(names, path);
#ifdef __APPLE__
    return run("open", path);
#else
    return (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) && run("xdg-open", path);
#endif
}
