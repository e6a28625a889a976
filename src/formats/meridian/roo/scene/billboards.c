/* Pictures of objects: each BGF is one image, material and mesh, whatever shows it as opaque. */
#include "formats/meridian/roo/scene/objects.h"

#include "formats/meridian/bgf/bgf.h"

/* Client units for a pixel where shrink is 1. */
enum { PIXEL = 16 };

/* --- the file ----------------------------------------------------------------------------------------- */

/* Among the assets of the conversion, then beside the programs. */
static tlb_status find_file(roo_objects *o, const char *name, tlb_bytes *file)
{
    static const char *const extensions[] = {"bgf", NULL};
    const tlb_conversion *conversion = o->s->conversion;
    tlb_arena *work = &o->s->work;
    tlb_status status = tlb_assets_find(conversion->assets, work, name, extensions, NULL, file, NULL);
    if (status == TLB_NOT_FOUND)
        status = tlb_assets_find(o->assets, work, name, extensions, NULL, file, NULL);
    if (status == TLB_NOT_FOUND)
        tlb_report_missing(conversion->context, NULL, "bitmap", name);
    return status;
}

/* What is shown of the front: the first bitmap of the first group. */
static int32_t front_of(const tlb_bgf *bgf)
{
    const tlb_bgf_group *first = bgf->groups.count ? bgf->groups.data : NULL;
    return first && first->indices.count ? first->indices.data[0] : 0;
}

/* --- the scene ---------------------------------------------------------------------------------------- */

static bool add_material(roo_objects *o, const char *name, int opacity)
{
    tlb_material *material = tlb_scene_add_material(o->s->scene, name);
    if (!material)
        return false;
    material->texture = (tlb_texture){
        .image = (int32_t)o->s->scene->image_count - 1, .wrap_u = TLB_WRAP_CLAMP, .wrap_v = TLB_WRAP_CLAMP};
    material->alpha_mode = opacity < ROO_OPAQUE ? TLB_ALPHA_BLEND : TLB_ALPHA_MASK;
    material->color[3] = (float)opacity / ROO_OPAQUE;
    material->double_sided = true;
    return true;
}

/* It faces south. Clients move it to the right by its x offset in client units, down by 4 times the other. */
static bool add_mesh(roo_objects *o, const char *name, const tlb_bgf *bgf, const tlb_bgf_bitmap *bitmap,
                     roo_billboard *billboard)
{
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    enum { CORNERS = 4, DOWN = 4 };
    double shrink = bgf->shrink ? bgf->shrink : 1, width = bitmap->width * PIXEL / shrink;
    tlb_mesh *mesh = tlb_scene_add_mesh(o->s->scene, name);
    if (!mesh || !tlb_mesh_reserve(o->s->scene, mesh, CORNERS, 6, 1, TLB_WITH_NORMALS | TLB_WITH_UV0))
        return false;
    billboard->height = bitmap->height * PIXEL / shrink;
    billboard->mesh = (int32_t)o->s->scene->mesh_count - 1;
    for (int i = 0; i < CORNERS; i++) {
        bool right = i == 1 || i == 2, top = i >= 2;
        const double place[3] = {(right ? width : -width) / 2 + bitmap->xoff, 0,
                                 (top ? billboard->height : 0) - (double)DOWN * bitmap->yoff};
        roo_turn_axes(mesh->positions[i], place);
        memcpy(mesh->normals[i], (const float[]){0, 0, 1}, sizeof mesh->normals[i]);
        mesh->uv[0][i][0] = right ? 1 : 0;
        mesh->uv[0][i][1] = top ? 0 : 1;
    }
    memcpy(mesh->indices, triangles, sizeof triangles);
    mesh->parts[0] = (tlb_part){(int32_t)o->s->scene->material_count - 1, 0, 6};
    return true;
}

static tlb_status add_front(roo_objects *o, const char *name, int opacity, tlb_bytes file,
                            roo_billboard *billboard)
{
    roo_scene *s = o->s;
    tlb_bgf *bgf;
    tlb_status status = tlb_roo_read_bgf(s, file, &(tlb_image){.name = name}, &bgf);
    int32_t front = status ? TLB_BGF_NO_BITMAP : front_of(bgf);
    if (front == TLB_BGF_NO_BITMAP)
        return status;
    tlb_image *image = tlb_scene_add_image(s->scene, name);
    if (!image)
        return s->arena->failure;
    status = tlb_roo_decode_bitmap(s, bgf, front, s->arena, image);
    if (status) {
        s->scene->image_count--;
        return status;
    }
    return add_material(o, name, opacity) && add_mesh(o, name, bgf, &bgf->bitmaps.data[front], billboard)
               ? TLB_OK
               : s->arena->failure;
}

static tlb_status make_billboard(roo_objects *o, const char *bgf, int opacity, roo_billboard *billboard)
{
    tlb_context *context = o->s->conversion->context;
    tlb_bytes file;
    tlb_status status = find_file(o, bgf, &file);
    if (status)
        return tlb_is_fatal(status) ? status : TLB_OK;
    const char *base = tlb_path_base(bgf), *name = tlb_copy_text(&o->s->work, base, tlb_path_stem(bgf)).data;
    status = name ? add_front(o, name, opacity, file, billboard) : o->s->work.failure;
    return tlb_is_fatal(status) ? tlb_report_failure(context, status) : TLB_OK;
}

tlb_status tlb_roo_find_billboard(roo_objects *o, const char *bgf, int opacity, roo_billboard *billboard)
{
    tlb_arena *work = &o->s->work;
    const char *name = tlb_arena_printf(work, "%d %s", opacity, bgf);
    tlb_text key = name ? tlb_name_key(work, name) : (tlb_text){NULL, 0};
    int32_t *place = key.data ? tlb_index_find(&o->billboard_names, work, key.data, key.size) : NULL;
    if (!place)
        return tlb_report_memory(o->s->conversion->context, work);
    if (*place != TLB_INDEX_NEW) {
        *billboard = o->billboards.data[*place];
        return TLB_OK;
    }
    *place = (int32_t)o->billboards.count;
    roo_billboard *made = TLB_PUSH(work, &o->billboards);
    if (!made)
        return tlb_report_memory(o->s->conversion->context, work);
    *billboard = (roo_billboard){.mesh = TLB_NONE};
    tlb_status status = make_billboard(o, bgf, opacity, billboard);
    *made = *billboard;
    return status;
}
