/* The textures of a room: grdNNNNN.bgf among the assets, turned upright. */
#include "formats/meridian/bgf_room.h"
#include "formats/meridian/roo_scene.h"
#include "image/image.h"

#include <stdlib.h>

/* --- which there are ---------------------------------------------------------------------------------- */

static int by_bitmap(const void *a, const void *b)
{
    const roo_picture *x = a, *y = b;
    return x->bitmap < y->bitmap ? -1 : x->bitmap > y->bitmap;
}

bool roo_prepare_pictures(roo_scene *s)
{
    const tlb_roo *roo = s->roo;
    size_t most = (size_t)roo->sidedefs.count * ROO_PARTS + (size_t)roo->sectors.count * 2, count = 0;
    roo_picture *all = s->pictures = tlb_zalloc(&s->work, most * sizeof *all);
    if (!all)
        return false;
    for (uint32_t i = 0; i < roo->sidedefs.count; i++) {
        all[count++].bitmap = roo->sidedefs.data[i].belowBitmap;
        all[count++].bitmap = roo->sidedefs.data[i].normalBitmap;
        all[count++].bitmap = roo->sidedefs.data[i].aboveBitmap;
    }
    for (uint32_t i = 0; i < roo->sectors.count; i++) {
        all[count++].bitmap = roo->sectors.data[i].floorBitmap;
        all[count++].bitmap = roo->sectors.data[i].ceilingBitmap;
    }
    if (count)
        qsort(all, count, sizeof *all, by_bitmap);
    for (size_t i = 0; i < count; i++)
        if (!i || all[i].bitmap != all[i - 1].bitmap)
            all[s->picture_count++] = all[i];
    return true;
}

/* --- loading ------------------------------------------------------------------------------------------ */

/* A file being turned into images. */
typedef struct load {
    roo_scene *s;
    const char *name; /* without extension */
    const tlb_bgf *bgf;
    int32_t *images; /* of its bitmaps, TLB_NONE until they are needed */
} load;

/* What the file has as a row becomes a column: the left one is its first. */
static bool turn_upright(tlb_arena *arena, tlb_image *image)
{
    uint32_t columns = image->width, rows = image->height;
    uint8_t *upright = tlb_alloc(arena, (size_t)columns * rows);
    if (!upright)
        return false;
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++)
            upright[column * rows + row] = image->pixels[row * columns + column];
    image->width = rows;
    image->height = columns;
    image->pixels = upright;
    return true;
}

static bool is_see_through(const tlb_image *image)
{
    return memchr(image->pixels, TLB_BGF_TRANSPARENT, (size_t)image->width * image->height) != NULL;
}

static tlb_status add_image(load *l, uint32_t bitmap, int32_t *index)
{
    roo_scene *s = l->s;
    tlb_context *context = s->conversion->context;
    if (l->images[bitmap] != TLB_NONE) {
        *index = l->images[bitmap];
        return TLB_OK;
    }
    const char *name = bitmap ? tlb_print(&s->work, "%s-%03u", l->name, bitmap) : l->name;
    tlb_image stored = {0}, *image = name ? tlb_add_image(s->scene, name) : NULL;
    if (!image)
        return TLB_NO_MEMORY;
    tlb_mark mark = tlb_arena_mark(&s->work);
    tlb_status status = bgf_image(context, &s->work, l->bgf, &l->bgf->bitmaps.data[bitmap], &stored);
    if (!status && !turn_upright(s->arena, &stored))
        status = TLB_NO_MEMORY;
    tlb_arena_rewind(&s->work, mark);
    if (status) {
        s->scene->image_count--;
        return status;
    }
    stored.name = image->name;
    *image = stored;
    *index = l->images[bitmap] = (int32_t)s->scene->image_count - 1;
    return TLB_OK;
}

