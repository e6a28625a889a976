/* The line that says how far the work is, on a terminal only. Work under way calls progress_tick, from any
 * thread; the line is drawn where it is time for it, so nothing waits for a clock. Whoever prints clears the
 * line before. */
#include "tool.h"

#include "util/desktop.h"
#include "util/interrupt.h"
#include "util/shortened.h"

#include <stdatomic.h>
#include <string.h>

enum { FIRST = 1000, INTERVAL = 200 }; /* milliseconds */

static struct {
    bool on, shown, by_parts;
    size_t done, count;
    _Atomic int64_t next; /* when it is drawn again, in milliseconds */
} line;

void progress_begin(const options *o, size_t count)
{
    line.on = is_drawable(stderr) && !o->quiet;
    line.done = 0;
    line.count = count;
    line.by_parts = false;
    atomic_store(&line.next, milliseconds_now() + FIRST);
}

/* The end of a path, no character cut, in what the line has room for. */
static const char *fitting(const char *path, size_t room)
{
    size_t size = strlen(path);
    const char *at = size > room ? path + size - room : path;
    while (((unsigned char)*at & 0xc0) == 0x80)
        at++;
    return at;
}

static void draw(const job *j, int64_t now)
{
    enum { FIGURES = 40 };
    char name[TLB_PRINTABLE * 200 + 1];
    size_t room = terminal_width(stderr) - FIGURES;
    const char *path = fitting(j->path, room < 200 ? room : 200);
    *tlb_printable(path, strlen(path), name) = 0;
    if (is_terminal(stdout))
        fflush(stdout);
    fprintf(stderr, "\r\033[K");
    if (line.count > 1)
        fprintf(stderr, "%zu of %zu  ", line.done, line.count);
    fprintf(stderr, "%s  %lld s", fitting(name, room), (long long)(now - j->started) / 1000);
    fflush(stderr);
    line.shown = true;
}

static void clear(void)
{
    if (line.shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    line.shown = false;
}

static bool must_end(void)
{
    return interrupted() || shortened();
}

bool progress_tick(void *user)
{
    int64_t now;
    if (!line.on || !user || (now = milliseconds_now()) < atomic_load(&line.next))
        return must_end();
#ifdef _OPENMP
#pragma omp critical(progress)
#endif
    if (line.on && now >= atomic_load(&line.next)) {
        draw(user, now);
        atomic_store(&line.next, now + INTERVAL);
    }
    return must_end();
}

void progress_clear(void)
{
    if (!line.on)
        return;
#ifdef _OPENMP
#pragma omp critical(progress)
#endif
    clear();
}

void progress_end(void)
{
    progress_clear();
    line.on = false;
}

void progress_parts(size_t count)
{
#ifdef _OPENMP
#pragma omp critical(progress)
#endif
    {
        line.by_parts = true;
        line.count = count;
    }
}

static void step(bool part)
{
#ifdef _OPENMP
#pragma omp critical(progress)
#endif
    line.done += line.by_parts == part;
}

void progress_part_done(void)
{
    step(true);
}

void progress_job_done(void)
{
    step(false);
}

void progress_stopped(void)
{
    if (line.count > 1)
        usage_error("stopped; %zu of %zu done", line.done, line.count);
    else
        usage_error("stopped");
}
