/* What the files of the ROO module offer each other. The public part is trilobite/formats/roo.h. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_ROO_H
#define TLB_FORMATS_MERIDIAN_ROO_ROO_H

#include "core/format.h"
#include "trilobite/formats/roo.h"
#include "trilobite/formats/roo_query.h"

extern const tlb_format tlb_format_roo;

/* What depends on the version. */
typedef struct roo_layout {
    tlb_type real;               /* coordinates and planes: TLB_I32 or TLB_F32 */
    tlb_type length;             /* of client walls: TLB_U16 or TLB_F32 */
    tlb_type origin;             /* of slopes' textures: TLB_I32 or TLB_F32 */
    bool speed;                  /* sectors have an animation speed */
    bool monsterGrid, hiResGrid; /* the server section may have them */
} roo_layout;

roo_layout tlb_roo_layout_of(uint32_t version, tlb_roo_dialect dialect);

/* From the editor's map to client units. */
static inline void roo_to_client(const tlb_roo_box *box, double x, double y, double out[2])
{
    out[0] = (x - box->left) * TLB_ROO_EDITOR_UNIT;
    out[1] = (box->top - y) * TLB_ROO_EDITOR_UNIT;
}

/* --- what the format does ----------------------------------------------------------------------------- */

/* The description. An encrypted room is walked as it is in the file, its content in clear:
 * `tlb_roo_encrypt` and `tlb_roo_decrypt` are what happens between that and the file's bytes. */
void tlb_roo_walk(tlb_walk *w, void **root);
/* New parts, all zero, get what the description has for them. */
void tlb_roo_default_wall(tlb_document *document, tlb_roo_editor_wall *wall);
void tlb_roo_default_sector(tlb_document *document, tlb_roo_sector *sector);
/* The names of the flags of sidedefs and of sectors. */
extern const tlb_flag tlb_roo_wall_flags[], tlb_roo_sector_flags[];
/* The field that holds a gap. */
const char *tlb_roo_gap_name(tlb_roo_gap gap);

tlb_status tlb_roo_read(tlb_document *document);
tlb_status tlb_roo_write(tlb_context *context, void **root, tlb_buffer *out);

tlb_status tlb_roo_check(tlb_document *document);
tlb_status tlb_roo_convert_version(tlb_document *document, const tlb_format *target,
                                   const tlb_conversion *conversion, tlb_buffer *out);

tlb_status tlb_roo_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
#define ROO_AUTOMAP_OPTION(abilities)                                                                        \
    {                                                                                                        \
        "automap", NULL, "convert the map drawn by the game client instead of the model",                    \
            TLB_SETS_IN(FROM, tlb_roo_read_options, FLAG, automap, (abilities))                              \
    }
/* The map as a scene that is a picture; --size fits it into WxH. */
tlb_status tlb_roo_draw_automap(const tlb_roo *room, tlb_scene *scene, const tlb_conversion *conversion);

extern const tlb_query_info tlb_roo_queries[];
tlb_status tlb_roo_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);

extern const tlb_query_info tlb_roo_operations[];
tlb_status tlb_roo_operate(tlb_document *document, const char *const *words, size_t word_count,
                           tlb_value *table);

/* --- the cipher --------------------------------------------------------------------------------------- */

/* That of PKZIP with an error in its key schedule, which every tool since has kept. */

/* After the header of an encrypted room stand a mark, the length of what is encrypted, and the response. */
#define ROO_CIPHER_MARK 0xffffffffu
enum { ROO_CIPHER_HEADER = 12 };

/* The security value, encrypted: by it a reader knows that it has the password. 0 for TLB_ROO_PLAIN. */
uint32_t tlb_roo_cipher_response(tlb_roo_encryption encryption, uint32_t security);
/* The encryption whose response that is, that of the version first; TLB_ROO_PLAIN: none. */
tlb_roo_encryption tlb_roo_cipher_find(uint32_t version, uint32_t security, uint32_t response);
tlb_roo_encryption tlb_roo_cipher_of_version(uint32_t version);

/* In place. */
void tlb_roo_encrypt(tlb_roo_encryption encryption, uint8_t *data, size_t size);
void tlb_roo_decrypt(tlb_roo_encryption encryption, uint8_t *data, size_t size);

/* --- finding one's way -------------------------------------------------------------------------------- */

/* Numbers count from 1; what is not there is NULL. */

static inline const tlb_roo_sector *roo_sector(const tlb_roo *room, uint16_t number)
{
    return number && number <= room->sectors.count ? &room->sectors.data[number - 1] : NULL;
}

static inline const tlb_roo_sidedef *roo_sidedef(const tlb_roo *room, uint16_t number)
{
    return number && number <= room->sidedefs.count ? &room->sidedefs.data[number - 1] : NULL;
}

static inline const tlb_roo_client_wall *roo_wall(const tlb_roo *room, uint16_t number)
{
    return number && number <= room->clientWalls.count ? &room->clientWalls.data[number - 1] : NULL;
}

/* The next wall in a plane. Builders number them one after the other; what does not go on ends. */
static inline const tlb_roo_client_wall *roo_next_wall(const tlb_roo *room, const tlb_roo_client_wall *wall)
{
    const tlb_roo_client_wall *next = roo_wall(room, wall->next);
    return next > wall ? next : NULL;
}

/* An entry a node, 1 for leaves outside every sector; NULL without memory. */
uint8_t *tlb_roo_find_outside(tlb_arena *arena, const tlb_roo *room);

/* tlb_roo_leaf_at, adding the nodes and walls looked at to `work`. */
uint16_t tlb_roo_leaf_at_counted(const tlb_roo *room, double x, double y, uint64_t *work);

/* The nodes, internal ones and leaves, whose boxes touch a box: x0, y0, x1, y1. */
enum { ROO_MOST_PENDING = 2048 }; /* ways not gone yet: at most one a level, and rooms are some dozens deep */
typedef struct roo_near {
    const tlb_roo *room;
    double box[4];
    uint32_t steps, count; /* steps: how many nodes are not yet looked at */
    uint16_t pending[ROO_MOST_PENDING];
} roo_near;

void tlb_roo_near_begin(roo_near *near, const tlb_roo *room, const double box[4]);
/* NULL after the last. */
const tlb_roo_node *tlb_roo_near_next(roo_near *near);

/* --- moving ------------------------------------------------------------------------------------------- */

/* A sector's floor at a point in whole editor units; without `slopes`, that of the flat sector. */
double tlb_roo_floor_height(const tlb_roo_sector *sector, const double at[2], bool slopes);

/* Whether a mover at height z, in editor units, may go through a wall from its positive side or its
 * negative one. */
bool tlb_roo_wall_lets_pass(const tlb_roo *room, const tlb_roo_client_wall *wall, bool positive, double z);

#endif
