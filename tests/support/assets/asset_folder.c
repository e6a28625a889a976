#include "asset_folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/platform.h"
#include "temporary.h"

int enter_assets(void **state)
{
    static asset_folder f;
    *state = &f;
    if (!begin_in_folder(&f.context, &f.arena, &f.folder))
        return -1;
    f.assets = tlb_assets_create(f.context);
    return f.assets ? 0 : -1;
}

int leave_assets(void **state)
{
    asset_folder *f = *state;
    tlb_assets_free(f->assets);
    end_in_folder(f->context, &f->arena, f->folder);
    return 0;
}

const char *inside(asset_folder *f, const char *name)
{
    return tlb_arena_printf(&f->arena, "%s/%s", f->folder, name);
}

void put_text(asset_folder *f, const char *name, const char *text)
{
    const char *path = inside(f, name);
    size_t folder = strlen(path) - strlen(strrchr(path, '/'));
    assert_int_equal(tlb_folder_make(f->context, tlb_arena_printf(&f->arena, "%.*s", (int)folder, path)),
                     TLB_OK);
    tlb_bytes bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(tlb_file_save(f->context, path, bytes, false), TLB_OK);
}

static const char *const pictures[] = {"png", "jpg", NULL};

void assert_finds(asset_folder *f, const char *name, const char *path, const char *text)
{
    tlb_bytes bytes;
    const char *found;
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, name, pictures, NULL, &bytes, &found), TLB_OK);
    assert_string_equal(found, path);
    assert_int_equal(bytes.size, strlen(text));
    assert_memory_equal(bytes.data, text, bytes.size);
}

void assert_finds_nothing(asset_folder *f, const char *name)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, name, pictures, NULL, &bytes, NULL),
                     TLB_NOT_FOUND);
}

tlb_status find_alone(asset_folder *f, tlb_directory_cache *directory_cache, const char *place,
                      const char *name, uint64_t *unreadable)
{
    tlb_context *context = tlb_context_create(&(tlb_context_options){
        .struct_size = sizeof(tlb_context_options), .directory_cache = directory_cache});
    tlb_assets *assets = tlb_assets_create(context);
    tlb_bytes bytes;
    tlb_status status = tlb_assets_add(assets, inside(f, place));
    if (!status)
        status = tlb_assets_find(assets, &f->arena, name, NULL, NULL, &bytes, NULL);
    *unreadable = tlb_code_total(context, TLB_CODE_CANNOT_READ);
    tlb_assets_free(assets);
    tlb_context_free(context);
    return status;
}

static tlb_status search(tlb_context *context, const char *folder, const char *archive,
                         const char *const *wanted)
{
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_status status = assets ? tlb_assets_add(assets, folder) : TLB_LIMIT;
    if (!status && archive)
        status = tlb_assets_add(assets, archive);
    tlb_bytes bytes;
    const char *found;
    for (; !status && *wanted; wanted++)
        status = tlb_assets_find(assets, &arena, *wanted, pictures, NULL, &bytes, &found);
    tlb_assets_free(assets);
    tlb_arena_release(&arena);
    assert_true(status == TLB_OK || status == TLB_LIMIT);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
    return status;
}

void assert_allocations_may_fail(const char *folder, const char *archive, const char *const *wanted)
{
    tlb_status status = TLB_LIMIT;
    for (uint64_t allowed = 1; status; allowed++) {
        assert_true(allowed < 1000);
        tlb_directory_cache *directory_cache = tlb_directory_cache_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = allowed});
        tlb_context_options options = {.struct_size = sizeof options, .max_allocations = allowed};
        status = search(tlb_context_create(&options), folder, archive, wanted);
        options.directory_cache = directory_cache;
        search(tlb_context_create(&options), folder, archive, wanted);
        tlb_directory_cache_free(directory_cache);
    }
}
