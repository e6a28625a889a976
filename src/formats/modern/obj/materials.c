#include "formats/modern/obj/format.h"

static void write_color(tlb_obj *obj, tlb_lines *lines, const char *word, const float color[3])
{
    char *p = tlb_line(lines);
    *p++ = word[0];
    *p++ = word[1];
    for (int i = 0; i < 3; i++)
        p = tlb_obj_number(obj, p, color[i]);
    tlb_line_end(lines, p);
}

static void write_material(tlb_obj *obj, tlb_lines *lines, const tlb_material *material)
{
    write_color(obj, lines, "Kd", material->color);
    if (material->emissive[0] > 0 || material->emissive[1] > 0 || material->emissive[2] > 0)
        write_color(obj, lines, "Ke", material->emissive);
    char *p = tlb_line(lines);
    *p++ = 'd';
    tlb_line_end(lines, tlb_obj_number(obj, p, material->color[3]));
    tlb_text_line(lines, "illum ", material->unlit ? "0" : "1");
    if (material->texture.image >= 0 && obj->image_files[material->texture.image].name)
        tlb_text_line(lines, "map_Kd ", obj->image_files[material->texture.image].name);
}

void tlb_obj_write_materials(tlb_obj *obj, tlb_lines *lines)
{
    static const tlb_material plain = {.color = {1, 1, 1, 1}, .texture = {.image = TLB_NONE}};
    uint32_t count = obj->scene->material_count;
    for (uint32_t i = 0; i < count + obj->plain; i++) {
        tlb_text_line(lines, "newmtl ", obj->materials[i]);
        write_material(obj, lines, i < count ? &obj->scene->materials[i] : &plain);
    }
    tlb_lines_flush(lines);
}
