/* Has assimp read a document. It opens no file itself: what it asks for is the document or one of its assets.
 */
#include "formats/foreign/foreign.h"

#include "base/text.h"

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>

#include <stdlib.h>

typedef struct reader {
    tlb_document *document;
    tlb_assets *assets;
    tlb_arena arena; /* files beside, until the import ends */
    const char *name;
} reader;

typedef struct open_file {
    struct aiFile file;
    tlb_bytes bytes;
    size_t at;
} open_file;

static size_t read_file(struct aiFile *file, char *out, size_t size, size_t count)
{
    open_file *f = (open_file *)(void *)file->UserData;
    size_t most = size ? (f->bytes.size - f->at) / size : 0;
    count = count < most ? count : most;
    if (count)
        memcpy(out, f->bytes.data + f->at, count * size);
    f->at += count * size;
    return count;
}

static size_t write_file(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file;
    (void)from;
    (void)size;
    (void)count;
    return 0;
}

static size_t tell_file(struct aiFile *file)
{
    return ((open_file *)(void *)file->UserData)->at;
}

static size_t size_file(struct aiFile *file)
{
    return ((open_file *)(void *)file->UserData)->bytes.size;
}

static aiReturn seek_file(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    open_file *f = (open_file *)(void *)file->UserData;
    size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? f->at : f->bytes.size;
    size_t to = from + offset; /* wraps where the offset is negative */
    if (to > f->bytes.size)
        return aiReturn_FAILURE;
    f->at = to;
    return aiReturn_SUCCESS;
}

static void flush_file(struct aiFile *file)
{
    (void)file;
}

static bool find(reader *r, const char *name, tlb_bytes *bytes)
{
    const char *base = name[0] == '.' && name[1] == '/' ? name + 2 : name;
    if (strcmp(base, r->name) == 0) {
        *bytes = ((foreign_root *)r->document->root)->data;
        return true;
    }
    tlb_report_mark mark = tlb_report_mark_get(r->document->context);
    tlb_status status =
        r->assets ? tlb_assets_find(r->assets, &r->arena, base, NULL, NULL, bytes, NULL) : TLB_NOT_FOUND;
    tlb_report_rewind(r->document->context, &mark);
    return !status;
}

static struct aiFile *open_named(struct aiFileIO *io, const char *name, const char *mode)
{
    reader *r = (reader *)(void *)io->UserData;
    tlb_bytes bytes;
    if (strchr(mode, 'w') || !find(r, name, &bytes))
        return NULL;
    open_file *f = tlb_zalloc(&r->arena, sizeof *f);
    if (!f)
        return NULL;
    f->bytes = bytes;
    f->file = (struct aiFile){read_file, write_file, tell_file, size_file, seek_file, flush_file, (char *)f};
    return &f->file;
}

static void close_named(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    (void)file;
}

static struct aiPropertyStore *choose_properties(void)
{
    struct aiPropertyStore *store = aiCreatePropertyStore();
    if (!store)
        return NULL;
    aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    aiSetImportPropertyInteger(store, AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    aiSetImportPropertyInteger(store, AI_CONFIG_PP_LBW_MAX_WEIGHTS, TLB_INFLUENCES);
    return store;
}

const struct aiScene *tlb_foreign_import(tlb_document *document, tlb_assets *assets, tlb_status *status)
{
    enum {
        STEPS = aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_LimitBoneWeights |
                aiProcess_FlipUVs | aiProcess_JoinIdenticalVertices | aiProcess_ValidateDataStructure |
                aiProcess_GlobalScale
    };
    reader r = {.document = document, .assets = assets};
    struct aiPropertyStore *store = choose_properties();
    tlb_arena_init(&r.arena, document->context->account);
    /* Some importers look at the extension alone. */
    const char *base = tlb_path_base(document->name);
    r.name = *tlb_path_extension(base)
                 ? base
                 : tlb_arena_printf(&r.arena, "file.%s", document->format->info.extensions[0]);
    struct aiFileIO io = {open_named, close_named, (char *)&r};
    const struct aiScene *scene =
        store && r.name ? aiImportFileExWithProperties(r.name, STEPS, &io, store) : NULL;
    *status = TLB_OK;
    if (!store || !r.name || r.arena.failure)
        *status = tlb_report_memory(document->context, &r.arena);
    else if (!scene) {
        tlb_report(document->context, TLB_CODE_FOREIGN_IMPORT, TLB_NO_OFFSET, NULL, "assimp: %.300s",
                   aiGetErrorString());
        *status = TLB_INVALID;
    }
    if (store)
        aiReleasePropertyStore(store);
    tlb_arena_release(&r.arena);
    if (*status && scene)
        aiReleaseImport(scene);
    return *status ? NULL : scene;
}
