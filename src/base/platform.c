#ifndef _WIN32
#define _DEFAULT_SOURCE   /* madvise, what a folder says of its entries */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64
#endif

#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/buffer.h"

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#include <windows.h>
#else
#include <dirent.h>
#include <locale.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

enum {
    LARGEST_TRANSFER = 1 << 30, /* of one call; the systems' own limits are a little higher */
    SMALLEST_READ = 64 * 1024
};

/* --- the two systems --------------------------------------------------------------------------------- */

#ifdef _WIN32

enum { LONGEST_PATH = 4096 };

typedef struct wide_path {
    wchar_t text[LONGEST_PATH];
} wide_path;

static bool widen(const char *path, wide_path *wide)
{
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide->text, LONGEST_PATH))
        return true;
    errno = ENAMETOOLONG;
    return false;
}

static int open_file(const char *path, int flags)
{
    wide_path wide;
    return widen(path, &wide) ? _wopen(wide.text, flags | _O_BINARY, _S_IREAD | _S_IWRITE) : -1;
}

static int64_t read_some(int handle, void *data, size_t size)
{
    return _read(handle, data, (unsigned)size);
}

static int64_t write_some(int handle, const void *data, size_t size)
{
    return _write(handle, data, (unsigned)size);
}

static bool close_file(int handle)
{
    return _close(handle) == 0;
}

static int standard(bool output)
{
    int handle = _fileno(output ? stdout : stdin);
    _setmode(handle, _O_BINARY);
    return handle;
}

static tlb_path_kind kind_of(unsigned mode)
{
    unsigned type = mode & _S_IFMT;
    return type == _S_IFREG ? TLB_PATH_FILE : type == _S_IFDIR ? TLB_PATH_FOLDER : TLB_PATH_OTHER;
}

static uint64_t file_size(int handle)
{
    struct _stat64 found;
    return _fstat64(handle, &found) == 0 && kind_of(found.st_mode) == TLB_PATH_FILE ? (uint64_t)found.st_size
                                                                                    : 0;
}

tlb_path_kind tlb_path_kind_of(const char *path)
{
    wide_path wide;
    struct _stat64 found;
    return widen(path, &wide) && _wstat64(wide.text, &found) == 0 ? kind_of(found.st_mode) : TLB_PATH_NONE;
}

/* Read instead. */
static const void *map_file(const char *path, size_t *size)
{
    (void)path, (void)size;
    return NULL;
}

static void unmap_file(const void *data, size_t size)
{
    (void)data, (void)size;
}

static bool remove_file(const char *path)
{
    wide_path wide;
    return widen(path, &wide) && _wunlink(wide.text) == 0;
}

/* Hard links exist on NTFS alone. */
static bool link_file(const char *from, const char *to)
{
    wide_path wide_from, wide_to;
    if (!widen(from, &wide_from) || !widen(to, &wide_to))
        return false;
    if (CreateHardLinkW(wide_to.text, wide_from.text, NULL))
        return true;
    errno = GetLastError() == ERROR_ALREADY_EXISTS ? EEXIST : EACCES;
    return false;
}

static bool move_file(const char *from, const char *to, bool replace)
{
    wide_path wide_from, wide_to;
    if (!widen(from, &wide_from) || !widen(to, &wide_to))
        return false;
    if (MoveFileExW(wide_from.text, wide_to.text, replace ? MOVEFILE_REPLACE_EXISTING : 0))
        return true;
    errno = GetLastError() == ERROR_ALREADY_EXISTS ? EEXIST : EACCES;
    return false;
}

static bool make_folder(const char *path)
{
    wide_path wide;
    return widen(path, &wide) && _wmkdir(wide.text) == 0;
}

static void copy_mode(int handle, const char *path)
{
    (void)handle;
    (void)path;
}

static unsigned long process_number(void)
{
    return GetCurrentProcessId();
}

static bool add_found(tlb_arena *arena, tlb_entries *entries, const WIN32_FIND_DATAW *found)
{
    char name[MAX_PATH * 3 + 1];
    int size = WideCharToMultiByte(CP_UTF8, 0, found->cFileName, -1, name, sizeof name, NULL, NULL);
    bool is_folder = found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    bool is_link = found->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT;
    if (size < 1 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || (is_folder && is_link))
        return true;
    tlb_text copy = tlb_copy_text(arena, name, (size_t)size - 1);
    tlb_entry *entry = copy.data ? TLB_PUSH(arena, entries) : NULL;
    if (entry)
        *entry = (tlb_entry){copy.data, is_folder};
    return entry;
}

