/* The other files of an interior: by the names that its index gives, or that a file's own name suggests. */
#include "formats/darkstar/interior/interior.h"

#include "base/text.h"
#include "formats/darkstar/dml/dml.h"
#include "formats/darkstar/shared/files.h"
#include "formats/darkstar/dml/materials.h"

#include <string.h>

/* --- names --------------------------------------------------------------------------------------------- */

/* How much of a name comes before its extension, and of that before the last hyphen. */
static size_t stem_size(const char *name)
{
    const char *extension = tlb_path_extension(name);
    return *extension ? (size_t)(extension - name) - 1 : strlen(name);
}

static size_t before_hyphen(const char *name)
{
    size_t stem = stem_size(name), size = stem;
    while (size && name[size - 1] != '-')
        size--;
    return size ? size - 1 : stem;
}

/* Of a mission's lighting, that of the interior. */
static const char *interior_base_name(tlb_arena *arena, const char *mission)
{
    return tlb_arena_printf(arena, "%.*s.dil", (int)before_hyphen(mission), mission);
}

/* Of a lighting, that of mission K. */
static const char *interior_mission_name(tlb_arena *arena, const char *lighting, const char *k)
{
    return tlb_arena_printf(arena, "%.*s-%s.dil", (int)stem_size(lighting), lighting, k);
}

const char *tlb_interior_materials_name(tlb_arena *arena, const char *geometry)
{
    return tlb_arena_printf(arena, "%.*s.dml", (int)before_hyphen(geometry), geometry);
}

const char *tlb_interior_lighting_name(tlb_arena *arena, const char *geometry, const char *light_state)
{
    return tlb_arena_printf(arena, "%.*s%s.dil", (int)stem_size(geometry), geometry, light_state);
}

const char *tlb_interior_geometry_name(tlb_arena *arena, const char *lighting, bool mission)
{
    size_t size = mission ? before_hyphen(lighting) : stem_size(lighting);
    return tlb_arena_printf(arena, "%.*s.dig", (int)(size ? size - 1 : 0), lighting);
}

/* --- files --------------------------------------------------------------------------------------------- */

tlb_status tlb_interior_find_geometry(interior_scene *s, const char *name, const char *field,
                                      const tlb_dig **dig)
{
    void *root;
    tlb_status status =
        tlb_darkstar_read_file(s->conversion, &s->work, name, field, false, tlb_dig_walk, &root);
    *dig = root;
    return status;
}

tlb_status tlb_interior_find_materials(interior_scene *s, const char *name, const char *field)
{
    void *root;
    tlb_status status =
        tlb_darkstar_read_file(s->conversion, &s->work, name, field, false, tlb_format_dml.walk, &root);
    if (status || !root)
        return status;
    const tlb_dml_list *list = &((const tlb_dml *)root)->list;
    s->material_count = list->materials.count;
    return tlb_darkstar_add_materials(s->scene, list->materials.data, list->materials.count, "materials",
                                      s->conversion, &s->first_material);
}

/* Puts mission lighting over what it was made for, or when that is not there, alone. */
static tlb_status set_mission(interior_scene *s, const tlb_dil *mission, const tlb_dil *base,
                              interior_lighting *lighting)
{
    *lighting = (interior_lighting){.base = base ? base : mission};
    if (!base)
        return TLB_OK;
    tlb_status status = tlb_dil_read_relit_pairs(s->conversion->context, &s->work, mission, &lighting->relit);
    if (!status)
        lighting->mission = mission;
    return tlb_is_fatal(status) ? status : TLB_OK;
}

static tlb_status find_base(interior_scene *s, const char *name, const tlb_dil *mission,
                            interior_lighting *lighting)
{
    void *base;
    const char *base_name = interior_base_name(&s->work, name);
    tlb_status status = base_name ? tlb_darkstar_read_file(s->conversion, &s->work, base_name, NULL, true,
                                                           tlb_dil_walk, &base)
                                  : TLB_NO_MEMORY;
    return status ? status : set_mission(s, mission, base, lighting);
}

/* The mission lighting that is chosen, over the base found. */
static tlb_status find_mission(interior_scene *s, const char *name, const tlb_dil *base,
                               interior_lighting *lighting)
{
    void *mission;
    const char *chosen = s->options->mission_lighting;
    if (!chosen)
        return TLB_OK;
    const char *mission_name = interior_mission_name(&s->work, name, chosen);
    tlb_status status = mission_name ? tlb_darkstar_read_file(s->conversion, &s->work, mission_name, NULL,
                                                              false, tlb_dil_walk, &mission)
                                     : TLB_NO_MEMORY;
    return status || !mission ? status : set_mission(s, mission, base, lighting);
}

tlb_status tlb_interior_find_lighting(interior_scene *s, const char *name, const char *field,
                                      interior_lighting *lighting)
{
    void *root;
    *lighting = (interior_lighting){0};
    tlb_status status =
        tlb_darkstar_read_file(s->conversion, &s->work, name, field, false, tlb_dil_walk, &root);
    if (status || !root)
        return status;
    const tlb_dil *dil = root;
    lighting->base = dil;
    return tlb_dil_is_mission(dil) ? find_base(s, name, dil, lighting) : find_mission(s, name, dil, lighting);
}
