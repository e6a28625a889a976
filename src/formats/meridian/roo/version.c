/* Another version of a room, and the same encrypted or in clear. What both versions have keeps its value;
 * what the target has no place for is dropped and reported; what it must have and the source lacks is
 * made. */
#include "formats/meridian/roo/version.h"

#include "base/text.h"
#include "formats/meridian/roo/build.h"
#include "formats/meridian/roo/cipher.h"

void *roo_replace(roo_reshaping *r, const void *source, size_t count, size_t size)
{
    void *data = r->status || !count ? NULL : tlb_alloc_array(r->arena, count, size);
    if (data)
        memcpy(data, source, count * size);
    else if (count && !r->status)
        r->status = tlb_report_memory(r->context);
    return data;
}

void roo_dropped(const roo_reshaping *r, const char *path, const char *what)
{
    tlb_report(r->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, path, "%s", what);
}

/* --- what is not numbers ------------------------------------------------------------------------------ */

/* Bytes that no part claims and walls that are announced only: the new file has neither. */
static void tidy(roo_reshaping *r)
{
    tlb_roo *x = r->made;
    for (tlb_roo_gap i = 0; i < TLB_ROO_GAPS; i++)
        if (x->gaps[i].size) {
            roo_dropped(r, roo_gap_name(i), "bytes that belong to no part");
            x->gaps[i] = (tlb_bytes){0};
        }
    if (x->clientWallsMissing || x->editorWallsMissing || x->sidedefsMissing)
        roo_dropped(r, "clientWalls", "a count that announces more than is stored is set right");
    x->clientWallsMissing = x->editorWallsMissing = x->sidedefsMissing = 0;
    x->hasRoomId = true;
}

static void drop_speeds(roo_reshaping *r)
{
    tlb_roo *x = r->made;
    uint32_t lost = 0;
    for (uint32_t i = 0; i < x->sectors.count && !r->to.speed; i++) {
        lost += x->sectors.data[i].animationSpeed != 0;
        x->sectors.data[i].animationSpeed = 0;
    }
    if (lost)
        tlb_report(r->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "sectors",
                   "%u animation speeds: version %u has none", lost, x->version);
}

/* Editors that write floats leave nothing of their own in the upper halves of coordinates. */
static void clean_upper_halves(roo_reshaping *r)
{
    tlb_roo *x = r->made;
    if (!tlb_roo_is_float(x))
        return;
    x->editorWalls.data =
        roo_replace(r, x->editorWalls.data, x->editorWalls.count, sizeof *x->editorWalls.data);
    for (uint32_t i = 0; x->editorWalls.data && i < x->editorWalls.count; i++) {
        tlb_roo_editor_wall *w = &x->editorWalls.data[i];
        w->x0Upper = w->x0 < 0 ? UINT16_MAX : 0;
        w->y0Upper = w->y0 < 0 ? UINT16_MAX : 0;
        w->x1Upper = w->x1 < 0 ? UINT16_MAX : 0;
        w->y1Upper = w->y1 < 0 ? UINT16_MAX : 0;
    }
}

/* --- choices ------------------------------------------------------------------------------------------ */

typedef struct version_name {
    const char *name;
    uint32_t version;
    tlb_roo_dialect dialect;
} version_name;

static bool read_version(const tlb_conversion *conversion, const tlb_roo *source, version_name *wanted)
{
    static const version_name names[] = {
        {"9", 9, TLB_ROO_O},    {"10", 10, TLB_ROO_O},  {"11", 11, TLB_ROO_O}, {"12", 12, TLB_ROO_O},
        {"13o", 13, TLB_ROO_O}, {"13m", 13, TLB_ROO_M}, {"14", 14, TLB_ROO_O}, {"15", 15, TLB_ROO_O}};
    const char *text = tlb_choice_text(conversion, "roo-version");
    *wanted = (version_name){text, source->version, source->dialect};
    if (!text)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (tlb_same_nocase(names[i].name, text)) {
            *wanted = names[i];
            return true;
        }
    tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
               "--roo-version is 9, 10, 11, 12, 13o (OpenMeridian), 13m (official), 14 or 15, not \"%s\"",
               text);
    return false;
}

/* --- the room ----------------------------------------------------------------------------------------- */

static void reshape_version(roo_reshaping *r, const version_name *wanted)
{
    tlb_roo *x = r->made;
    x->version = wanted->version;
    x->dialect = wanted->dialect;
    r->from = roo_layout_of(r->source->version, r->source->dialect);
    r->to = roo_layout_of(x->version, x->dialect);
    x->sectors.data = roo_replace(r, x->sectors.data, x->sectors.count, sizeof *x->sectors.data);
    if (r->status)
        return;
    tidy(r);
    drop_speeds(r);
    clean_upper_halves(r);
    roo_reshape_numbers(r);
    roo_reshape_grids(r);
    if (x->encryption != TLB_ROO_PLAIN)
        x->encryption = roo_cipher_of_version(x->version);
    if (!r->status)
        x->security = tlb_roo_security(x);
}

tlb_status roo_convert_version(tlb_document *document, const tlb_conversion *conversion, tlb_buffer *out)
{
    bool encrypt = tlb_choice_made(conversion, "encrypt"), decrypt = tlb_choice_made(conversion, "decrypt");
    version_name wanted;
    if (!read_version(conversion, document->root, &wanted))
        return TLB_ARGUMENT;
    if (encrypt && decrypt) {
        tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                   "a room cannot be encrypted and decrypted");
        return TLB_ARGUMENT;
    }
    const tlb_roo *source = document->root;
    tlb_roo room = *source;
    tlb_document made = {.context = conversion->context, .format = document->format, .name = document->name};
    tlb_arena_init(&made.arena, &conversion->context->account);
    roo_reshaping r = {.context = conversion->context, .arena = &made.arena, .source = source, .made = &room};
    made.root = &room;
    if (wanted.name)
        reshape_version(&r, &wanted);
    if (!r.status)
        r.status = roo_rebuild_if_asked(
            &(roo_building){.context = r.context, .arena = r.arena, .room = &room}, conversion);
    if (decrypt)
        room.encryption = TLB_ROO_PLAIN;
    else if (encrypt && room.encryption == TLB_ROO_PLAIN)
        room.encryption = roo_cipher_of_version(room.version);
    if (!r.status)
        r.status = roo_write(&made, out);
    if (!r.status && room.security == tlb_roo_security(&room))
        tlb_report_withdraw(r.context, TLB_CODE_ROO_SECURITY_KEPT); /* of the JSON that it was built from */
    tlb_arena_free(&made.arena);
    return r.status;
}
