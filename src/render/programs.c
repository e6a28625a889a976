#include "render/programs.h"

#include <stdio.h>

/* The texts of the shaders. What differs between looks is constants, on which the compiler decides.
 *
 * Everything is multiplied and mixed as displays show it, not as light: the engines did, and textures, light
 * maps and translucent things look as they did there. */
#define GLSL(...) #__VA_ARGS__

/* clang-format off */
static const char vertex_text[] = GLSL(
    layout(std140) uniform Frame { mat4 clip; vec4 camera; vec4 lamp; };
    uniform vec4 color;
    uniform vec2 paint_offset;
    uniform float nearer;
    layout(location = 0) in vec3 in_position;
    layout(location = 1) in vec3 in_normal;
    layout(location = 2) in vec4 in_color;
    layout(location = 3) in vec2 in_uv;
    layout(location = 4) in vec2 in_light_uv;
    out vec3 place;
    out vec3 normal;
    out vec4 tint;
    out vec2 uv;
    out vec2 light_uv;

    void main()
    {
        place = in_position;
        normal = in_normal;
        tint = color * in_color;
        uv = in_uv + paint_offset;
        light_uv = in_light_uv;
        gl_Position = clip * vec4(mix(in_position, camera.xyz, nearer), 1);
    }
);

/* Colors leave multiplied by their alpha; what is added to the picture has none. A mesh without normals has
 * those of its triangles. Light maps are shown as scene/light/light.h rules. */
static const char fragment_text[] = GLSL(
    layout(std140) uniform Frame { mat4 clip; vec4 camera; vec4 lamp; };
    uniform vec3 emissive;
    uniform float cutoff;
    uniform float light_floor;
    uniform sampler2D paint_map;
    uniform sampler2D light_map;
    in vec3 place;
    in vec3 normal;
    in vec4 tint;
    in vec2 uv;
    in vec2 light_uv;
    out vec4 result;

    vec4 paint()
    {
        if (PAINT == TEXTURE)
            return texture(paint_map, uv);
        if (PAINT == STAND_IN)
            return vec4(vec3(mix(0.72, 0.84, texture(paint_map, uv).r)), 1);
        return vec4(1);
    }

    vec3 studio()
    {
        vec3 n = gl_FrontFacing ? normal : -normal;
        if (dot(n, n) < 1e-12)
            n = cross(dFdx(place), dFdy(place));
        n = normalize(n);
        float sky = 0.5 + 0.5 * n.y;
        float from_lamp = 0.5 + 0.5 * dot(n, lamp.xyz);
        return mix(vec3(0.36, 0.34, 0.33), vec3(0.56, 0.58, 0.61), sky) +
               from_lamp * from_lamp * vec3(0.52, 0.51, 0.49);
    }

    vec3 light()
    {
        if (LIGHT == MAP)
            return light_floor + (1.0 - light_floor) * texture(light_map, light_uv).rgb;
        if (LIGHT == STUDIO)
            return studio();
        return vec3(1);
    }

    void main()
    {
        vec4 c = tint * paint();
        if (ALPHA == MASK && c.a < cutoff)
            discard;
        c = clamp(vec4(c.rgb * light() + emissive, c.a), 0.0, 1.0);
        if (ALPHA == BLEND)
            result = vec4(c.rgb * c.a, c.a);
        else if (ALPHA == ADD)
            result = vec4(c.rgb * c.a, 0);
        else
            result = vec4(c.rgb, 1);
    }
);
/* clang-format on */

static GLuint compile(GLenum kind, const char *head, const char *text)
{
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 2, (const char *const[]){head, text}, NULL);
    glCompileShader(shader);
    return shader;
}

static GLuint link_look(uint32_t look)
{
    char head[512];
    snprintf(head, sizeof head,
             "#version 330 core\n"
             "const uint TEXTURE = %uu, STAND_IN = %uu, PAINT = %uu;\n"
             "const uint MAP = %uu, STUDIO = %uu, LIGHT = %uu;\n"
             "const uint MASK = %uu, BLEND = %uu, ADD = %uu, ALPHA = %uu;\n",
             (unsigned)TLB_PAINT_TEXTURE, (unsigned)TLB_PAINT_STAND_IN, look / TLB_ALPHA_MODES / TLB_LIGHTS,
             (unsigned)TLB_LIGHT_MAP, (unsigned)TLB_LIGHT_STUDIO, look / TLB_ALPHA_MODES % TLB_LIGHTS,
             (unsigned)TLB_ALPHA_MASK, (unsigned)TLB_ALPHA_BLEND, (unsigned)TLB_ALPHA_ADD,
             look % TLB_ALPHA_MODES);
    GLuint shaders[] = {compile(GL_VERTEX_SHADER, head, vertex_text),
                        compile(GL_FRAGMENT_SHADER, head, fragment_text)};
    GLuint id = glCreateProgram();
    for (int i = 0; i < 2; i++)
        glAttachShader(id, shaders[i]);
    glLinkProgram(id);
    for (int i = 0; i < 2; i++)
        glDeleteShader(shaders[i]);
    return id;
}

static tlb_status refused(tlb_context *context, GLuint id)
{
    char log[256] = "";
    glGetProgramInfoLog(id, sizeof log, NULL, log);
    glDeleteProgram(id);
    tlb_report(context, TLB_CODE_RENDER_UNAVAILABLE, TLB_NO_OFFSET, NULL, "the driver rejected a shader: %s",
               log);
    return TLB_UNSUPPORTED;
}

tlb_status tlb_program_make(tlb_context *context, uint32_t look, tlb_program *program)
{
    if (program->id)
        return TLB_OK;
    GLuint id = link_look(look);
    GLint linked = GL_FALSE;
    glGetProgramiv(id, GL_LINK_STATUS, &linked);
    if (!linked)
        return refused(context, id);
    *program = (tlb_program){
        .id = id,
        .color = glGetUniformLocation(id, "color"),
        .emissive = glGetUniformLocation(id, "emissive"),
        .cutoff = glGetUniformLocation(id, "cutoff"),
        .paint_offset = glGetUniformLocation(id, "paint_offset"),
        .light_floor = glGetUniformLocation(id, "light_floor"),
        .nearer = glGetUniformLocation(id, "nearer"),
    };
    glUniformBlockBinding(id, glGetUniformBlockIndex(id, "Frame"), 0);
    glUseProgram(id);
    glUniform1i(glGetUniformLocation(id, "paint_map"), TLB_UNIT_TEXTURE);
    glUniform1i(glGetUniformLocation(id, "light_map"), TLB_UNIT_LIGHT_MAP);
    return TLB_OK;
}