static tlb_status list_entries(tlb_arena *arena, const char *path, tlb_entries *entries)
{
    wide_path wide;
    if (!widen(path, &wide))
        return TLB_READ_FAILED;
    size_t length = wcslen(wide.text);
    if (length + 3 > LONGEST_PATH) {
        errno = ENAMETOOLONG;
        return TLB_READ_FAILED;
    }
    wcscpy(wide.text + length, L"/*");
    WIN32_FIND_DATAW found;
    HANDLE search = FindFirstFileW(wide.text, &found);
    if (search == INVALID_HANDLE_VALUE) {
        errno = GetLastError() == ERROR_ACCESS_DENIED ? EACCES : ENOENT;
        return TLB_READ_FAILED;
    }
    tlb_status status = TLB_OK;
    do
        if (!add_found(arena, entries, &found))
            status = TLB_NO_MEMORY;
    while (!status && FindNextFileW(search, &found));
    FindClose(search);
    return status;
}

/* Libraries use wide characters here. */
void *tlb_utf8_enter(void)
{
    return NULL;
}

void tlb_utf8_leave(void *entered)
{
    (void)entered;
}

#else

static int open_file(const char *path, int flags)
{
    int handle;
    do
        handle = open(path, flags | O_CLOEXEC, 0666);
    while (handle < 0 && errno == EINTR);
    return handle;
}

static int64_t read_some(int handle, void *data, size_t size)
{
    return read(handle, data, size);
}

static int64_t write_some(int handle, const void *data, size_t size)
{
    return write(handle, data, size);
}

static bool close_file(int handle)
{
    return close(handle) == 0;
}

static int standard(bool output)
{
    return output ? STDOUT_FILENO : STDIN_FILENO;
}

static tlb_path_kind kind_of(mode_t mode)
{
    return S_ISREG(mode) ? TLB_PATH_FILE : S_ISDIR(mode) ? TLB_PATH_FOLDER : TLB_PATH_OTHER;
}

static uint64_t file_size(int handle)
{
    struct stat found;
    return fstat(handle, &found) == 0 && S_ISREG(found.st_mode) ? (uint64_t)found.st_size : 0;
}

tlb_path_kind tlb_path_kind_of(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 ? kind_of(found.st_mode) : TLB_PATH_NONE;
}

/* NULL: it cannot be mapped. */
static const void *map_file(const char *path, size_t *size)
{
    int handle = open_file(path, O_RDONLY);
    if (handle < 0)
        return NULL;
    uint64_t found = file_size(handle);
    void *data = found && found <= SIZE_MAX ? mmap(NULL, (size_t)found, PROT_READ, MAP_PRIVATE, handle, 0)
                                            : MAP_FAILED;
    close_file(handle);
    *size = (size_t)found;
    return data == MAP_FAILED ? NULL : data;
}

static void unmap_file(const void *data, size_t size)
{
    munmap((void *)(uintptr_t)data, size);
}

static bool remove_file(const char *path)
{
    return unlink(path) == 0;
}

static bool link_file(const char *from, const char *to)
{
    return link(from, to) == 0;
}

static bool move_file(const char *from, const char *to, bool replace)
{
    if (replace)
        return rename(from, to) == 0;
    if (link_file(from, to))
        return remove_file(from);
    /* File systems without hard links: the look and the renaming are then two steps. */
    return errno != EEXIST && tlb_path_kind_of(to) == TLB_PATH_NONE && rename(from, to) == 0;
}

static bool make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
}

/* A file that is replaced hands on who may read it. */
static void copy_mode(int handle, const char *path)
{
    struct stat found;
    if (stat(path, &found) == 0)
        (void)fchmod(handle, found.st_mode & 0777);
}

static unsigned long process_number(void)
{
    return (unsigned long)getpid();
}

/* File or folder, links to files included; 0 for what is neither. Most systems say so in the entry: asking
 * for each takes ten times as long. */
static mode_t entry_kind(DIR *folder, const struct dirent *entry)
{
#ifdef DT_REG
    if (entry->d_type == DT_REG)
        return S_IFREG;
    if (entry->d_type == DT_DIR)
        return S_IFDIR;
#endif
    struct stat found;
    if (fstatat(dirfd(folder), entry->d_name, &found, AT_SYMLINK_NOFOLLOW) != 0)
        return 0;
    bool is_link = S_ISLNK(found.st_mode);
    if (is_link && fstatat(dirfd(folder), entry->d_name, &found, 0) != 0)
        return 0;
    return S_ISREG(found.st_mode) ? S_IFREG : S_ISDIR(found.st_mode) && !is_link ? S_IFDIR : 0;
}

