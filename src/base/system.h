/* What each system does differently with files, under one name: system_posix.c, system_windows.c,
 * system_host.c, which asks the host of a WebAssembly module, or system_none.c, which has no files; the build
 * chooses. On failure errno says why. Paths are in UTF-8 on Windows. */
#ifndef TLB_BASE_SYSTEM_H
#define TLB_BASE_SYSTEM_H

#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>

/* As tlb_path_kind_of. */
tlb_path_kind tlb_system_kind(const char *path);
/* A handle, -1 on failure. `flags` are those of open(); files are binary and not inherited. This and the
 * transfers below, which may wait (for a pipe), fail when they are cancelled. */
int tlb_system_open(tlb_account *account, const char *path, int flags);
/* Standard output or input, binary. */
int tlb_system_standard(bool output);
bool tlb_system_close(int handle);
/* Fills `data` as far as there are bytes: how many there were, or -1. */
int64_t tlb_system_read(tlb_account *account, int handle, void *data, size_t size);
bool tlb_system_write(tlb_account *account, int handle, const void *data, size_t size);
/* One call of the system, which may transfer less: how many bytes, or -1. */
int64_t tlb_system_read_some(int handle, void *data, size_t size);
int64_t tlb_system_write_some(int handle, const void *data, size_t size);
/* Of a file; 0 for pipes, devices and on failure. */
uint64_t tlb_system_size(int handle);
/* What may have no end: a device, but for terminals. */
bool tlb_system_is_device(int handle);
/* NULL: it cannot be mapped. */
const void *tlb_system_map(tlb_account *account, const char *path, size_t *size);
void tlb_system_unmap(const void *data, size_t size);
/* Mapped bytes take no memory until they are looked at again. */
void tlb_system_forget(const void *data, size_t size);
/* The entries of a folder, unsorted. TLB_READ_FAILED, TLB_NO_MEMORY; neither is reported. */
tlb_status tlb_system_list(tlb_arena *arena, const char *path, tlb_entries *entries);
/* The file that a symbolic link leads to, freed with free(); NULL: the path is no link, leads nowhere, or
 * there is no memory. (Windows: NULL.) */
char *tlb_system_follow(const char *path);
/* Another name for a file, where the file system has hard links. */
bool tlb_system_link(const char *from, const char *to);
/* Gives an open file the access rights of the one at `path`. */
void tlb_system_copy_mode(int handle, const char *path);
bool tlb_system_make_folder(const char *path);
/* Waits until what was written to a file is on its disk, so that a power cut does not lose it; true, too, for
 * what cannot wait (a pipe). */
bool tlb_system_sync(int handle);
/* The same for the names in a folder, where a system can wait for those. */
void tlb_system_sync_folder(const char *folder);
/* errno's `reason`, for people. */
const char *tlb_system_reason(int reason);
/* The length of what a path begins with that is never made or looked for: /, on Windows also C:\ and
 * \\server\share\. */
size_t tlb_path_root(const char *path);
unsigned long tlb_system_process(void);

/* Reports `code` with errno's reason, and the path unless it is the context's file. Returns TLB_WRITE_FAILED,
 * or for CANNOT_READ TLB_NOT_FOUND or TLB_READ_FAILED; TLB_CANCELLED, and reports nothing, when it was
 * cancelled. */
tlb_status tlb_system_report(tlb_context *context, tlb_code code, const char *path);

#endif
