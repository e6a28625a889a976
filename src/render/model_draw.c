#include "render/display.h"
#include "render/model.h"
#include "scene/geometry/finite.h"

static const float tint_alpha = 0.45f;
static const float tints_nearer = 0.001f, edges_nearer = 0.004f;
static const float edge_color[4] = {0.07f, 0.09f, 0.12f, 1};

/* What a run of draws has in common. */
typedef struct state {
    uint32_t look;
    int32_t material;
    bool tinted;
} state;

static state state_of(const tlb_model *model, const tlb_draw *draw)
{
    return (state){draw->look, draw->material, model->draws.pieces[draw->piece].tinted};
}

static bool same_state(state a, state b)
{
    return a.look == b.look && a.material == b.material && a.tinted == b.tinted;
}

static const tlb_material *material_of(const tlb_model *model, state s)
{
    static const tlb_material plain = {
        .color = {1, 1, 1, tint_alpha}, .texture.image = TLB_NONE, .lightmap.image = TLB_NONE};
    return s.material >= 0 && !s.tinted ? &model->stage->scene.materials[s.material] : &plain;
}

static void bind_texture(const tlb_model *model, GLuint unit, const tlb_texture *texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture->image >= 0 ? model->textures[texture->image] : 0);
    glBindSampler(unit, model->device->samplers[tlb_sampler_of(texture)]);
}

/* A texture whose set no mesh has is not looked at: any will do. */
static uint32_t uv_set_of(const tlb_model *model, const tlb_texture *texture)
{
    return texture->uv_set < model->draws.uv_sets ? texture->uv_set : 0;
}

static void set_culling(const tlb_material *material)
{
    if (material->double_sided)
        glDisable(GL_CULL_FACE);
    else
        glEnable(GL_CULL_FACE);
}

static tlb_status apply(tlb_model *model, state s)
{
    tlb_program *program = &model->device->programs[s.look];
    const tlb_material *material = material_of(model, s);
    tlb_status status = tlb_program_make(model->device->context, s.look, program);
    if (status)
        return status;
    float emissive[3], color[4] = {0, 0, 0, tlb_finite(material->color[3])};
    for (int i = 0; i < 3; i++) {
        color[i] = tlb_display(material->color[i]);
        emissive[i] = tlb_display(material->emissive[i]);
    }
    glUseProgram(program->id);
    glUniform4fv(program->color, 1, color);
    glUniform3fv(program->emissive, 1, emissive);
    glUniform1f(program->cutoff, tlb_finite(material->alpha_cutoff));
    glUniform2f(program->paint_offset, tlb_finite(material->texture.offset[0]),
                tlb_finite(material->texture.offset[1]));
    glUniform1f(program->light_floor, model->light.floor);
    glUniform1f(program->nearer, s.tinted ? tints_nearer : 0);
    bind_texture(model, TLB_UNIT_TEXTURE, &material->texture);
    bind_texture(model, TLB_UNIT_LIGHT_MAP, &material->lightmap);
    tlb_geometry_set_uv(&model->geometry, uv_set_of(model, &material->texture),
                        uv_set_of(model, &material->lightmap));
    set_culling(material);
    return TLB_OK;
}

static uint32_t index_count(const tlb_model *model, const tlb_draw *draw)
{
    return model->draws.pieces[draw->piece].mesh->parts[draw->part].index_count;
}

/* Draws those from `first` on whose indices follow each other and whose state is the same; gives the next. */
static uint32_t draw_run(const tlb_model *model, uint32_t first, uint32_t end)
{
    const tlb_draw *draw = &model->draws.list[first];
    state s = state_of(model, draw);
    uint32_t count = index_count(model, draw), next = first + 1;
    while (next < end && model->draws.list[next].first_index == draw->first_index + count &&
           same_state(state_of(model, &model->draws.list[next]), s))
        count += index_count(model, &model->draws.list[next++]);
    glDrawElements(GL_TRIANGLES, (GLsizei)count, GL_UNSIGNED_INT,
                   tlb_gl_offset(draw->first_index * sizeof(uint32_t)));
    return next;
}

static tlb_status draw_range(tlb_model *model, uint32_t first, uint32_t end)
{
    while (first < end) {
        tlb_status status = apply(model, state_of(model, &model->draws.list[first]));
        if (status)
            return status;
        first = draw_run(model, first, end);
    }
    return TLB_OK;
}

static tlb_status draw_edges(tlb_model *model)
{
    const uint32_t look = tlb_look_of(TLB_PAINT_PLAIN, TLB_LIGHT_NONE, TLB_ALPHA_OPAQUE);
    tlb_program *program = &model->device->programs[look];
    tlb_status status = tlb_program_make(model->device->context, look, program);
    if (status)
        return status;
    glUseProgram(program->id);
    glUniform4fv(program->color, 1, edge_color);
    glUniform3fv(program->emissive, 1, (const float[3]){0, 0, 0});
    glUniform1f(program->nearer, edges_nearer);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    for (uint32_t i = 0; i < model->draws.count;) {
        set_culling(material_of(model, state_of(model, &model->draws.list[i])));
        i = draw_run(model, i, model->draws.count);
    }
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    return TLB_OK;
}

tlb_status tlb_model_draw(tlb_model *model, bool wireframe)
{
    const tlb_draws *draws = &model->draws;
    glBindVertexArray(model->geometry.array);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glLineWidth(TLB_CANVAS_SCALE);
    glDisable(GL_BLEND);
    tlb_status status = draw_range(model, 0, draws->solid_count);
    if (!status && wireframe)
        status = draw_edges(model);
    /* One rule for both: the colors are multiplied by alpha, and what is added has none. */
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    if (!status)
        status = draw_range(model, draws->solid_count, draws->count);
    glDepthMask(GL_TRUE);
    return status;
}
