#include "assets/assets.h"
#include "base/argument.h"

#include <string.h>

#include "base/platform.h"
#include "base/text.h"
#include "scene/build/name.h"

enum { LONGEST_NAME = 1024 };

tlb_assets *tlb_assets_make(tlb_context *context, const tlb_asset_opener *opener)
{
    tlb_assets *assets = tlb_allocate(context->account, sizeof *assets, NULL);
    if (!assets)
        return NULL;
    *assets = (tlb_assets){.context = context, .opener = opener};
    tlb_arena_init(&assets->arena, context->account);
    return assets;
}

static void close_source(const tlb_asset_source *source)
{
    if (source->close)
        source->close(source->self);
}

void tlb_assets_free(tlb_assets *assets)
{
    if (!assets)
        return;
    for (uint32_t i = 0; i < assets->sources.count; i++)
        close_source(&assets->sources.data[i]);
    tlb_arena_release(&assets->arena);
    tlb_release(assets->context->account, assets, sizeof *assets);
}

static bool knows_volume(const tlb_assets *assets, const char *path)
{
    return assets->opener && assets->opener->knows(assets->context, path);
}

bool tlb_assets_knows_archive(const tlb_assets *assets, const char *path)
{
    static const char *const extensions[] = {"vl2", "pk3", "zip", NULL};
    const char *extension = tlb_path_extension(path);
    bool known = knows_volume(assets, path);
    for (int i = 0; !known && extensions[i]; i++)
        known = tlb_same_nocase(extension, extensions[i]);
    return known;
}

static tlb_status open_archive(tlb_assets *assets, const char *path, tlb_bytes bytes)
{
    return knows_volume(assets, path) ? assets->opener->open(assets, path, bytes)
                                      : tlb_assets_add_archive(assets, path);
}

tlb_status tlb_assets_add(tlb_assets *assets, const char *path)
{
    TLB_REQUIRE(NULL, assets);
    TLB_REQUIRE(assets->context, path);
    switch (tlb_path_kind_of(assets->context, path)) {
    case TLB_PATH_FOLDER:
        return tlb_assets_add_folder(assets, path, assets->context->session->max_nesting);
    case TLB_PATH_FILE:
        return open_archive(assets, path, (tlb_bytes){0});
    default:
        tlb_report(assets->context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL,
                   "%s: no such folder or archive", path);
        return TLB_NOT_FOUND;
    }
}

static tlb_status add_folder_of(tlb_assets *assets, const char *path)
{
    int size = (int)(tlb_path_base(path) - path);
    char *folder = tlb_arena_printf(&assets->arena, "%.*s.", size, path),
         *above = tlb_arena_printf(&assets->arena, "%.*s..", size, path);
    if (!folder || !above || !TLB_RESERVE(&assets->arena, &assets->near, 2))
        return tlb_report_memory(assets->context, &assets->arena);
    if (tlb_path_kind_of(assets->context, folder) != TLB_PATH_FOLDER)
        return TLB_OK;
    assets->near.data[assets->near.count++] = (tlb_near_folder){folder, 1, TLB_TIER_BELOW, false};
    assets->near.data[assets->near.count++] = (tlb_near_folder){above, 0, TLB_TIER_ABOVE, false};
    return tlb_assets_add_folder(assets, folder, 0);
}

tlb_status tlb_assets_add_last(tlb_assets *assets, const char *path, uint32_t levels)
{
    tlb_near_folder *near = TLB_PUSH(&assets->arena, &assets->near);
    if (!near)
        return tlb_report_memory(assets->context, &assets->arena);
    *near = (tlb_near_folder){path, levels, TLB_TIER_ABOVE, false};
    return TLB_OK;
}

/* The volume that a member came from is open already. */
static void forget(tlb_assets *assets, uint32_t first, const char *volume)
{
    for (uint32_t i = first; i < assets->waiting.count; i++)
        if (strcmp(tlb_path_base(assets->waiting.data[i].path), tlb_path_base(volume)) == 0) {
            assets->waiting.data[i] = assets->waiting.data[--assets->waiting.count];
            return;
        }
}

tlb_status tlb_assets_add_beside(tlb_assets *assets, const char *document_path)
{
    TLB_REQUIRE(NULL, assets);
    TLB_REQUIRE(assets->context, document_path);
    const char *volume, *member;
    uint32_t waiting = assets->waiting.count;
    if (!tlb_path_split(assets->context, &assets->arena, document_path, &volume, &member))
        return add_folder_of(assets, document_path);
    tlb_status status = tlb_assets_add(assets, volume);
    if (!status)
        status = add_folder_of(assets, volume);
    if (!status)
        forget(assets, waiting, volume);
    return status;
}

