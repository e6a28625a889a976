/* OpenGL without a window: through EGL, with no display where the driver can do without. */
#ifndef TLB_RENDER_GL_CONTEXT_H
#define TLB_RENDER_GL_CONTEXT_H

#include "base/context.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

typedef struct tlb_gl_context {
    EGLDisplay display;
    EGLContext context; /* EGL_NO_CONTEXT: not open */
    struct {
        EGLenum api;
        EGLDisplay display;
        EGLSurface draw, read;
        EGLContext context;
    } before; /* the thread's own, while this one is current */
} tlb_gl_context;

/* OpenGL 3.3, opened if it is not, becomes the thread's current context; tlb_gl_leave puts back what was
 * current before. TLB_UNSUPPORTED, and reported: there is none, and nothing to leave. */
tlb_status tlb_gl_enter(tlb_context *context, tlb_gl_context *gl);
void tlb_gl_leave(tlb_gl_context *gl);
/* All its objects go with it. It must not be current in any thread. */
void tlb_gl_close(tlb_gl_context *gl);

/* OpenGL takes offsets in buffers as pointers. */
static inline const void *tlb_gl_offset(size_t offset)
{
    return (const void *)offset; /* NOLINT(performance-no-int-to-ptr) */
}

/* TLB_NO_MEMORY or TLB_UNSUPPORTED, and reported, when something since the last call went wrong. */
tlb_status tlb_gl_status(tlb_context *context);

#endif
