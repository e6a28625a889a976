/* Rendering: a document or a scene as pixels, drawn with OpenGL without a window. The PNG format (convert.h)
 * makes files of the same pictures. */
#ifndef TRILOBITE_RENDER_H
#define TRILOBITE_RENDER_H

#include "trilobite/convert.h"
#include "trilobite/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What pictures need besides their scene, kept from one to the next: an OpenGL context, its shaders, decoded
 * textures. Most of the time of a small picture goes into making these, so whoever draws many (thumbnails)
 * creates a renderer and names it in the options of each conversion (tlb_convert_options.renderer): for
 * tlb_convert and tlb_scene_write to PNG as for the functions below. The pictures are the same without it.
 *
 * Threads: a renderer is used by one thread at a time, any thread; different renderers are independent, so
 * each thread that draws needs one of its own. While a picture is drawn the renderer's OpenGL context is the
 * thread's current one; the one that was current before, if any, is current again when the call returns.
 *
 * OpenGL is opened at the first picture. Where that fails, and where OpenGL fails later, the call that needs
 * it fails, and the next one tries again with a new context. */
typedef struct tlb_renderer tlb_renderer;

/* `options` (may be NULL) has the allocator and the limits of what is kept, which count for the renderer
 * alone: it belongs to no context, and may draw for documents of several. NULL: no memory, or invalid options
 * (tlb_context_create). */
TLB_API tlb_renderer *tlb_renderer_create(const tlb_context_options *options);
/* Not while a call uses it. Scenes, documents and bitmaps are not affected. */
TLB_API void tlb_renderer_free(tlb_renderer *renderer);

/* The picture that tlb_convert to PNG makes, as pixels. Of several (a turntable, a file of many pictures) it
 * is the first. Options (`to`: tlb_png_write_options) and errors are those of tlb_convert; also
 * TLB_UNSUPPORTED, with RENDER_UNAVAILABLE: there is no OpenGL 3.3 here, or, with NOT_SUPPORTED, the library
 * was built without PNG; TLB_ARGUMENT, with NOT_SUPPORTED: it is a model, and the library was built without
 * rendering; TLB_LIMIT, with RENDER_TOO_MUCH: the scene is too large to draw. The bitmap is
 * of the document's context; free it with tlb_bitmap_free. On failure it is NULL. */
TLB_API tlb_status tlb_document_draw(tlb_document *document, const tlb_convert_options *options,
                                     tlb_bitmap **bitmap);
/* The same of a scene; fails as tlb_scene_write does. */
TLB_API tlb_status tlb_scene_draw(tlb_context *context, const tlb_scene *scene,
                                  const tlb_convert_options *options, tlb_bitmap **bitmap);

#ifdef __cplusplus
}
#endif
#endif
