/* Data blocks: what an object of a mission looks like is said by the game's scripts. They are not run: blocks
 * that are declared outside of functions are read. */
#include "core/mission.h"

#include <string.h>

enum { MOST_BYTES = 64 << 20 }; /* of scripts in all */

/* --- scripts ------------------------------------------------------------------------------------------ */

static const char *skip_to(const char *p, const char *end, char sign)
{
    p = tlb_mission_skip(p, end);
    return p && p < end && *p == sign ? p + 1 : NULL;
}

static tlb_text word_at(const char **p, const char *end)
{
    const char *from = tlb_mission_skip(*p, end);
    *p = tlb_mission_skip_word(from, end);
    return (tlb_text){from, (uint32_t)(*p - from)};
}

static bool is_word(tlb_text text, const char *word)
{
    return text.size == strlen(word) && mission_same_letters(text.data, word, text.size);
}

static tlb_text key_of(tlb_arena *work, tlb_text name)
{
    tlb_text copy = tlb_copy_text(work, name.data, name.size);
    return copy.data ? tlb_name_key(work, copy.data) : copy;
}

/* The text of a string without what is before the folder of the game. */
static const char *file_of(tlb_arena *work, const char *from, const char *to)
{
    char name[MISSION_FILE_NAME];
    const tlb_mission_field field = {.kind = TLB_MISSION_BARE, .value = {from, (uint32_t)(to - from)}};
    const char *file = tlb_mission_file_name(&field, name);
    return tlb_copy_text(work, file, strlen(file)).data;
}

/* The fields from "{" to "}"; NULL: they have no end. */
static const char *read_fields(const char *p, const char *end, tlb_arena *work, tlb_mission_block *block)
{
    while ((p = tlb_mission_skip(p, end)) < end && *p != '}') {
        const char *name, *last, *after = tlb_mission_skip_name(p, end, &name);
        if (!after) {
            p = tlb_mission_skip_code(p, end);
            continue;
        }
        bool is_shape = is_word((tlb_text){name, (uint32_t)(after - name)}, "shapeFile");
        const char *value = skip_to(after, end, '=');
        p = value ? tlb_mission_skip_value(value, end, &last) : NULL;
        if (!p)
            return NULL;
        if (is_shape && !(block->shape_file = file_of(work, value, last)))
            return NULL;
        p += p < end && *p == ';';
    }
    return p < end ? p + 1 : NULL;
}

/* datablock Class(Name : Parent) { ... }, or, without parentheses, ClassData Name { ... }, after the first
 * word. NULL: it is none, or memory was refused. */
static const char *read_block(const char *p, const char *end, tlb_mission_blocks *blocks)
{
    tlb_mission_block block = {.shape_file = NULL};
    tlb_arena *work = blocks->work;
    bool has_parentheses = blocks->shapes->grammar->has_parentheses;
    if (has_parentheses) {
        word_at(&p, end);
        if (!(p = skip_to(p, end, '(')))
            return NULL;
    }
    tlb_text name = word_at(&p, end);
    const char *colon = skip_to(p, end, ':');
    if (colon) {
        p = colon;
        block.parent = key_of(work, word_at(&p, end));
    }
    if ((has_parentheses && !(p = skip_to(p, end, ')'))) || !(p = skip_to(p, end, '{')) ||
        !(p = read_fields(p, end, work, &block)))
        return NULL;
    tlb_text key = key_of(work, name);
    int32_t *index = key.data ? tlb_index_find(&blocks->names, work, key.data, key.size) : NULL;
    tlb_mission_block *added = index ? TLB_PUSH(work, &blocks->blocks) : NULL;
    if (!added)
        return NULL;
    *added = block;
    *index = (int32_t)blocks->blocks.count - 1;
    return p;
}

static bool begins_block(tlb_text word, const tlb_mission_grammar *grammar)
{
    enum { DATA = 4 };
    if (grammar->has_parentheses)
        return is_word(word, "datablock") || is_word(word, "singleton");
    return word.size > DATA && mission_same_letters(word.data + word.size - DATA, "Data", DATA);
}