tlb_status tlb_assets_join(tlb_assets *assets, tlb_asset_source source)
{
    tlb_asset_source *joined = TLB_PUSH(&assets->arena, &assets->sources);
    if (!joined) {
        close_source(&source);
        return tlb_report_memory(assets->context, &assets->arena);
    }
    *joined = source;
    joined->tier = assets->tier;
    return TLB_OK;
}

/* --- finding ----------------------------------------------------------------------------------------- */

static bool is_unfit(const tlb_assets *assets, const char *path, uint32_t source)
{
    for (uint32_t i = 0; i < assets->unfit.count; i++)
        if (assets->unfit.data[i].source == source && assets->unfit.data[i].path == path)
            return true;
    return false;
}

/* A finder is asked for what is in nothing before it. */
static tlb_status look_up_finder(tlb_assets *assets, uint32_t source, const char *name, tlb_asset *asset)
{
    const tlb_asset_source *finder = &assets->sources.data[source];
    tlb_asset found = {0};
    tlb_status status = finder->look_up(finder->self, assets, name, &found);
    found.source = source;
    if (!status && found.path && !is_unfit(assets, found.path, source))
        *asset = found;
    return status;
}

/* Sources of earlier tiers were asked before: what they have is unfit. */
static tlb_status look_up_open(tlb_assets *assets, const char *name, tlb_tier tier, tlb_asset *asset)
{
    uint32_t most = 0, shared;
    *asset = (tlb_asset){0};
    for (uint32_t i = 0; i < assets->sources.count; i++) {
        const tlb_asset_source *source = &assets->sources.data[i];
        if (source->look_up) {
            tlb_status status = asset->path ? TLB_OK : look_up_finder(assets, i, name, asset);
            if (status || asset->path)
                return status;
        }
        const tlb_listed *listed =
            source->tier == tier ? tlb_listing_look_up(source->listing, name, &shared) : NULL;
        if (!listed || shared <= most || is_unfit(assets, listed->path, i))
            continue;
        *asset = (tlb_asset){listed->path, listed->place, i};
        most = shared;
    }
    return TLB_OK;
}

/* A volume that cannot be read is left out; one of a folder that is merely near is not reported. */
static tlb_status open_next(tlb_assets *assets)
{
    tlb_context *context = assets->context;
    const tlb_waiting_volume *volume = &assets->waiting.data[assets->opened++];
    const char *path = volume->path;
    bool is_near = volume->tier != TLB_TIER_ADDED;
    tlb_report_mark mark = tlb_report_mark_get(context);
    assets->tier = volume->tier;
    tlb_status status = open_archive(assets, path, volume->bytes);
    assets->tier = TLB_TIER_ADDED;
    if (!status || tlb_is_fatal(status))
        return status;
    bool reported = context->session->diagnostics.count > mark.count;
    const char *reason =
        reported ? context->session->diagnostics.data[mark.count].message : tlb_status_text(status);
    tlb_report_rewind(context, &mark);
    if (!is_near)
        tlb_report(context, TLB_CODE_ARCHIVE_SKIPPED, TLB_NO_OFFSET, NULL, "%s: %s", path, reason);
    return TLB_OK;
}

static bool is_volume_left(const tlb_assets *assets, tlb_tier tier)
{
    return assets->opened < assets->waiting.count && assets->waiting.data[assets->opened].tier <= tier;
}

static tlb_status look_up(tlb_assets *assets, const char *name, tlb_tier tier, tlb_asset *asset)
{
    tlb_status status = look_up_open(assets, name, tier, asset);
    while (!asset->path && !status && is_volume_left(assets, tier)) {
        status = open_next(assets);
        if (!status)
            status = look_up_open(assets, name, tier, asset);
    }
    return status;
}

static tlb_status look_up_spelled(tlb_assets *assets, const char *name, size_t size, const char *extension,
                                  tlb_tier tier, tlb_asset *asset)
{
    char spelled[LONGEST_NAME];
    size_t end = strlen(extension) + 1;
    if (size + end >= sizeof spelled)
        return TLB_OK;
    memcpy(spelled, name, size);
    spelled[size] = '.';
    memcpy(spelled + size + 1, extension, end);
    return look_up_open(assets, spelled, tier, asset);
}

static tlb_status list_near(tlb_assets *assets, tlb_tier tier)
{
    tlb_status status = TLB_OK;
    assets->tier = tier;
    for (uint32_t i = 0; i < assets->near.count && !status; i++) {
        tlb_near_folder *near = &assets->near.data[i];
        if (near->tier != tier || near->is_listed)
            continue;
        near->is_listed = true;
        status = tlb_assets_add_near(assets, near);
    }
    assets->tier = TLB_TIER_ADDED;
    return status;
}

