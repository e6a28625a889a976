/* Converts a model to GLB without a path: the model, its textures and its palette are bytes that the program
 * has, as a game has those of its own archives, and a service those that it was sent.
 *
 *     memory_files MODEL OUT.glb [FILE...]      FILE: what the model may need
 */
#include <trilobite/trilobite.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct packed_file {
    const char *name;
    tlb_bytes bytes;
} packed_file;

typedef struct pack {
    packed_file *files;
    size_t count;
} pack;

/* --- the program's own files --------------------------------------------------------------------------- */

static bool load(const char *path, packed_file *loaded)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0, capacity = 0, got = 1;
    while (file && got) {
        if (size == capacity) {
            uint8_t *grown = realloc(data, capacity = capacity ? 2 * capacity : 65536);
            if (!grown)
                break;
            data = grown;
        }
        size += got = fread(data + size, 1, capacity - size, file);
    }
    bool complete = file && !got && !ferror(file);
    if (file)
        fclose(file);
    if (!complete)
        perror(path);
    *loaded = (packed_file){tlb_path_base(path), {data, size}};
    return complete;
}

static void release(pack *p)
{
    for (size_t i = 0; i < p->count; i++)
        free((void *)(uintptr_t)p->files[i].bytes.data);
    free(p->files);
}

/* --- what the library asks for ------------------------------------------------------------------------- */

static bool is_same_name(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

/* A tlb_asset_finder: `name` is as the model has it, maybe with folders. */
static tlb_status find(void *user, const char *name, tlb_bytes *bytes)
{
    const pack *p = user;
    for (size_t i = 0; i < p->count; i++)
        if (is_same_name(p->files[i].name, tlb_path_base(name))) {
            *bytes = p->files[i].bytes;
            return TLB_OK;
        }
    return TLB_NOT_FOUND;
}

/* Textures are asked for by name. A palette belongs to whatever bitmap has its colors: it has to be there. */
static tlb_status add_files(tlb_assets *assets, pack *p)
{
    tlb_status status = tlb_assets_add_finder(assets, find, p);
    for (size_t i = 0; i < p->count && !status; i++)
        if (is_same_name(tlb_path_extension(p->files[i].name), "ppl"))
            status = tlb_assets_add_memory(assets, p->files[i].name, p->files[i].bytes);
    return status;
}

static tlb_status convert(tlb_context *context, const packed_file *model, pack *p, const char *out)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_document *document = NULL;
    tlb_files *files = NULL;
    options.assets = tlb_assets_create(context);
    tlb_status status = options.assets ? add_files(options.assets, p) : TLB_NO_MEMORY;
    if (!status)
        status = tlb_open_memory(context, model->bytes.data, model->bytes.size, model->name, NULL, &document);
    if (!status)
        status = tlb_convert(document, tlb_format_by_name("glb"), "model.glb", &options, &files);
    if (!status) {
        tlb_bytes glb = files->data[0].bytes; /* a GLB is one file */
        FILE *file = fopen(out, "wb");
        bool written = file && fwrite(glb.data, 1, glb.size, file) == glb.size;
        if ((file && fclose(file) != 0) || !written) {
            perror(out);
            status = TLB_WRITE_FAILED;
        }
    }
    tlb_files_free(files);
    tlb_document_free(document);
    tlb_assets_free(options.assets);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: memory_files MODEL OUT.glb [FILE...]\n");
        return EXIT_FAILURE;
    }
    packed_file model = {0};
    pack p = {.files = calloc((size_t)argc, sizeof *p.files)};
    bool complete = p.files && load(argv[1], &model);
    for (int i = 3; i < argc && complete; i++)
        complete = load(argv[i], &p.files[p.count++]);

    tlb_context_options limits = TLB_CONTEXT_OPTIONS_INIT;
    limits.max_bytes = (uint64_t)256 << 20; /* whatever was sent */
    tlb_context *context = complete ? tlb_context_create(&limits) : NULL;
    tlb_status status = context ? convert(context, &model, &p, argv[2]) : TLB_READ_FAILED;
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        fprintf(stderr, "%s: %s: %s\n", model.name, tlb_severity_name(d->severity), d->message);
    }
    tlb_context_free(context);
    release(&p);
    free((void *)(uintptr_t)model.bytes.data);
    return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
