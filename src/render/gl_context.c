#include "render/gl_context.h"

#ifdef __ELF__
#include <dlfcn.h>
#endif

static tlb_status unavailable(tlb_context *context, const char *reason)
{
    tlb_report(context, TLB_CODE_RENDER_UNAVAILABLE, TLB_NO_OFFSET, NULL, "pictures cannot be drawn here: %s",
               reason);
    return TLB_UNSUPPORTED;
}

/* Displays are the process's: others may use the same one, so none is ever terminated. */
static EGLDisplay open_display(void)
{
    EGLDisplay display = EGL_NO_DISPLAY;
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") &&
        epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, NULL, NULL))
        return display;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    return display != EGL_NO_DISPLAY && eglInitialize(display, NULL, NULL) ? display : EGL_NO_DISPLAY;
}

static EGLContext open_context(EGLDisplay display)
{
    static const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                                    3,
                                    EGL_CONTEXT_MINOR_VERSION,
                                    3,
                                    EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                    EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                    EGL_NONE};
    if (!epoxy_has_egl_extension(display, "EGL_KHR_no_config_context") ||
        !epoxy_has_egl_extension(display, "EGL_KHR_surfaceless_context") ||
        !epoxy_has_egl_extension(display, "EGL_KHR_create_context") || !eglBindAPI(EGL_OPENGL_API))
        return EGL_NO_CONTEXT;
    return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
}

/* Without either library epoxy ends the process at the first function of OpenGL. */
static bool has_opengl(void)
{
#ifdef __ELF__
    void *library = dlopen("libOpenGL.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        library = dlopen("libGL.so.1", RTLD_LAZY | RTLD_LOCAL);
    return library && !dlclose(library);
#else
    return true;
#endif
}

static tlb_status open_gl(tlb_context *context, tlb_gl_context *gl)
{
    gl->display = open_display();
    if (gl->display == EGL_NO_DISPLAY)
        return unavailable(context, "EGL found no driver");
    if (!has_opengl())
        return unavailable(context, "there is neither libOpenGL.so.0 nor libGL.so.1");
    gl->context = open_context(gl->display);
    return gl->context != EGL_NO_CONTEXT ? TLB_OK
                                         : unavailable(context, "EGL offers no OpenGL 3.3 without a window");
}

static void remember_current(tlb_gl_context *gl)
{
    gl->before.api = eglQueryAPI();
    gl->before.display = eglGetCurrentDisplay();
    gl->before.draw = eglGetCurrentSurface(EGL_DRAW);
    gl->before.read = eglGetCurrentSurface(EGL_READ);
    gl->before.context = eglGetCurrentContext();
}

tlb_status tlb_gl_enter(tlb_context *context, tlb_gl_context *gl)
{
    if (!epoxy_has_egl())
        return unavailable(context, "EGL is not available");
    remember_current(gl);
    tlb_status status = gl->context == EGL_NO_CONTEXT ? open_gl(context, gl) : TLB_OK;
    if (!status && (!eglBindAPI(EGL_OPENGL_API) ||
                    !eglMakeCurrent(gl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl->context)))
        status = unavailable(context, "EGL cannot use its OpenGL without a window");
    if (status) {
        eglBindAPI(gl->before.api);
        tlb_gl_close(gl);
    }
    return status;
}

void tlb_gl_leave(tlb_gl_context *gl)
{
    if (gl->before.context != EGL_NO_CONTEXT)
        eglMakeCurrent(gl->before.display, gl->before.draw, gl->before.read, gl->before.context);
    else
        eglMakeCurrent(gl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglBindAPI(gl->before.api);
}

void tlb_gl_close(tlb_gl_context *gl)
{
    if (gl->context != EGL_NO_CONTEXT)
        eglDestroyContext(gl->display, gl->context);
    gl->context = EGL_NO_CONTEXT;
}

tlb_status tlb_gl_status(tlb_context *context)
{
    GLenum error = glGetError();
    if (error == GL_NO_ERROR)
        return TLB_OK;
    if (error == GL_OUT_OF_MEMORY) {
        tlb_report(context, TLB_CODE_OUT_OF_MEMORY, TLB_NO_OFFSET, NULL, "OpenGL is out of memory");
        return TLB_NO_MEMORY;
    }
    tlb_report(context, TLB_CODE_RENDER_UNAVAILABLE, TLB_NO_OFFSET, NULL, "OpenGL failed with error 0x%04x",
               (unsigned)error);
    return TLB_UNSUPPORTED;
}