static bool add_found(tlb_arena *arena, tlb_entries *entries, DIR *folder, const struct dirent *found)
{
    const char *name = found->d_name;
    mode_t kind = strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ? 0 : entry_kind(folder, found);
    if (!kind)
        return true;
    tlb_text copy = tlb_copy_text(arena, name, strlen(name));
    tlb_entry *entry = copy.data ? TLB_PUSH(arena, entries) : NULL;
    if (entry)
        *entry = (tlb_entry){copy.data, kind == S_IFDIR};
    return entry;
}

static tlb_status list_entries(tlb_arena *arena, const char *path, tlb_entries *entries)
{
    DIR *folder = opendir(path);
    if (!folder)
        return TLB_READ_FAILED;
    tlb_status status = TLB_OK;
    errno = 0;
    for (struct dirent *found; !status && (found = readdir(folder)); errno = 0)
        if (!add_found(arena, entries, folder, found))
            status = TLB_NO_MEMORY;
    if (!status && errno)
        status = TLB_READ_FAILED;
    int reason = errno;
    closedir(folder);
    errno = reason;
    return status;
}

void *tlb_utf8_enter(void)
{
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return utf8 ? (void *)uselocale(utf8) : NULL;
}

void tlb_utf8_leave(void *entered)
{
    if (entered)
        freelocale(uselocale((locale_t)entered));
}

#endif

/* --- reading ----------------------------------------------------------------------------------------- */

static tlb_status cannot(tlb_context *context, tlb_code code, const char *path)
{
    int reason = errno;
    bool named = strcmp(context->file, path) == 0;
    tlb_report(context, code, TLB_NO_OFFSET, NULL, "%s%s%s", named ? "" : path, named ? "" : ": ",
               strerror(reason));
    return code == TLB_CODE_CANNOT_WRITE ? TLB_WRITE_FAILED
           : reason == ENOENT            ? TLB_NOT_FOUND
                                         : TLB_READ_FAILED;
}

/* Fills `data` as far as there are bytes; how many there were, or -1. */
static int64_t read_fully(int handle, uint8_t *data, size_t size)
{
    size_t done = 0;
    while (done < size) {
        size_t step = size - done < LARGEST_TRANSFER ? size - done : LARGEST_TRANSFER;
        int64_t got = read_some(handle, data + done, step);
        if (got > 0)
            done += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR)
            return -1;
    }
    return (int64_t)done;
}

/* What is left in `handle`, after `head`, whose memory is handed over: for all whose size is not known
 * before. */
static tlb_status read_rest(tlb_account *account, int handle, tlb_buffer *head)
{
    for (;;) {
        size_t want = head->size > SMALLEST_READ ? head->size / 2 : SMALLEST_READ;
        uint8_t *place = tlb_buffer_grow(head, want);
        if (!place)
            return account->failure;
        int64_t got = read_fully(handle, place, want);
        if (got < 0)
            return TLB_READ_FAILED;
        head->size -= want - (size_t)got;
        if ((size_t)got < want)
            return TLB_OK;
    }
}

/* The buffer's bytes in memory of just their size. */
static tlb_status trim(tlb_account *account, tlb_buffer *buffer)
{
    if (buffer->size == buffer->capacity)
        return TLB_OK;
    uint8_t *data = buffer->size ? tlb_allocate(account, buffer->size) : NULL;
    if (buffer->size && !data)
        return account->failure;
    if (data)
        memcpy(data, buffer->data, buffer->size);
    tlb_release(account, buffer->data, buffer->capacity);
    buffer->data = data;
    buffer->capacity = buffer->size;
    return TLB_OK;
}

/* A file whose size the system reports takes one allocation and ends where it said. */
static tlb_status read_handle(tlb_account *account, int handle, tlb_buffer *buffer)
{
    uint64_t size = file_size(handle);
    if (size && size <= SIZE_MAX) {
        buffer->data = tlb_allocate(account, (size_t)size);
        if (!buffer->data)
            return account->failure;
        buffer->capacity = (size_t)size;
        int64_t got = read_fully(handle, buffer->data, (size_t)size);
        if (got < 0)
            return TLB_READ_FAILED;
        buffer->size = (size_t)got;
        uint8_t more;
        int64_t left = read_fully(handle, &more, 1);
        if (left < 0)
            return TLB_READ_FAILED;
        if (left == 0)
            return trim(account, buffer);
        tlb_buffer_byte(buffer, more);
    }
    tlb_status status = read_rest(account, handle, buffer);
    return status ? status : trim(account, buffer);
}