/* The first group's bitmaps are the frames; clients show the first one of what stands still. */
static tlb_status add_frames(load *l, roo_picture *picture)
{
    const tlb_bgf *bgf = l->bgf;
    uint32_t single = 0, count = 1;
    const uint32_t *frames = &single;
    if (bgf->groups.count && bgf->groups.data[0].indices.count) {
        frames = bgf->groups.data[0].indices.data;
        count = bgf->groups.data[0].indices.count;
    }
    tlb_arena *arena = l->s->arena;
    tlb_value *texture = tlb_add_table(arena, l->s->textures, NULL);
    tlb_add_integer(arena, texture, "bitmap", picture->bitmap);
    tlb_add_bytes_text(arena, texture, "name", (tlb_text){bgf->name, bgf_name_length(bgf)});
    tlb_add_integer(arena, texture, "shrink", bgf->shrink);
    tlb_value *names = count > 1 ? tlb_add_list(arena, texture, "frames") : NULL;
    for (uint32_t i = 0; i < count; i++) {
        int32_t image;
        if (frames[i] >= bgf->bitmaps.count)
            return TLB_INVALID;
        tlb_status status = add_image(l, frames[i], &image);
        if (status)
            return status;
        if (i == 0)
            picture->image = image;
        tlb_add_text(arena, names, NULL, l->s->scene->images[image].name);
    }
    const tlb_image *first = &l->s->scene->images[picture->image];
    picture->size = (roo_texture){first->width, first->height, bgf->shrink ? bgf->shrink : 1};
    picture->see_through = is_see_through(first);
    return TLB_OK;
}

/* Reads a BGF file whose bytes are in the working memory. What is wrong is told under its own name. */
static tlb_status load_file(roo_scene *s, tlb_bytes file, const char *path, const char *name,
                            roo_picture *picture)
{
    tlb_context *context = s->conversion->context;
    const char *room = context->file;
    void *root = tlb_zalloc(&s->work, sizeof(tlb_bgf));
    context->file = tlb_copy_text(&context->arena, path, strlen(path)).data;
    tlb_status status = root && context->file ? TLB_OK : TLB_NO_MEMORY;
    if (!status) {
        tlb_walk w = tlb_walk_reader(context, &s->work, file);
        bgf_walk(&w, &root);
        status = w.status;
    }
    if (!status) {
        load l = {s, name, root, NULL};
        l.images = tlb_alloc_array(&s->work, l.bgf->bitmaps.count, sizeof *l.images);
        for (uint32_t i = 0; l.images && i < l.bgf->bitmaps.count; i++)
            l.images[i] = TLB_NONE;
        status = l.images ? add_frames(&l, picture) : TLB_NO_MEMORY;
        if (status == TLB_UNSUPPORTED)
            tlb_report(context, TLB_CODE_BGF_CRUSHER, TLB_NO_OFFSET, "bitmaps", "compressed with Crusher");
        else if (status == TLB_INVALID)
            tlb_report(context, TLB_CODE_BAD_IMAGE, TLB_NO_OFFSET, "bitmaps", "the frames cannot be decoded");
    }
    context->file = room;
    return status;
}

static bool find_placeholder(roo_scene *s, roo_picture *picture)
{
    if (s->placeholder == TLB_NONE) {
        tlb_image *image = tlb_add_image(s->scene, "placeholder");
        if (!image || tlb_image_placeholder(s->conversion->context, s->arena, image))
            return false;
        s->placeholder = (int32_t)s->scene->image_count - 1;
    }
    /* One repeat a square. */
    *picture = (roo_picture){.bitmap = picture->bitmap,
                             .sought = true,
                             .missing = true,
                             .image = s->placeholder,
                             .size = {TLB_ROO_EDITOR_SQUARE, TLB_ROO_EDITOR_SQUARE, 1}};
    return true;
}

static bool load_picture(roo_scene *s, roo_picture *picture, const char *path)
{
    tlb_bytes file;
    const char *found;
    const char *name = tlb_print(&s->work, "grd%05u", picture->bitmap);
    const char *file_name = name ? tlb_print(&s->work, "%s.bgf", name) : NULL;
    if (!file_name)
        return false;
    tlb_status status = tlb_assets_find(s->conversion->assets, &s->work, file_name, NULL, &file, &found);
    picture->sought = true;
    if (!status)
        status = load_file(s, file, found, name, picture);
    else if (status == TLB_NOT_FOUND)
        tlb_report(s->conversion->context, TLB_CODE_ASSET_MISSING, TLB_NO_OFFSET, path, "no texture \"%s\"",
                   file_name);
    if (status == TLB_NO_MEMORY || status == TLB_LIMIT || s->arena->account->failure)
        return false;
    return !status || find_placeholder(s, picture);
}

roo_picture *roo_find_picture(roo_scene *s, uint16_t bitmap, const char *path)
{
    roo_picture key = {.bitmap = bitmap};
    roo_picture *picture = bsearch(&key, s->pictures, s->picture_count, sizeof key, by_bitmap);
    return picture->sought || load_picture(s, picture, path) ? picture : NULL;
}
