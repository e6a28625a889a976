#include "render/canvas.h"

static GLuint add_buffer(GLenum attachment, GLenum format, uint32_t width, uint32_t height)
{
    GLuint buffer;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, format, (GLsizei)width, (GLsizei)height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    return buffer;
}

static bool make(tlb_canvas *canvas)
{
    uint32_t width = canvas->width, height = canvas->height;
    glGenFramebuffers(1, &canvas->pixels);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas->pixels);
    canvas->pixel_color = add_buffer(GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height);
    bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    width *= TLB_CANVAS_SCALE;
    height *= TLB_CANVAS_SCALE;
    glGenFramebuffers(1, &canvas->samples);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas->samples);
    canvas->sample_color = add_buffer(GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height);
    canvas->sample_depth = add_buffer(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, width, height);
    return complete && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void discard(tlb_canvas *canvas)
{
    glDeleteFramebuffers(1, &canvas->samples);
    glDeleteFramebuffers(1, &canvas->pixels);
    glDeleteRenderbuffers(1, &canvas->sample_color);
    glDeleteRenderbuffers(1, &canvas->sample_depth);
    glDeleteRenderbuffers(1, &canvas->pixel_color);
}

tlb_status tlb_canvas_open(tlb_canvas *canvas, tlb_context *context, uint32_t width, uint32_t height)
{
    if (canvas->width == width && canvas->height == height) {
        glBindFramebuffer(GL_FRAMEBUFFER, canvas->samples);
        return TLB_OK;
    }
    discard(canvas);
    *canvas = (tlb_canvas){.width = width, .height = height};
    bool made = make(canvas);
    tlb_status status = tlb_gl_status(context);
    if (status || made)
        return status;
    tlb_report(context, TLB_CODE_RENDER_UNAVAILABLE, TLB_NO_OFFSET, NULL, "OpenGL cannot draw %u x %u pixels",
               width, height);
    return TLB_UNSUPPORTED;
}

void tlb_canvas_read(const tlb_canvas *canvas, uint32_t width, uint32_t height, uint8_t *to)
{
    GLint right = (GLint)width, top = (GLint)height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas->samples);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, canvas->pixels);
    /* Half way between the centers of its samples each pixel becomes their mean. */
    glBlitFramebuffer(0, 0, right * TLB_CANVAS_SCALE, top * TLB_CANVAS_SCALE, 0, 0, right, top,
                      GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas->pixels);
    glReadPixels(0, 0, right, top, GL_RGBA, GL_UNSIGNED_BYTE, to);
}
