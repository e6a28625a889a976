/* The UDMF format as the registry knows it. */
#include "formats/meridian/udmf/udmf.h"

#include "base/text.h"
#include "core/mission.h"
#include "formats/meridian/roo/roo.h"
#include "formats/meridian/wad/wad.h"

#include <stdio.h>

static const tlb_mission_grammar grammar = {.indent = "\t"};

/* The first words are a field, which is the namespace unless comments are before much. */
static int probe(tlb_bytes source)
{
    enum { LIKELY = 80 };
    static const char word[] = "namespace";
    const char *text = (const char *)source.data, *end = text + source.size, *name;
    if (!source.size)
        return 0;
    const char *p = tlb_mission_skip(text, end), *after = tlb_mission_skip_name(p, end, &name);
    if (!after || name != p || (size_t)(after - p) != sizeof word - 1)
        return 0;
    for (size_t i = 0; i < sizeof word - 1; i++)
        if (tlb_lower(p[i]) != word[i])
            return 0;
    return LIKELY;
}

/* --- what missions may have and maps not --------------------------------------------------------------- */

typedef struct grammar_check {
    tlb_context *context;
    tlb_bytes source;
    char path[64];
} grammar_check;

static tlb_status refuse(const grammar_check *x, uint32_t spelling, const char *message)
{
    const char *text = (const char *)x->source.data;
    const char *at = tlb_mission_skip(text + spelling - 1, text + x->source.size);
    tlb_report(x->context, TLB_CODE_BAD_WORD, (uint64_t)(at - text), x->path, "%s", message);
    return TLB_INVALID;
}

static bool is_field(const tlb_mission_field *field)
{
    return field->kind != TLB_MISSION_CODE && !field->type.size &&
           !memchr(field->name.data, '[', field->name.size);
}

static tlb_status check_fields(grammar_check *x, const char *list, const tlb_mission_field *fields,
                               uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!is_field(&fields[i])) {
            snprintf(x->path, sizeof x->path, "%s[%u]", list, i);
            return refuse(x, fields[i].spelling, "expected \"name = value;\" or \"name {\"");
        }
    return TLB_OK;
}

static tlb_status check_block(grammar_check *x, uint32_t index, const tlb_mission_object *block)
{
    char list[48];
    snprintf(x->path, sizeof x->path, "objects[%u]", index);
    if (block->depth)
        return refuse(x, block->spelling, "a block within another, which maps cannot have");
    snprintf(list, sizeof list, "objects[%u].fields", index);
    return check_fields(x, list, block->fields.data, block->fields.count);
}

static tlb_status check_grammar(tlb_context *context, tlb_bytes source, const tlb_mission *map)
{
    grammar_check x = {.context = context, .source = source};
    tlb_status status = check_fields(&x, "statements", map->statements.data, map->statements.count);
    for (uint32_t i = 0; i < map->objects.count && !status; i++)
        status = check_block(&x, i, &map->objects.data[i]);
    return status;
}

/* The grammar of maps is that of missions without keyword. */
static tlb_status parse(tlb_context *context, tlb_arena *arena, tlb_bytes source, tlb_mission_root **root)
{
    *root = tlb_mission_create(context, arena, &grammar);
    if (!*root)
        return arena->failure;
    tlb_status status = tlb_mission_read(context, arena, source, *root);
    return status ? status : check_grammar(context, source, &(*root)->mission);
}

static tlb_status read(tlb_document *document)
{
    tlb_mission_root *root;
    tlb_status status = parse(document->context, &document->arena, document->source, &root);
    document->root = root;
    return status;
}

static void walk(tlb_walk *w, void **root)
{
    tlb_mission_visit(w, root, &grammar);
}

tlb_mission *tlb_document_udmf(tlb_document *document)
{
    return document && document->format == &tlb_format_udmf ? &((tlb_mission_root *)document->root)->mission
                                                            : NULL;
}

/* --- rooms -------------------------------------------------------------------------------------------- */

/* The map of a document in UDMF, or the first of a WAD. */
static tlb_status map_of(tlb_document *source, tlb_arena *arena, tlb_mission_root **root)
{
    tlb_bytes text;
    if (source->format == &tlb_format_udmf) {
        *root = source->root;
        return TLB_OK;
    }
    if (tlb_wad_find_map(source->root, &text))
        return parse(source->context, arena, text, root);
    tlb_report(source->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
               "the WAD has no map in UDMF: no lump is called TEXTMAP");
    return TLB_UNSUPPORTED;
}

static tlb_status copy_map(tlb_document *source, tlb_buffer *out)
{
    tlb_mission_root *root;
    tlb_arena arena;
    tlb_arena_init(&arena, source->context->account);
    tlb_status status = map_of(source, &arena, &root);
    if (!status)
        status = tlb_mission_write(source->context, root, out);
    tlb_arena_release(&arena);
    return status;
}

tlb_status tlb_udmf_write_map(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    const tlb_roo *room = tlb_document_roo(source);
    if (room)
        return tlb_udmf_from_room(conversion->context, room, out);
    return copy_map(source, out);
}

tlb_status tlb_udmf_write_room(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    const tlb_roo_write_options *options = conversion->to;
    tlb_mission_root *root;
    tlb_roo room = {0};
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    tlb_status status = map_of(source, &arena, &root);
    if (!status)
        status = tlb_udmf_to_room(conversion->context, &arena, &root->mission, (int)options->version, &room);
    if (!status && options->encrypt)
        room.encryption = tlb_roo_cipher_of_version(room.version);
    if (!status)
        status = tlb_roo_write(conversion->context, &(void *){&room}, out);
    tlb_arena_release(&arena);
    return status;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    static const tlb_mission_file names_none[] = {{0}};
    return tlb_mission_describe(document, summary, table, names_none);
}

const tlb_format tlb_format_udmf = {
    .info = {.name = "udmf",
             .title = "UDMF map of a room",
             .family = "meridian",
             .versions = "1.1",
             .extensions = (const char *const[]){"udmf", "textmap", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("namespace = \""), TLB_SIGNATURE("namespace=\"")),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK,
             .minimal = TLB_JSON(
                 {"format" : "udmf", "statements" : [ {"name" : "namespace", "value" : "Meridian59"} ]})},
    .probe = probe,
    .read = read,
    .walk = walk,
    .write = tlb_mission_save,
    .check = tlb_udmf_check,
    .describe = describe,
    .translates = (const char *const[]){"roo", "wad", NULL},
    .translate = tlb_udmf_write_map,
};
