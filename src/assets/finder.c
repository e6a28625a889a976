/* A finder of the caller's: asked once for each name. */
#include "assets/assets.h"
#include "base/argument.h"
#include "base/index.h"
#include "trilobite/file.h"

#include <string.h>

typedef struct answer {
    const char *name; /* as it was asked for */
    tlb_bytes bytes;
} answer;

typedef struct finder {
    tlb_asset_finder find;
    void *user;
    tlb_listing listing; /* empty: what was not asked for is not known */
    tlb_index asked;     /* names to answers; NONE for those that it does not have */
    TLB_LIST(answer) answers;
} finder;

enum { NONE = -1 };

static tlb_status read_answer(void *self, tlb_context *context, tlb_arena *arena, const tlb_asset *asset,
                              tlb_bytes *bytes)
{
    const finder *f = self;
    tlb_bytes own = f->answers.data[asset->place].bytes;
    tlb_text copy = tlb_copy_text(arena, (const char *)own.data, own.size);
    *bytes = (tlb_bytes){(const uint8_t *)copy.data, copy.size};
    return copy.data ? TLB_OK : tlb_report_memory(context, arena);
}

static tlb_status stop(tlb_assets *assets, tlb_status status)
{
    tlb_arena_fail(&assets->arena, status);
    return tlb_report_failure(assets->context, status);
}

static tlb_status refuse(tlb_assets *assets, const char *name, tlb_status status, const char *reason)
{
    if (status == TLB_NO_MEMORY)
        return stop(assets, status);
    tlb_report(assets->context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "%s: %s", name, reason);
    return TLB_READ_FAILED;
}

static tlb_status keep(finder *f, tlb_assets *assets, const char *name, bool has, tlb_bytes bytes)
{
    tlb_arena *arena = &assets->arena;
    tlb_text key = tlb_copy_text(arena, name, strlen(name));
    int32_t *number = key.data ? tlb_index_find(&f->asked, arena, key.data, key.size) : NULL;
    if (!number)
        return tlb_report_memory(assets->context, arena);
    if (has) {
        tlb_text copy = tlb_copy_text(arena, (const char *)bytes.data, bytes.size);
        answer *kept = copy.data ? TLB_PUSH(arena, &f->answers) : NULL;
        if (!kept)
            return tlb_report_memory(assets->context, arena);
        *kept = (answer){key.data, {(const uint8_t *)copy.data, copy.size}};
    }
    *number = has ? (int32_t)f->answers.count - 1 : NONE;
    return TLB_OK;
}

static tlb_status ask(finder *f, tlb_assets *assets, const char *name)
{
    tlb_bytes bytes = {0};
    tlb_status status = tlb_work(assets->context->account, 1);
    if (status)
        return stop(assets, status);
    status = f->find(f->user, name, &bytes);
    if (status && status != TLB_NOT_FOUND)
        return refuse(assets, name, status, "the finder failed");
    if (!status && !bytes.data && bytes.size)
        return refuse(assets, name, status, "the finder gave a size without bytes");
    return keep(f, assets, name, !status, bytes);
}

static tlb_status look_up(void *self, tlb_assets *assets, const char *name, tlb_asset *asset)
{
    finder *f = self;
    size_t size = strlen(name);
    const int32_t *number = tlb_index_look(&f->asked, name, size);
    bool is_new = !number || *number == TLB_INDEX_NEW;
    tlb_status status = is_new && *tlb_path_base(name) ? ask(f, assets, name) : TLB_OK;
    if (status)
        return status;
    number = tlb_index_look(&f->asked, name, size);
    if (number && *number != NONE)
        *asset = (tlb_asset){.path = f->answers.data[*number].name, .place = (uint32_t)*number};
    return TLB_OK;
}

tlb_status tlb_assets_add_finder(tlb_assets *assets, tlb_asset_finder find, void *user)
{
    TLB_REQUIRE(NULL, assets);
    TLB_REQUIRE(assets->context, find);
    finder *made = tlb_zalloc(&assets->arena, sizeof *made);
    if (!made)
        return tlb_report_memory(assets->context, &assets->arena);
    made->find = find;
    made->user = user;
    return tlb_assets_join(
        assets,
        (tlb_asset_source){.read = read_answer, .look_up = look_up, .self = made, .listing = &made->listing});
}
