/* Folders: listed, and made. */
#include "base/system.h"
#include "base/argument.h"

#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <dirent.h>
#include <sys/stat.h>
#endif

#ifdef _WIN32

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
    tlb_wide_path wide;
    if (!tlb_widen(path, &wide))
        return TLB_READ_FAILED;
    size_t length = wcslen(wide.text);
    if (length + 3 > TLB_LONGEST_PATH) {
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

#else

/* File or folder, links to files included; 0 for what is neither. Most systems have it in the entry: a call
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

#endif

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const tlb_entry *)a)->name, ((const tlb_entry *)b)->name);
}

tlb_status tlb_folder_list(tlb_context *context, tlb_arena *arena, const char *path, tlb_entries *entries)
{
    *entries = (tlb_entries){0};
    tlb_status status = list_entries(arena, path, entries);
    if (status)
        return status == TLB_READ_FAILED ? tlb_system_report(context, TLB_CODE_CANNOT_READ, path)
                                         : tlb_report_memory(context);
    if (entries->count)
        qsort(entries->data, entries->count, sizeof *entries->data, compare_entries);
    return TLB_OK;
}

tlb_status tlb_folder_make(tlb_context *context, const char *path)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, path);
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
        if (tlb_path_kind_of(part) != TLB_PATH_FOLDER && !tlb_system_make_folder(part) &&
            tlb_path_kind_of(part) != TLB_PATH_FOLDER)
            status = tlb_system_report(context, TLB_CODE_CANNOT_WRITE, part);
        part[i] = path[i];
    }
    tlb_release(context->account, part, size);
    return status;
}
