/* The textures of a room: grdNNNNN.bgf among the assets, turned upright. */
#include "formats/meridian/roo/scene/scene.h"

#include "formats/meridian/bgf/bgf.h"
#include "image/image.h"

#include <stdio.h>

typedef struct frames {
    const int32_t *bitmaps;
    uint32_t count;
} frames;

/* Clients step through the groups and show the first bitmap of each. Where the first group has several and
 * nothing else says what they are, it is they. Nothing at all without memory. */
static frames frames_of(const tlb_bgf *bgf, tlb_arena *work)
{
    static const int32_t first[] = {0};
    const tlb_bgf_group *groups = bgf->groups.data;
    uint32_t count = bgf->groups.count;
    if (count && groups[0].indices.count > 1)
        return (frames){groups[0].indices.data, groups[0].indices.count};
    if (!count || !groups[0].indices.count)
        return (frames){first, 1};
    int32_t *bitmaps = tlb_alloc_array(work, count, sizeof *bitmaps);
    for (uint32_t i = 0; bitmaps && i < count; i++)
        bitmaps[i] = groups[i].indices.count ? groups[i].indices.data[0] : TLB_BGF_NO_BITMAP;
    return (frames){bitmaps, bitmaps ? count : 0};
}

/* Without animation the first of them that is one is shown. */
static int32_t still_of(frames all)
{
    uint32_t i = 0;
    while (i + 1 < all.count && all.bitmaps[i] == TLB_BGF_NO_BITMAP)
        i++;
    return all.bitmaps[i];
}

static bool is_bitmap(const tlb_bgf *bgf, int32_t bitmap)
{
    return bitmap >= 0 && (uint32_t)bitmap < bgf->bitmaps.count;
}

tlb_status tlb_roo_decode_bitmap(roo_scene *s, const tlb_bgf *bgf, int32_t bitmap, tlb_arena *arena,
                                 tlb_image *image)
{
    tlb_context *context = s->conversion->context;
    if (!is_bitmap(bgf, bitmap))
        return tlb_image_bad(context, image, TLB_INVALID, "it has no bitmap");
    tlb_status status = tlb_bgf_image(context, arena, bgf, &bgf->bitmaps.data[bitmap], image);
    return status == TLB_INVALID ? tlb_image_bad(context, image, status, "its pixels cannot be decoded")
                                 : status;
}

static tlb_status decode(roo_scene *s, int32_t bitmap, tlb_arena *arena, tlb_image *image)
{
    tlb_image stored = {.name = image->name};
    tlb_mark mark = tlb_arena_mark(&s->work);
    tlb_status status = tlb_roo_decode_bitmap(s, s->loaded, bitmap, &s->work, &stored);
    if (!status) {
        *image = stored;
        status = tlb_image_transpose(arena, image) ? TLB_OK : TLB_NO_MEMORY;
    }
    tlb_arena_rewind(&s->work, mark);
    return status;
}

tlb_status tlb_roo_read_bgf(roo_scene *s, tlb_bytes file, const tlb_image *image, tlb_bgf **bgf)
{
    tlb_context *context = s->conversion->context;
    tlb_report_mark reports = tlb_report_mark_get(context);
    void *root = *bgf = tlb_zalloc(&s->work, sizeof **bgf);
    if (!root)
        return TLB_NO_MEMORY;
    tlb_walk w = tlb_walk_reader(context, &s->work, file);
    tlb_bgf_walk(&w, &root);
    if (w.status == TLB_INVALID || w.status == TLB_UNSUPPORTED) {
        tlb_report_rewind(context, &reports);
        return tlb_image_bad(context, image, w.status, "it is damaged, or not a BGF");
    }
    return w.status;
}

/* For the finder of textures. */
static tlb_status load(void *user, tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    roo_scene *s = user;
    tlb_status status = tlb_roo_read_bgf(s, file, image, &s->loaded);
    if (status)
        return status;
    frames all = frames_of(s->loaded, &s->work);
    if (!all.count)
        return TLB_NO_MEMORY;
    return decode(s, still_of(all), arena, image);
}

