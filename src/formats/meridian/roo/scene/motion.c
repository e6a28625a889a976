/* What moves on the surfaces of a room, as one animation that loops: textures that scroll, textures of
 * several frames, and the light of sectors that flickers. Rates and directions are those of the clients. */
#include "formats/meridian/roo/scene/scene.h"

#include "base/text.h"
#include "scene/build/build.h"
#include "scene/animation/flips.h"

#include <math.h>
#include <string.h>

enum {
    MOST_MS = 60000,     /* the animation lasts as long as all of it takes to begin again, or this */
    FLICKER_MS = 100,    /* between two brightnesses */
    FLICKER_STEPS = 32,  /* then they begin again */
    FLICKER_MOST = 40,   /* that light grows by, and one */
    OWN_LIGHT = 0x7f,    /* the bits of a light but for that of ambient ones */
    MOST_FLICKERS = 255, /* lights that flicker on their own */
    FLICKER_USES = 1 << 16,
    LEAST_CORNERS = 1 << 16, /* for frames, in corners; so many times those of the room */
    FRAMES_PER_CORNER = 4
};

/* --- flickering light --------------------------------------------------------------------------------- */

static uint8_t flicker_span(uint8_t light)
{
    int space = OWN_LIGHT + 1 - (light & OWN_LIGHT);
    return (uint8_t)(space < FLICKER_MOST ? space : FLICKER_MOST);
}

uint8_t tlb_roo_brightest(uint8_t light)
{
    return (uint8_t)(light + flicker_span(light) - 1);
}

/* Numbers of the flickering lights by sector, 0 for one that stays. Sectors of one light flicker alike: to
 * the eye they are the same at rest. */
bool tlb_roo_find_flickers(roo_scene *s)
{
    const tlb_roo *roo = s->roo;
    uint32_t most = roo->sidedefs.count ? FLICKER_USES / roo->sidedefs.count : MOST_FLICKERS;
    most = most < MOST_FLICKERS ? most : MOST_FLICKERS;
    s->flicker_of = tlb_zalloc(&s->work, roo->sectors.count);
    s->flickers = tlb_alloc_array(&s->work, most, sizeof *s->flickers);
    if (!s->flicker_of || !s->flickers)
        return false;
    for (uint32_t i = 0; i < roo->sectors.count && !s->still; i++) {
        const tlb_roo_sector *sector = &roo->sectors.data[i];
        bool flickers = sector->flags & TLB_ROO_SECTOR_FLICKER;
        if (!flickers ||
            tlb_roo_brightness(sector->light) == tlb_roo_brightness(tlb_roo_brightest(sector->light)))
            continue;
        uint32_t at = 0;
        while (at < s->flicker_count && s->flickers[at] != sector->light)
            at++;
        if (at == most)
            continue;
        s->flickers[at] = sector->light;
        s->flicker_count += at == s->flicker_count;
        s->flicker_of[i] = (uint8_t)(at + 1);
    }
    return true;
}

static float flicker_strength(uint8_t light, uint8_t more)
{
    return (float)tlb_roo_brightness((uint8_t)(light + more)) /
           (float)tlb_roo_brightness(tlb_roo_brightest(light));
}

/* Vertices have the light at its brightest: the material's color takes away from it. */
void tlb_roo_dim_material(const roo_scene *s, uint32_t flicker, tlb_material *material)
{
    for (int i = 0; flicker && i < 3; i++)
        material->color[i] = flicker_strength(s->flickers[flicker - 1], 0);
}

/* --- time --------------------------------------------------------------------------------------------- */

/* The different images of an animated texture as materials, and for each frame which of them it is; `count`:
 * none. */
typedef struct pictures {
    int32_t *materials;
    uint32_t *shown;
    uint32_t count, frame_count;
    uint32_t frame_ms;
} pictures;

typedef struct motion {
    roo_scene *s;
    tlb_animation *animation;
    uint32_t duration; /* ms */
    uint32_t capacity; /* of channels */
    uint64_t corners_left;
    uint32_t skipped;
    tlb_material_channel *flickers; /* by flickering light, when first met */
    pictures *pictures;             /* by material, of the first `materials` */
    uint32_t materials;
} motion;

