/* To be preloaded: one call of the system fails, as on a disk that is full or broken. FAILING=CALL:N:ERRNO,
 * where the N-th CALL (read, write, fsync, rename, link, open of a file to be written) fails, and all after
 * it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool fails(const char *call)
{
    static int left = -1, number;
    static char name[16];
    if (left < 0) {
        const char *text = getenv("FAILING");
        left = 0;
        if (text)
            (void)sscanf(text, "%15[a-z]:%d:%d", name, &left, &number);
    }
    if (strcmp(call, name) != 0 || (left > 0 && --left > 0))
        return false;
    errno = number;
    return true;
}

ssize_t write(int handle, const void *data, size_t size)
{
    ssize_t (*real)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    return handle > STDERR_FILENO && fails("write") ? -1 : real(handle, data, size);
}

ssize_t read(int handle, void *data, size_t size)
{
    ssize_t (*real)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    return fails("read") ? -1 : real(handle, data, size);
}

int fsync(int handle)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    return fails("fsync") ? -1 : real(handle);
}

int rename(const char *from, const char *to)
{
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    return fails("rename") ? -1 : real(from, to);
}

int link(const char *from, const char *to)
{
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "link");
    return fails("link") ? -1 : real(from, to);
}

int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return flags & O_WRONLY && fails("open") ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