/* The frame's image, made when it is met for the first time. Without memory false. */
static bool add_frame(roo_scene *s, const char *name, int32_t bitmap, int32_t *image)
{
    if (*image != TLB_NONE)
        return true;
    const char *frame_name = tlb_arena_printf(&s->work, "%s-%03d", name, bitmap);
    tlb_image *frame = frame_name ? tlb_scene_add_image(s->scene, frame_name) : NULL;
    if (!frame)
        return false;
    if (decode(s, bitmap, s->arena, frame))
        s->scene->image_count--;
    else
        *image = (int32_t)s->scene->image_count - 1;
    return !tlb_arena_refused(&s->work, s->arena)->failure;
}

static bool has_holes(const tlb_image *image)
{
    return memchr(image->pixels, TLB_BGF_TRANSPARENT, (size_t)image->width * image->height) != NULL;
}

/* Images of all frames, and their names in the order they are shown; "" where nothing is. */
static bool add_frames(roo_scene *s, const tlb_found_texture *texture, roo_picture *picture, tlb_value *table)
{
    frames all = frames_of(s->loaded, &s->work);
    uint32_t bitmaps = s->loaded->bitmaps.count;
    tlb_value *names = all.count > 1 ? tlb_value_add_list(s->arena, table, "frames") : NULL;
    int32_t *images = names ? tlb_alloc_array(&s->work, bitmaps, sizeof *images) : NULL;
    picture->frames = images ? tlb_alloc_array(&s->work, all.count, sizeof *picture->frames) : NULL;
    if (!picture->frames)
        return all.count == 1;
    for (uint32_t i = 0; i < bitmaps; i++)
        images[i] = TLB_NONE;
    images[still_of(all)] = texture->image;
    for (uint32_t i = 0; i < all.count; i++) {
        int32_t bitmap = all.bitmaps[i];
        if (bitmap == TLB_BGF_NO_BITMAP) {
            tlb_value_add_text(s->arena, names, NULL, "");
            picture->frames[picture->frame_count++] = TLB_NONE;
        }
        if (!is_bitmap(s->loaded, bitmap))
            continue;
        if (!add_frame(s, texture->name, bitmap, &images[bitmap]))
            return false;
        if (images[bitmap] == TLB_NONE)
            continue;
        const tlb_image *frame = &s->scene->images[images[bitmap]];
        tlb_value_add_text(s->arena, names, NULL, frame->name);
        picture->frames[picture->frame_count++] = images[bitmap];
        picture->has_holes |= has_holes(frame);
    }
    return true;
}

static bool add_picture(roo_scene *s, const tlb_found_texture *texture, uint16_t bitmap)
{
    roo_picture *picture = TLB_PUSH(&s->work, &s->pictures);
    if (!picture)
        return false;
    /* Of what is missing one repeat a square. */
    *picture = (roo_picture){.image = texture->image,
                             .missing = texture->missing,
                             .size = {TLB_ROO_EDITOR_SQUARE, TLB_ROO_EDITOR_SQUARE, 1}};
    if (texture->missing)
        return true;
    const tlb_image *image = &s->scene->images[texture->image];
    uint32_t shrink = s->loaded->shrink;
    picture->size = (roo_texture){image->width, image->height, shrink ? shrink : 1};
    picture->has_holes = has_holes(image);
    tlb_value *table = tlb_value_add_table(s->arena, s->described, NULL);
    tlb_value_add_integer(s->arena, table, "bitmap", bitmap);
    tlb_value_add_bytes_text(s->arena, table, "name",
                             (tlb_text){s->loaded->name, bgf_name_length(s->loaded)});
    tlb_value_add_integer(s->arena, table, "shrink", shrink);
    return add_frames(s, texture, picture, table);
}

void tlb_roo_prepare_textures(roo_scene *s)
{
    static const char *const extensions[] = {"bgf", NULL};
    s->textures = (tlb_textures){.context = s->conversion->context,
                                 .assets = s->conversion->assets,
                                 .scene = s->scene,
                                 .work = &s->work,
                                 .extensions = extensions,
                                 .load = load,
                                 .user = s};
}

bool tlb_roo_find_picture(roo_scene *s, uint16_t bitmap, const char *list, uint32_t index, int32_t *place)
{
    char name[16];
    snprintf(name, sizeof name, "grd%05u", bitmap);
    if (!tlb_texture_find(&s->textures, name, list, index, place))
        return false;
    bool known = (uint32_t)*place < s->pictures.count;
    return known || add_picture(s, &s->textures.found.data[*place], bitmap);
}