tlb_status tlb_assets_open_all(tlb_assets *assets, tlb_tier tier)
{
    tlb_status status = list_near(assets, tier);
    while (!status && is_volume_left(assets, tier))
        status = open_next(assets);
    return status;
}

static tlb_status look_up_tier(tlb_assets *assets, const char *name, const char *const *extensions,
                               tlb_tier tier, tlb_asset *asset)
{
    const char *own = tlb_path_extension(name);
    size_t size = strlen(name), stem = *own ? (size_t)(own - name) - 1 : size;
    tlb_status status = look_up(assets, name, tier, asset);
    /* All volumes are open by now, if it was not found. */
    for (; !status && !asset->path && extensions && *extensions; extensions++) {
        status = look_up_spelled(assets, name, size, *extensions, tier, asset);
        if (!status && !asset->path && stem < size)
            status = look_up_spelled(assets, name, stem, *extensions, tier, asset);
    }
    return status;
}

/* The games' tools wrote Latin-1; where their files lie today, names are mostly UTF-8. */
static tlb_status look_up_latin(tlb_assets *assets, const char *name, const char *const *extensions,
                                tlb_tier tier, tlb_asset *asset)
{
    size_t size = strlen(name);
    tlb_status status = look_up_tier(assets, name, extensions, tier, asset);
    if (status || asset->path || tlb_is_utf8(name, size))
        return status;
    const char *utf8 = tlb_scene_name(&assets->arena, name, size);
    return utf8 ? look_up_tier(assets, utf8, extensions, tier, asset)
                : tlb_report_memory(assets->context, &assets->arena);
}

tlb_status tlb_assets_look_up(tlb_assets *assets, const char *name, const char *const *extensions,
                              tlb_asset *asset)
{
    tlb_status status = look_up_latin(assets, name, extensions, TLB_TIER_ADDED, asset);
    tlb_tier last = assets->near.count && *tlb_path_base(name) ? TLB_TIER_ABOVE : TLB_TIER_ADDED;
    for (tlb_tier tier = TLB_TIER_BELOW; tier <= last && !status && !asset->path; tier++) {
        status = list_near(assets, tier);
        if (!status)
            status = look_up_latin(assets, name, extensions, tier, asset);
    }
    return status;
}

tlb_status tlb_assets_read(tlb_assets *assets, tlb_arena *arena, const tlb_asset *asset, tlb_bytes *bytes)
{
    const tlb_asset_source *source = &assets->sources.data[asset->source];
    return source->read(source->self, assets->context, arena, asset, bytes);
}

static tlb_status find(tlb_assets *assets, tlb_arena *arena, const char *name, const char *const *extensions,
                       bool (*fits)(tlb_bytes bytes), tlb_bytes *bytes, const char **found)
{
    tlb_asset asset, *unfit = NULL;
    tlb_status status;
    while (!(status = tlb_assets_look_up(assets, name, extensions, &asset)) && asset.path) {
        status = tlb_assets_read(assets, arena, &asset, bytes);
        if (status || !fits || fits(*bytes))
            break;
        unfit = TLB_PUSH(&assets->arena, &assets->unfit);
        if (!unfit) {
            status = tlb_report_memory(assets->context, &assets->arena);
            break;
        }
        *unfit = asset;
    }
    if (!status && !asset.path && unfit) {
        asset = assets->unfit.data[0];
        status = tlb_assets_read(assets, arena, &asset, bytes);
    }
    assets->unfit.count = 0;
    if (status || !asset.path)
        return status ? status : TLB_NOT_FOUND;
    if (found && !(*found = tlb_copy_text(arena, asset.path, strlen(asset.path)).data))
        return tlb_report_memory(assets->context, arena);
    return TLB_OK;
}

tlb_status tlb_assets_find(tlb_assets *assets, tlb_arena *arena, const char *name,
                           const char *const *extensions, bool (*fits)(tlb_bytes bytes), tlb_bytes *bytes,
                           const char **found)
{
    tlb_status earlier = tlb_arena_begin(&assets->arena);
    tlb_status status = find(assets, arena, name, extensions, fits, bytes, found);
    tlb_status failure = tlb_arena_end(&assets->arena, earlier);
    tlb_arena_fail(arena, failure);
    /* With more memory it may have been found. */
    return status == TLB_NOT_FOUND && failure ? tlb_report_failure(assets->context, failure) : status;
}

void tlb_report_missing(tlb_context *context, const char *path, const char *kind, const char *name)
{
    tlb_report_remedy(context, TLB_CODE_ASSET_MISSING, TLB_NO_OFFSET, path, (tlb_remedy){"assets", "FOLDER"},
                      "%s \"%s\" not found", kind, name);
}
