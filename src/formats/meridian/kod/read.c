/* Files of kod: headers, which have constants, and classes. */
#include "formats/meridian/kod/kod.h"

typedef enum section { NO_SECTION, CONSTANTS, RESOURCES, VARIABLES, MESSAGES } section;

static section section_of(tlb_text name)
{
    static const struct {
        const char *name;
        section section;
    } sections[] = {{"constants", CONSTANTS},
                    {"resources", RESOURCES},
                    {"classvars", VARIABLES},
                    {"properties", VARIABLES},
                    {"messages", MESSAGES}};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (kod_is(name, sections[i].name))
            return sections[i].section;
    return NO_SECTION;
}

static bool begins_section(const kod_reader *r)
{
    kod_reader ahead = *r;
    tlb_kod_next(&ahead);
    return r->token.kind == KOD_WORD && section_of(r->token.text) && tlb_kod_at_sign(&ahead, ':');
}

/* After the name. */
static bool read_constant(kod_reader *r, kod_names *constants, tlb_text name)
{
    if (!tlb_kod_take_sign(r, '='))
        return true;
    kod_value value = tlb_kod_value(r);
    return value.kind != KOD_NUMBER || tlb_kod_add_name(r->tree, constants, name, value);
}

static bool read_resource(kod_reader *r, tlb_text name)
{
    if (!tlb_kod_take_sign(r, '='))
        return true;
    kod_value value = {.kind = KOD_NAME, .name = r->token.text};
    if (r->token.kind == KOD_WORD || r->token.kind == KOD_DIGITS)
        value.name = tlb_kod_take_file(r);
    else
        tlb_kod_next(r);
    return tlb_kod_add_name(r->tree, &r->c->resources, name, value);
}

static bool read_variable(kod_reader *r, tlb_text name)
{
    kod_value value = {.kind = KOD_NIL};
    if (tlb_kod_take_sign(r, '='))
        value = tlb_kod_value(r);
    return tlb_kod_add_name(r->tree, &r->c->variables, name, value);
}

static bool read_entry(kod_reader *r, section in)
{
    tlb_text name = r->token.text;
    bool is_include = tlb_kod_at_word(r, "include") && in != VARIABLES;
    tlb_kod_next(r);
    if (is_include) {
        tlb_kod_take_file(r);
        return true;
    }
    switch (in) {
    case CONSTANTS:
        return read_constant(r, &r->c->constants, name);
    case RESOURCES:
        return read_resource(r, name);
    case VARIABLES:
        return read_variable(r, name);
    default:
        return true;
    }
}

static bool read_sections(kod_reader *r)
{
    section in = NO_SECTION;
    while (r->token.kind != KOD_END && in != MESSAGES) {
        if (begins_section(r)) {
            in = section_of(r->token.text);
            tlb_kod_next(r);
        } else if (r->token.kind == KOD_WORD) {
            if (!read_entry(r, in))
                return false;
            continue;
        }
        tlb_kod_next(r);
    }
    return tlb_kod_read_messages(r);
}

/* Name [is Parent] */
static bool read_head(kod_reader *r)
{
    r->c->name = r->token.text;
    if (r->token.kind != KOD_WORD)
        return false;
    tlb_kod_next(r);
    if (!tlb_kod_take_word(r, "is"))
        return begins_section(r);
    r->c->parent = r->token.text;
    return r->token.kind == KOD_WORD;
}

static kod_reader begin(kod_tree *tree, tlb_bytes text, kod_class *c)
{
    const char *from = (const char *)text.data;
    kod_reader r = {.tree = tree, .at = from, .end = text.size ? from + text.size : from, .c = c};
    tlb_kod_next(&r);
    return r;
}

bool tlb_kod_read_header(kod_tree *tree, tlb_bytes text)
{
    kod_reader r = begin(tree, text, NULL);
    while (r.token.kind != KOD_END) {
        tlb_text name = r.token.text;
        bool is_word = r.token.kind == KOD_WORD;
        tlb_kod_next(&r);
        if (is_word && !read_constant(&r, &tree->constants, name))
            return false;
    }
    return true;
}

bool tlb_kod_read_class(kod_tree *tree, const char *path, tlb_bytes text)
{
    char buffer[KOD_LONGEST_NAME];
    kod_class c = {.path = path};
    kod_reader r = begin(tree, text, &c);
    if (!read_head(&r)) {
        const char **other = TLB_PUSH(tree->work, &tree->without_class);
        if (other)
            *other = path;
        return other != NULL;
    }
    if (!read_sections(&r))
        return false;
    tlb_text key = tlb_kod_key(c.name, buffer);
    int32_t *place = key.size ? tlb_kod_place(tree, &tree->class_names, key) : NULL;
    kod_class *added = place ? TLB_PUSH(tree->work, &tree->classes) : NULL;
    if (!added)
        return !key.size;
    *added = c;
    if (*place == TLB_INDEX_NEW)
        *place = (int32_t)tree->classes.count - 1;
    return true;
}

/* --- among the assets --------------------------------------------------------------------------------- */

static tlb_status read_file(kod_tree *tree, tlb_assets *assets, const tlb_asset *asset, bool headers,
                            size_t *left)
{
    tlb_bytes text;
    tlb_mark mark = tlb_arena_mark(tree->work);
    if (!tlb_same_nocase(tlb_path_extension(asset->path), headers ? "khd" : "kod"))
        return TLB_OK;
    tlb_status status = tlb_assets_read(assets, tree->work, asset, &text);
    if (status)
        return tlb_is_fatal(status) ? status : TLB_OK;
    if (text.size > *left) {
        tree->left_out++;
        tlb_arena_rewind(tree->work, mark);
        return TLB_OK;
    }
    *left -= text.size;
    bool is_read = headers ? tlb_kod_read_header(tree, text) : tlb_kod_read_class(tree, asset->path, text);
    return is_read && !tree->work->failure ? TLB_OK : tlb_report_memory(assets->context, tree->work);
}

static tlb_status read_kind(kod_tree *tree, tlb_assets *assets, bool headers, size_t *left)
{
    tlb_status status = TLB_OK;
    for (uint32_t source = 0; source < assets->sources.count; source++) {
        const tlb_listing *listing = assets->sources.data[source].listing;
        for (uint32_t i = 0; listing && i < listing->members.count && !status; i++) {
            const tlb_listed *listed = &listing->members.data[i];
            const tlb_asset asset = {listed->path, listed->place, source};
            status = read_file(tree, assets, &asset, headers, left);
        }
    }
    return status;
}

tlb_status tlb_kod_read_all(kod_tree *tree, tlb_assets *assets)
{
    size_t left = KOD_MOST_BYTES;
    tlb_status status = tlb_assets_open_all(assets, TLB_TIER_ADDED);
    if (!status)
        status = read_kind(tree, assets, true, &left);
    return status ? status : read_kind(tree, assets, false, &left);
}
