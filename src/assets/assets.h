/* Where the files that a document names come from. A source is a folder, an archive that libarchive reads, a
 * volume of a game, or files in memory, each with a listing of its members; or a finder, which has none.
 * Names are compared without regard to the case of letters, and / and \ both separate. */
#ifndef TLB_ASSETS_ASSETS_H
#define TLB_ASSETS_ASSETS_H

#include "assets/listing.h"
#include "trilobite/assets.h"

/* A member of a source, as it was found. */
typedef struct tlb_asset {
    const char *path; /* within its source; NULL: none was found */
    uint32_t place;   /* where in its source, in the source's own terms */
    uint32_t source;
} tlb_asset;

/* Where it is looked first. What was added, and the volumes in it, comes before what is merely near. */
typedef enum tlb_tier {
    TLB_TIER_ADDED,
    TLB_TIER_BELOW, /* the folders in a document's folder, which itself is added */
    TLB_TIER_ABOVE, /* the folder that it is in */
    TLB_TIERS
} tlb_tier;

/* One place to look. `read` gives a member's bytes in the arena, and reports when it cannot. */
typedef struct tlb_asset_source {
    tlb_status (*read)(void *self, tlb_context *context, tlb_arena *arena, const tlb_asset *asset,
                       tlb_bytes *bytes);
    /* The file of this name, if it has one; it reports. NULL: what it has is in the listing. */
    tlb_status (*look_up)(void *self, tlb_assets *assets, const char *name, tlb_asset *asset);
    void (*close)(void *self); /* NULL: there is nothing to close */
    void *self;                /* in the arena of the assets, or freed by close */
    const tlb_listing *listing;
    tlb_tier tier; /* set when it joins */
} tlb_asset_source;

/* A volume among files: opened when a file is found nowhere else. */
typedef struct tlb_waiting_volume {
    const char *path;
    tlb_bytes bytes; /* of one in memory; the data of others is NULL */
    tlb_tier tier;
} tlb_waiting_volume;

/* A folder near a document: listed when a file is not in what was added. */
typedef struct tlb_near_folder {
    const char *path;
    uint32_t levels;
    tlb_tier tier;
    bool is_listed;
} tlb_near_folder;

/* What opens the archives that this layer does not know: volumes. */
typedef struct tlb_asset_opener {
    bool (*knows)(const tlb_context *context, const char *path); /* by the name; the file need not exist */
    /* Joins with the file's members. The data of `bytes` is NULL: it is read. */
    tlb_status (*open)(tlb_assets *assets, const char *path, tlb_bytes bytes);
} tlb_asset_opener;

struct tlb_assets {
    tlb_context *context;
    const tlb_asset_opener *opener; /* NULL: none */
    tlb_arena arena;
    TLB_LIST(tlb_waiting_volume) waiting;
    uint32_t opened; /* how many of them */
    TLB_LIST(tlb_near_folder) near;
    tlb_tier tier; /* of what joins now */
    TLB_LIST(tlb_asset_source) sources;
    TLB_LIST(tlb_asset) unfit; /* during tlb_assets_find: what is not found any more */
};

/* tlb_assets_create is this with the opener of the formats. NULL without memory. */
tlb_assets *tlb_assets_make(tlb_context *context, const tlb_asset_opener *opener);

/* The bytes of the member that has this name. Of several with the same base name it is the one whose path
 * shares most folders with `name`, counted from the end, and of those the one added first. When there is
 * none, each of `extensions` (NULL at the end, may be NULL) is tried, appended to the name and in place of
 * its own. A name that is no UTF-8 is looked for as it is, then read as Latin-1. Those whose bytes do not fit
 * (NULL: all do) are passed over, unless there is no other. The bytes and `found` (the member's path, may be
 * NULL) live in `arena`. TLB_NOT_FOUND is not reported; what else keeps the member from being read is. */
tlb_status tlb_assets_find(tlb_assets *assets, tlb_arena *arena, const char *name,
                           const char *const *extensions, bool (*fits)(tlb_bytes bytes), tlb_bytes *bytes,
                           const char **found);

/* tlb_assets_find in two steps: which member it is and its bytes. */
tlb_status tlb_assets_look_up(tlb_assets *assets, const char *name, const char *const *extensions,
                              tlb_asset *asset);
tlb_status tlb_assets_read(tlb_assets *assets, tlb_arena *arena, const tlb_asset *asset, tlb_bytes *bytes);

/* Reports ASSET_MISSING for a name that was not found. `kind` is what the file is ("texture"). */
void tlb_report_missing(tlb_context *context, const char *path, const char *kind, const char *name);

/* Opens all volumes of a tier, and of those before it: for who goes through all members. */
tlb_status tlb_assets_open_all(tlb_assets *assets, tlb_tier tier);

/* Files that are looked for last: those of a folder and of those in it, `levels` deep. The path lives as long
 * as the assets. Listed when the first file is found nowhere else; what cannot be read there is not reported.
 */
tlb_status tlb_assets_add_last(tlb_assets *assets, const char *path, uint32_t levels);

/* The files of a folder and of those in it, `levels` deep: 0 is the folder alone. */
tlb_status tlb_assets_add_folder(tlb_assets *assets, const char *path, uint32_t levels);
/* The same of a folder near a document: what of it cannot be read is left out, and so is what comes after the
 * first 65,536 files; neither is reported. */
tlb_status tlb_assets_add_near(tlb_assets *assets, const tlb_near_folder *near);
/* zip, 7z and tar, the latter also compressed. */
tlb_status tlb_assets_add_archive(tlb_assets *assets, const char *path);
/* By its name, whether a file in a folder is a volume, or a zip file such as engines read. */
bool tlb_assets_knows_archive(const tlb_assets *assets, const char *path);

/* --- for sources ------------------------------------------------------------------------------------- */

/* Adds a source, which is closed with the assets, or at once when it cannot be added. */
tlb_status tlb_assets_join(tlb_assets *assets, tlb_asset_source source);

#endif