tlb_status tlb_file_read(tlb_context *context, const char *path, uint8_t **data, size_t *size)
{
    *data = NULL;
    *size = 0;
    bool from_standard = strcmp(path, "-") == 0;
    int handle = from_standard ? standard(false) : open_file(path, O_RDONLY);
    if (handle < 0)
        return cannot(context, TLB_CODE_CANNOT_READ, path);
    tlb_buffer buffer = {.account = context->account};
    tlb_status status = read_handle(context->account, handle, &buffer);
    if (status) {
        status = status == TLB_READ_FAILED ? cannot(context, TLB_CODE_CANNOT_READ, path)
                                           : tlb_report_memory(context);
        tlb_buffer_free(&buffer);
    }
    if (!from_standard)
        close_file(handle);
    *data = buffer.data;
    *size = buffer.size;
    return status;
}

tlb_status tlb_file_view_open(tlb_context *context, const char *path, tlb_file_view *view)
{
    *view = (tlb_file_view){0};
    view->data = map_file(path, &view->size);
    view->mapped = view->data != NULL;
    if (view->mapped)
        return TLB_OK;
    uint8_t *data;
    tlb_status status = tlb_file_read(context, path, &data, &view->size);
    view->data = data;
    return status;
}

void tlb_file_view_close(tlb_context *context, tlb_file_view *view)
{
    if (view->mapped)
        unmap_file(view->data, view->size);
    else
        tlb_release(context->account, (void *)(uintptr_t)view->data, view->size);
    *view = (tlb_file_view){0};
}

/* --- writing ----------------------------------------------------------------------------------------- */

static tlb_status refuse(tlb_context *context, const char *path)
{
    tlb_report(context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
               "%s already exists; use --force to replace it", path);
    return TLB_WRITE_FAILED;
}

enum { TRIES = 1000, TEMPORARY_SUFFIX = 48 };

/* The n-th name for what stands beside a file for a while; `out` has room for the path and its suffix. */
static void name_temporary(const char *path, int n, char *out)
{
    size_t size = strlen(path);
    memcpy(out, path, size);
    snprintf(out + size, TEMPORARY_SUFFIX, ".%lu-%d.tmp", process_number(), n);
}

/* A name that nothing has yet, beside the file. */
static tlb_status create_temporary(tlb_file_writer *writer)
{
    tlb_context *context = writer->context;
    writer->temporary_size = strlen(writer->path) + TEMPORARY_SUFFIX;
    writer->temporary = tlb_allocate(context->account, writer->temporary_size);
    if (!writer->temporary)
        return tlb_report_memory(context);
    for (int i = 0; i < TRIES; i++) {
        name_temporary(writer->path, i, writer->temporary);
        writer->handle = open_file(writer->temporary, O_WRONLY | O_CREAT | O_EXCL);
        if (writer->handle >= 0 || errno != EEXIST)
            break;
    }
    if (writer->handle >= 0)
        return TLB_OK;
    tlb_status status = cannot(context, TLB_CODE_CANNOT_WRITE, writer->path);
    tlb_release(context->account, writer->temporary, writer->temporary_size);
    return status;
}

tlb_status tlb_file_create(tlb_context *context, const char *path, bool replace, tlb_file_writer *writer)
{
    *writer = (tlb_file_writer){.context = context, .path = path, .replace = replace};
    if (strcmp(path, "-") == 0) {
        writer->handle = standard(true);
        return TLB_OK;
    }
    tlb_path_kind kind = tlb_path_kind_of(path);
    if (kind == TLB_PATH_OTHER) {
        writer->handle = open_file(path, O_WRONLY);
        return writer->handle < 0 ? cannot(context, TLB_CODE_CANNOT_WRITE, path) : TLB_OK;
    }
    if (kind == TLB_PATH_FOLDER) {
        errno = EISDIR;
        return cannot(context, TLB_CODE_CANNOT_WRITE, path);
    }
    if (kind == TLB_PATH_FILE && !replace)
        return refuse(context, path);
    tlb_status status = create_temporary(writer);
    if (!status && kind == TLB_PATH_FILE)
        copy_mode(writer->handle, path);
    return status;
}

bool tlb_file_write(void *user, const void *data, size_t size)
{
    tlb_file_writer *writer = user;
    for (const uint8_t *p = data; size && !writer->status;) {
        int64_t wrote = write_some(writer->handle, p, size < LARGEST_TRANSFER ? size : LARGEST_TRANSFER);
        if (wrote > 0) {
            p += wrote;
            size -= (size_t)wrote;
        } else if (wrote == 0 || errno != EINTR)
            writer->status = cannot(writer->context, TLB_CODE_CANNOT_WRITE, writer->path);
    }
    return !writer->status;
}

