/* Reading the JSON, and the container of GLB. */
#include "formats/interchange/gltf/document.h"

/* glTF 1.0 has objects where 2.0 has arrays: it is refused by its version before they are met. */
static bool refuse_version(gltf_fields *g)
{
    const tlb_json_node *asset = tlb_json_member(g->tree, g->tree->nodes, "asset");
    const tlb_json_node *version = tlb_json_member(g->tree, asset, "version");
    if (!version || version->kind != TLB_JSON_TEXT)
        return false;
    const char *text = g->tree->text + version->start + 1;
    uint32_t size = version->end - version->start - 2;
    if (size >= 2 && memcmp(text, "2.", 2) == 0)
        return false;
    g->w->at = (const uint8_t *)text;
    tlb_walk_fail(g->w,
                  size >= 2 && memcmp(text, "1.", 2) == 0 ? TLB_CODE_NOT_SUPPORTED : TLB_CODE_BAD_VERSION,
                  "asset.version", "glTF %.*s, expected 2.0", (int)(size < 20 ? size : 20), text);
    return true;
}

tlb_status tlb_gltf_read_text(tlb_context *context, tlb_arena *arena, tlb_bytes source, tlb_bytes text,
                              tlb_gltf *x, tlb_checker *checker)
{
    static const char mark[] = "\xef\xbb\xbf";
    tlb_json_tree tree;
    tlb_json_error error;
    tlb_arena work;
    tlb_walk w = tlb_walk_reader(context, arena, source);
    if (text.size >= 3 && memcmp(text.data, mark, 3) == 0)
        text = (tlb_bytes){text.data + 3, text.size - 3};
    while (text.size && !text.data[text.size - 1])
        text.size--;
    tlb_arena_init(&work, context->account);
    w.at = text.data;
    w.status = tlb_json_parse(context, &work, text, &tree, &error);
    gltf_fields g = {.w = &w, .tree = &tree, .object = tree.nodes, .checker = checker};
    if (w.status == TLB_INVALID) {
        w.status = TLB_OK;
        w.at = text.data + error.offset;
        tlb_walk_fail(&w, TLB_CODE_GLTF_JSON, NULL, "%s", error.message);
    } else if (!w.status && tree.nodes->kind != TLB_JSON_TABLE)
        tlb_walk_fail(&w, TLB_CODE_GLTF_TYPE, NULL, "expected an object, found %s",
                      tlb_json_kind_name((tlb_json_kind)tree.nodes->kind));
    else if (!w.status && !refuse_version(&g))
        tlb_gltf_walk_members(&g, x);
    tlb_arena_release(&work);
    return w.status;
}

static gltf_root *make_root(tlb_document *document, bool binary)
{
    gltf_root *root = tlb_zalloc(&document->arena, sizeof *root);
    if (!root)
        return NULL;
    root->binary = binary;
    root->gltf.scene = TLB_NONE;
    document->root = root;
    return root;
}

tlb_status tlb_gltf_read(tlb_document *document)
{
    gltf_root *root = make_root(document, false);
    if (!root)
        return tlb_report_memory(document->context, &document->arena);
    root->spelling = document->source;
    return tlb_gltf_read_text(document->context, &document->arena, document->source, root->spelling,
                              &root->gltf, NULL);
}

static uint32_t read_chunks(tlb_walk *w, tlb_gltf *x)
{
    TLB_LIST(tlb_gltf_chunk) chunks = {0};
    while (!w->status && w->end - w->at >= GLB_CHUNK_HEADER) {
        uint32_t length = 0;
        tlb_gltf_chunk *chunk = TLB_PUSH(w->arena, &chunks);
        if (!chunk) {
            tlb_walk_no_memory(w);
            break;
        }
        walk_u32(w, "chunkLength", &length);
        WALK(w, chunk, chunkType);
        chunk->chunkData.size = length;
        tlb_walk_bytes(w, "chunkData", &chunk->chunkData);
    }
    x->chunks.data = chunks.data;
    return x->chunks.count = chunks.count;
}

tlb_status tlb_glb_read(tlb_document *document)
{
    gltf_root *root = make_root(document, true);
    if (!root)
        return tlb_report_memory(document->context, &document->arena);
    tlb_bytes source = document->source;
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, source);
    uint32_t version = 0, length = 0, json_length = 0, json_type = 0;
    tlb_walk_signature(&w, "magic", "glTF", 4);
    walk_u32(&w, "version", &version);
    if (version != GLB_VERSION)
        tlb_walk_refuse(&w, 4, version == 1 ? TLB_CODE_NOT_SUPPORTED : TLB_CODE_BAD_VERSION, "version",
                        "version %u of GLB, expected %u", version, GLB_VERSION);
    walk_u32(&w, "length", &length);
    root->gltf.length = length == source.size ? 0 : length;
    walk_u32(&w, "chunkLength", &json_length);
    walk_u32(&w, "chunkType", &json_type);
    if (!w.status && json_type != GLB_JSON)
        tlb_walk_refuse(&w, 4, TLB_CODE_BAD_SIGNATURE, "chunkType",
                        "the first chunk is 0x%08x, expected JSON", json_type);
    root->spelling.size = json_length;
    tlb_walk_bytes(&w, "json", &root->spelling);
    read_chunks(&w, &root->gltf);
    if (w.status)
        return w.status;
    root->gltf.tail = (tlb_bytes){w.at, (size_t)(w.end - w.at)};
    return tlb_gltf_read_text(document->context, &document->arena, source, root->spelling, &root->gltf, NULL);
}