/* How far a texture moves a millisecond, in parts of it. */
static void scroll_rate(const roo_scene *s, const roo_moving *moving, double rate[2])
{
    static const int east[8] = {0, 1, 1, 1, 0, -1, -1, -1}, south[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
    roo_look_parts parts = roo_unpack_look(moving->look);
    double step = 1.0 / roo_scroll_period(&parts), x = east[parts.scroll_direction] * step;
    double y = south[parts.scroll_direction] * step;
    if (!parts.on_wall) { /* u runs south, v east, and 64 pixels are a square */
        rate[0] = -y / TLB_ROO_EDITOR_SQUARE;
        rate[1] = -x / TLB_ROO_EDITOR_SQUARE;
        return;
    }
    const roo_texture *size = &s->pictures.data[moving->picture].size;
    double side = parts.backwards ? -1 : 1;
    rate[0] = -side * x * size->shrink / size->width;
    rate[1] = -side * y * size->shrink / size->height;
}

static uint32_t rounded(double ms)
{
    return ms < 1 ? 1 : ms > MOST_MS ? MOST_MS : (uint32_t)(ms + 0.5);
}

/* Until both `a` and `b` begin again, or the most. */
static uint32_t together(uint32_t a, uint32_t b)
{
    uint32_t p = a, q = b;
    while (q) {
        uint32_t rest = p % q;
        p = q;
        q = rest;
    }
    uint64_t all = (uint64_t)a / (p ? p : 1) * b;
    return all > MOST_MS ? MOST_MS : (uint32_t)all;
}

static uint32_t find_duration(const roo_scene *s)
{
    uint32_t ms = 1;
    for (uint32_t i = 0; i < s->moving.count; i++) {
        const roo_moving *moving = &s->moving.data[i];
        roo_look_parts parts = roo_unpack_look(moving->look);
        double rate[2];
        if (parts.flicker)
            ms = together(ms, FLICKER_MS * FLICKER_STEPS);
        if (parts.animation_speed)
            ms = together(ms, rounded((double)roo_frame_period(&parts) *
                                      s->pictures.data[moving->picture].frame_count));
        if (!parts.scroll_speed)
            continue;
        scroll_rate(s, moving, rate);
        for (int axis = 0; axis < 2; axis++)
            if (rate[axis] != 0)
                ms = together(ms, rounded(1 / fabs(rate[axis])));
    }
    return ms;
}

/* How often what takes so long happens in the duration: a whole number of times, so that it goes on at the
 * end as it began. */
static uint32_t times_in(const motion *m, double ms)
{
    double times = floor(m->duration / ms + 0.5);
    return times < 1 ? 1 : (uint32_t)times;
}

static float seconds(const motion *m, uint32_t step, uint32_t steps)
{
    return (float)((double)m->duration * step / steps / 1000);
}

/* --- pictures ----------------------------------------------------------------------------------------- */

static bool copy_material(roo_scene *s, int32_t from, int32_t image)
{
    tlb_material *to = tlb_scene_add_material(s->scene, s->scene->images[image].name);
    if (!to)
        return false;
    const char *name = to->name;
    *to = s->scene->materials[from];
    to->name = name;
    to->texture.image = image;
    to->extras = NULL;
    return true;
}

static bool make_pictures(roo_scene *s, const roo_moving *moving, pictures *p)
{
    const roo_picture *picture = &s->pictures.data[moving->picture];
    roo_look_parts parts = roo_unpack_look(moving->look);
    *p = (pictures){.frame_count = picture->frame_count, .frame_ms = roo_frame_period(&parts)};
    p->materials = tlb_alloc_array(&s->work, (size_t)p->frame_count + 1, sizeof *p->materials);
    p->shown = tlb_alloc_array(&s->work, p->frame_count, sizeof *p->shown);
    if (!p->materials || !p->shown)
        return false;
    p->materials[p->count++] = moving->material;
    for (uint32_t i = 0; i < p->frame_count; i++) {
        uint32_t at = 0;
        int32_t image = picture->frames[i];
        while (image != TLB_NONE && at < p->count &&
               s->scene->materials[p->materials[at]].texture.image != image)
            at++;
        p->shown[i] = image == TLB_NONE ? UINT32_MAX : at;
        if (image == TLB_NONE || at < p->count)
            continue;
        p->materials[p->count++] = (int32_t)s->scene->material_count;
        if (!copy_material(s, moving->material, image))
            return false;
    }
    return true;
}

/* The pictures of each material that there is before them. False without memory. */
static bool find_pictures(motion *m)
{
    roo_scene *s = m->s;
    m->materials = s->scene->material_count;
    m->pictures = tlb_zalloc_array(&s->work, m->materials, sizeof *m->pictures);
    for (uint32_t i = 0; m->pictures && i < s->moving.count; i++) {
        const roo_moving *moving = &s->moving.data[i];
        bool animated = roo_unpack_look(moving->look).animation_speed;
        if (animated && !make_pictures(s, moving, &m->pictures[moving->material]))
            return false;
    }
    return m->pictures != NULL;
}

/* --- materials ---------------------------------------------------------------------------------------- */

static bool scroll(motion *m, const roo_moving *moving, int32_t material, tlb_material_channel *channel)
{
    double rate[2];
    scroll_rate(m->s, moving, rate);
    *channel = (tlb_material_channel){
        .material = material, .target = TLB_MATERIAL_UV_OFFSET, .interpolation = TLB_LINEAR};
    if (!tlb_material_channel_reserve(m->s->scene, channel, 2))
        return false;
    for (int axis = 0; axis < 2; axis++) {
        double whole = rate[axis] == 0 ? 0 : copysign(times_in(m, 1 / fabs(rate[axis])), rate[axis]);
        channel->values[axis] = 0;
        channel->values[2 + axis] = (float)whole;
    }
    channel->times[0] = 0;
    channel->times[1] = seconds(m, 1, 1);
    return true;
}

/* A number that looks like chance, the same for each step of sectors of one light. */
static uint32_t chance(uint32_t light, uint32_t step)
{
    uint32_t bits = (light + 1) * 2654435761u ^ (step + 1) * 2246822519u;
    bits ^= bits >> 15;
    bits *= 3266489917u;
    return bits ^ bits >> 13;
}

static bool flicker(motion *m, uint32_t number, int32_t material, tlb_material_channel *channel)
{
    const uint8_t light = m->s->flickers[number - 1];
    tlb_material_channel *made = &m->flickers[number - 1];
    uint32_t keys = FLICKER_STEPS * times_in(m, FLICKER_MS * FLICKER_STEPS);
    if (!made->times) {
        *made = (tlb_material_channel){.target = TLB_MATERIAL_COLOR, .interpolation = TLB_STEP};
        if (!tlb_material_channel_reserve(m->s->scene, made, keys))
            return false;
        for (uint32_t i = 0; i < keys; i++) {
            uint32_t more = chance(light, i % FLICKER_STEPS) % flicker_span(light);
            float *value = made->values + (size_t)i * 4;
            value[0] = value[1] = value[2] = flicker_strength(light, (uint8_t)more);
            value[3] = 1;
            made->times[i] = seconds(m, i, keys);
        }
    }
    *channel = *made;
    channel->material = material;
    return true;
}

/* A material, or one of its pictures. */
static bool change_material(motion *m, const roo_moving *moving, int32_t material)
{
    roo_look_parts parts = roo_unpack_look(moving->look);
    tlb_animation *animation = m->animation;
    tlb_material_channel *channel = animation->material_channels + animation->material_channel_count;
    if (parts.scroll_speed && !scroll(m, moving, material, channel++))
        return false;
    if (parts.flicker && !flicker(m, parts.flicker, material, channel++))
        return false;
    animation->material_channel_count = (uint32_t)(channel - animation->material_channels);
    return true;
}

static bool change_materials(motion *m)
{
    roo_scene *s = m->s;
    uint32_t added = s->scene->material_count - m->materials;
    m->animation->material_channels = tlb_alloc_array(s->arena, ((size_t)s->moving.count + added) * 2,
                                                      sizeof *m->animation->material_channels);
    m->flickers = tlb_zalloc_array(&s->work, s->flicker_count, sizeof *m->flickers);
    if (!m->animation->material_channels || !m->flickers)
        return false;
    for (uint32_t i = 0; i < s->moving.count; i++) {
        const roo_moving *moving = &s->moving.data[i];
        const pictures *p = &m->pictures[moving->material];
        if (!change_material(m, moving, moving->material))
            return false;
        for (uint32_t k = 1; k < p->count; k++)
            if (!change_material(m, moving, p->materials[k]))
                return false;
    }
    return true;
}

/* --- frames ------------------------------------------------------------------------------------------- */

static bool take_turns(motion *m, const pictures *p, int32_t first_node)
{
    uint32_t keys = p->frame_count * times_in(m, (double)p->frame_ms * p->frame_count);
    roo_scene *s = m->s;
    tlb_flip_key *list = tlb_alloc_array(&s->work, keys, sizeof *list);
    if (!list || !tlb_list_reserve(s->arena, &m->animation->channels, m->animation->channel_count,
                                   &m->capacity, p->count, sizeof *m->animation->channels))
        return false;
    for (uint32_t i = 0; i < keys; i++)
        list[i] = (tlb_flip_key){seconds(m, i, keys), p->shown[i % p->frame_count]};
    return tlb_add_flip_channels(s->scene, m->animation, first_node, p->count, list, keys);
}

/* The part of a node's mesh, a mesh and a node for each picture. */
static bool add_frames(motion *m, uint32_t node, const bool *taken, const pictures *p)
{
    tlb_scene *scene = m->s->scene;
    int32_t from = scene->nodes[node].mesh, first_mesh = (int32_t)scene->mesh_count;
    int32_t first_node = (int32_t)scene->node_count;
    for (uint32_t i = 0; i < p->count; i++) {
        const char *image = scene->images[scene->materials[p->materials[i]].texture.image].name;
        const char *name = tlb_arena_printf(&m->s->work, "%s %s", scene->meshes[from].name, image);
        tlb_mesh *to = name ? tlb_scene_add_mesh(scene, name) : NULL;
        if (!to || !tlb_mesh_of_parts(m->s->arena, &scene->meshes[from], taken, NULL, to))
            return false;
        to->parts[0].material = p->materials[i];
    }
    return tlb_add_flip_nodes(scene, (int32_t)node, first_mesh, p->count) && take_turns(m, p, first_node);
}

/* Those parts of a node's mesh that change become pictures, the others stay. */
static bool split_node(motion *m, uint32_t node)
{
    tlb_scene *scene = m->s->scene;
    int32_t mesh = scene->nodes[node].mesh;
    uint32_t parts = scene->meshes[mesh].part_count;
    bool *taken = tlb_alloc_array(&m->s->work, parts, sizeof *taken);
    bool *stays = tlb_alloc_array(&m->s->work, parts, sizeof *stays), some = false;
    if (!taken || !stays)
        return false;
    memset(stays, true, parts);
    for (uint32_t i = 0; i < parts; i++) {
        const tlb_part *part = &scene->meshes[mesh].parts[i];
        if ((uint32_t)part->material >= m->materials || m->pictures[part->material].count < 2)
            continue;
        const pictures *p = &m->pictures[part->material];
        uint64_t cost = (uint64_t)part->index_count * p->count;
        if (cost > m->corners_left) {
            m->skipped++;
            continue;
        }
        m->corners_left -= cost;
        memset(taken, false, parts);
        taken[i] = some = true;
        stays[i] = false;
        if (!add_frames(m, node, taken, p))
            return false;
    }
    tlb_mesh rest = {.name = scene->meshes[mesh].name, .extras = scene->meshes[mesh].extras};
    if (some && !tlb_mesh_of_parts(m->s->arena, &scene->meshes[mesh], stays, NULL, &rest))
        return false;
    if (some)
        scene->meshes[mesh] = rest;
    if (some && !rest.part_count)
        scene->nodes[node].mesh = TLB_NONE;
    return true;
}

static bool change_frames(motion *m)
{
    roo_scene *s = m->s;
    uint32_t nodes = s->scene->node_count;
    for (uint32_t i = 0; i < nodes; i++)
        if (s->scene->nodes[i].mesh >= 0 && !split_node(m, i))
            return false;
    if (m->skipped)
        tlb_report(s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%u %s too many frames for the size of the room; only the first frame is used", m->skipped,
                   tlb_plural(m->skipped, "part has", "parts have"));
    return true;
}

/* A channel that keeps the first node where it is: readers that know no channels of materials then keep the
 * animation, and its length. */
static bool add_rest_channel(motion *m)
{
    enum { KEYS = 2 };
    roo_scene *s = m->s;
    if (!tlb_list_reserve(s->arena, &m->animation->channels, m->animation->channel_count, &m->capacity, 1,
                          sizeof *m->animation->channels))
        return false;
    tlb_channel *channel = &m->animation->channels[m->animation->channel_count++];
    *channel = (tlb_channel){.target = TLB_TARGET_TRANSLATION, .interpolation = TLB_LINEAR};
    if (!tlb_channel_reserve(s->scene, channel, KEYS))
        return false;
    for (uint32_t i = 0; i < KEYS; i++) {
        channel->times[i] = seconds(m, i, KEYS - 1);
        memcpy(channel->values + 3 * (size_t)i, s->scene->nodes[0].translation, 3 * sizeof *channel->values);
    }
    return true;
}

bool tlb_roo_add_motion(roo_scene *s)
{
    if (!s->moving.count)
        return true;
    motion m = {.s = s, .duration = find_duration(s), .corners_left = LEAST_CORNERS};
    for (uint32_t i = 0; i < s->scene->mesh_count; i++)
        m.corners_left += (uint64_t)s->scene->meshes[i].index_count * FRAMES_PER_CORNER;
    m.animation = tlb_scene_add_animation(s->scene, "textures");
    if (!m.animation)
        return false;
    m.animation->duration = seconds(&m, 1, 1);
    m.animation->loops = true;
    return find_pictures(&m) && change_materials(&m) && add_rest_channel(&m) && change_frames(&m);
}