static void read_script(tlb_bytes script, tlb_mission_blocks *blocks)
{
    const char *p = (const char *)script.data, *end = p + script.size;
    while ((p = tlb_mission_skip(p, end)) < end) {
        const char *after = p, *next = NULL;
        tlb_text word = word_at(&after, end);
        if (begins_block(word, blocks->shapes->grammar))
            next = read_block(after, end, blocks);
        p = next ? next : tlb_mission_skip_code(p, end);
    }
}

/* --- among the assets ---------------------------------------------------------------------------------- */

static tlb_status read_scripts_of(tlb_mission_blocks *blocks, uint32_t source, size_t *left)
{
    const tlb_listing *listing = blocks->assets->sources.data[source].listing;
    for (uint32_t i = 0; listing && i < listing->members.count; i++) {
        const tlb_listed *listed = &listing->members.data[i];
        tlb_bytes script;
        if (!tlb_same_nocase(tlb_path_extension(listed->path), "cs"))
            continue;
        const tlb_asset asset = {listed->path, listed->place, source};
        tlb_status status = tlb_assets_read(blocks->assets, blocks->work, &asset, &script);
        if (tlb_is_fatal(status))
            return status;
        if (status || script.size > *left)
            continue;
        *left -= script.size;
        read_script(script, blocks);
        if (blocks->work->failure)
            return tlb_report_memory(blocks->context, blocks->work);
    }
    return TLB_OK;
}

static tlb_status read_scripts(tlb_mission_blocks *blocks)
{
    size_t left = MOST_BYTES;
    blocks->read = true;
    tlb_status status = tlb_assets_open_all(blocks->assets, TLB_TIER_ABOVE);
    for (uint32_t i = 0; !status && i < blocks->assets->sources.count; i++)
        status = read_scripts_of(blocks, i, &left);
    return status;
}

/* --- of an object --------------------------------------------------------------------------------------- */

static tlb_status report_unknown(tlb_mission_blocks *blocks, const char *name, tlb_text key, const char *path)
{
    int32_t *met = tlb_index_find(&blocks->missing, blocks->work, key.data, key.size);
    if (!met)
        return tlb_report_memory(blocks->context, blocks->work);
    if (*met == TLB_INDEX_NEW)
        tlb_report_missing(blocks->context, path, "data block", name);
    *met = 0;
    return TLB_OK;
}

/* The shape that the scripts say; NULL: none. */
static const char *shape_of(const tlb_mission_blocks *blocks, tlb_text key)
{
    enum { MOST_PARENTS = 32 };
    const char *shape_file = NULL;
    for (int i = 0; i < MOST_PARENTS && !shape_file && key.size; i++) {
        const int32_t *index = tlb_index_look(&blocks->names, key.data, key.size);
        key = index ? blocks->blocks.data[*index].parent : (tlb_text){0};
        shape_file = index ? blocks->blocks.data[*index].shape_file : NULL;
    }
    return shape_file;
}

tlb_status tlb_mission_find_shape(tlb_mission_blocks *blocks, const tlb_mission_object *object,
                                  const char *path, const char **shape_file)
{
    const tlb_mission_shapes *shapes = blocks->shapes;
    const tlb_mission_field *field = tlb_mission_find(object, "dataBlock");
    *shape_file = NULL;
    if (!field || !field->value.size || tlb_mission_is_any(object, shapes->places))
        return TLB_OK;
    tlb_status status = blocks->read ? TLB_OK : read_scripts(blocks);
    if (status)
        return status;
    tlb_text key = tlb_name_key(blocks->work, field->value.data);
    if (!key.data)
        return tlb_report_memory(blocks->context, blocks->work);
    *shape_file = shape_of(blocks, key);
    if (!*shape_file && shapes->otherwise)
        *shape_file = shapes->otherwise(field->value.data);
    if (*shape_file || !tlb_mission_is_any(object, shapes->shaped) ||
        tlb_index_look(&blocks->names, key.data, key.size))
        return TLB_OK;
    return report_unknown(blocks, field->value.data, key, path);
}