tlb_status tlb_file_finish(tlb_file_writer *writer)
{
    if (strcmp(writer->path, "-") != 0 && !close_file(writer->handle) && !writer->status)
        writer->status = cannot(writer->context, TLB_CODE_CANNOT_WRITE, writer->path);
    return writer->status;
}

tlb_status tlb_file_place(tlb_file_writer *writer, bool keep)
{
    tlb_context *context = writer->context;
    if (!writer->temporary)
        return writer->status;
    keep = keep && !writer->status;
    if (keep && !move_file(writer->temporary, writer->path, writer->replace)) {
        bool exists = !writer->replace && tlb_path_kind_of(writer->path) != TLB_PATH_NONE;
        writer->status =
            exists ? refuse(context, writer->path) : cannot(context, TLB_CODE_CANNOT_WRITE, writer->path);
    }
    if (!keep || writer->status)
        remove_file(writer->temporary);
    tlb_release(context->account, writer->temporary, writer->temporary_size);
    return writer->status;
}

tlb_status tlb_file_close(tlb_file_writer *writer, bool keep)
{
    tlb_file_finish(writer);
    return tlb_file_place(writer, keep);
}

tlb_status tlb_file_set_aside(tlb_context *context, tlb_arena *arena, const char *path, const char **aside)
{
    *aside = NULL;
    if (tlb_path_kind_of(path) != TLB_PATH_FILE)
        return TLB_OK;
    char *name = tlb_alloc(arena, strlen(path) + TEMPORARY_SUFFIX);
    if (!name)
        return tlb_report_memory(context);
    bool done = false;
    for (int i = 0; i < TRIES && !done; i++) {
        name_temporary(path, i, name);
        done = link_file(path, name);
        if (!done && errno == EEXIST)
            continue;
        done = done || move_file(path, name, false);
        break;
    }
    if (!done)
        return cannot(context, TLB_CODE_CANNOT_WRITE, path);
    *aside = name;
    return TLB_OK;
}

bool tlb_file_move(const char *from, const char *to)
{
    return move_file(from, to, true);
}

bool tlb_file_remove(const char *path)
{
    return remove_file(path);
}

tlb_status tlb_file_save(tlb_context *context, const char *path, tlb_bytes bytes, bool replace)
{
    tlb_file_writer writer;
    tlb_status status = tlb_file_create(context, path, replace, &writer);
    if (status)
        return status;
    tlb_file_write(&writer, bytes.data, bytes.size);
    return tlb_file_close(&writer, true);
}

/* --- folders ----------------------------------------------------------------------------------------- */

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const tlb_entry *)a)->name, ((const tlb_entry *)b)->name);
}

tlb_status tlb_folder_list(tlb_context *context, tlb_arena *arena, const char *path, tlb_entries *entries)
{
    *entries = (tlb_entries){0};
    tlb_status status = list_entries(arena, path, entries);
    if (status)
        return status == TLB_READ_FAILED ? cannot(context, TLB_CODE_CANNOT_READ, path)
                                         : tlb_report_memory(context);
    if (entries->count)
        qsort(entries->data, entries->count, sizeof *entries->data, compare_entries);
    return TLB_OK;
}

tlb_status tlb_folder_make(tlb_context *context, const char *path)
{
    size_t size = strlen(path) + 1;
    char *part = tlb_allocate(context->account, size);
    if (!part)
        return tlb_report_memory(context);
    memcpy(part, path, size);
    tlb_status status = TLB_OK;
    for (size_t i = 1; i < size && !status; i++) {
        if (part[i] && !tlb_is_separator(part[i]))
            continue;
        part[i] = 0;
        if (tlb_path_kind_of(part) != TLB_PATH_FOLDER && !make_folder(part) &&
            tlb_path_kind_of(part) != TLB_PATH_FOLDER)
            status = cannot(context, TLB_CODE_CANNOT_WRITE, part);
        part[i] = path[i];
    }
    tlb_release(context->account, part, size);
    return status;
}

/* --- memory ------------------------------------------------------------------------------------------ */

#ifdef MADV_HUGEPAGE
void *tlb_memory_allocate(size_t size)
{
    enum { LARGE_PAGE = 2 << 20, LARGE = 2 * LARGE_PAGE };
    void *memory;
    if (size < LARGE)
        return malloc(size);
    if (posix_memalign(&memory, LARGE_PAGE, size) != 0)
        return NULL;
    madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}
#else
void *tlb_memory_allocate(size_t size)
{
    return malloc(size);
}
#endif
