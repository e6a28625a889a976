/* HTML: a scene as one page that opens anywhere. It is the viewer's page with the model put in its places. */
#include "formats/interchange/gltf/from_scene/from_scene.h"
#include "formats/interchange/html/page.h"
#include "formats/interchange/shared/viewpoint.h"

#include "base/json.h"
#include "core/options.h"
#include "trilobite/formats/gltf.h"
#include "trilobite/formats/html.h"

#include <string.h>

#ifdef TLB_WITH_PAGE

/* The page up to a mark; `*at` is then after it. */
static void put_up_to(tlb_buffer *out, const char **at, const char *mark)
{
    const char *end = strstr(*at, mark);
    tlb_buffer_append(out, *at, (size_t)(end - *at));
    *at = end + strlen(mark);
}

static void put_text(tlb_buffer *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<')
            tlb_buffer_text(out, "&lt;");
        else if (*text == '&')
            tlb_buffer_text(out, "&amp;");
        else
            tlb_buffer_byte(out, (uint8_t)*text);
}

static void write_text(tlb_json *json, const char *key, const char *text)
{
    tlb_json_text(json, key, text, strlen(text));
}

/* What was found on the way. Names of files are left out: the page is for others. */
static void write_diagnostics(tlb_json *json, const tlb_context *context)
{
    tlb_json_open(json, "diagnostics", '[', false);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        tlb_json_open(json, NULL, '{', false);
        write_text(json, "severity", tlb_severity_name(d->severity));
        write_text(json, "code", tlb_code_name(d->code));
        write_text(json, "path", d->path);
        write_text(json, "message", d->message);
        tlb_json_close(json);
    }
    tlb_json_close(json);
}

/* By its name in the page, or a place to stand at. */
static void write_view(tlb_json *json, const tlb_view_option *view)
{
    static const char *const names[] = {
        [TLB_VIEW_THREE_QUARTER] = "Three-quarter",
        [TLB_VIEW_FRONT] = "Front",
        [TLB_VIEW_BACK] = "Back",
        [TLB_VIEW_LEFT] = "Left",
        [TLB_VIEW_RIGHT] = "Right",
        [TLB_VIEW_TOP] = "Top",
        [TLB_VIEW_INSIDE] = "Inside",
    };
    if (view->kind == TLB_VIEW_DEFAULT)
        return;
    tlb_json_open(json, "view", '{', false);
    if (view->kind == TLB_VIEW_POINT) {
        tlb_json_open(json, "point", '[', false);
        for (int i = 0; i < 3; i++)
            tlb_json_real(json, NULL, (double)view->point[i]);
        tlb_json_close(json);
        tlb_json_real(json, "yaw", view->yaw);
        tlb_json_real(json, "pitch", view->pitch);
    } else
        write_text(json, "name", names[view->kind]);
    tlb_json_close(json);
}

/* JSON within an element: a "<", which can only be in a text there, might end the element. */
static void put_json(tlb_buffer *out, const tlb_buffer *json)
{
    for (size_t i = 0; i < json->size; i++)
        if (json->data[i] == '<')
            tlb_buffer_text(out, "\\u003c");
        else
            tlb_buffer_byte(out, json->data[i]);
}

static void put_about(tlb_buffer *out, const tlb_context *context, const char *title,
                      const tlb_view_option *view)
{
    tlb_buffer text = {.account = out->account};
    tlb_json json = {.out = &text, .compact = true};
    tlb_json_open(&json, NULL, '{', false);
    write_text(&json, "title", title);
    write_view(&json, view);
    write_diagnostics(&json, context);
    tlb_json_close(&json);
    if (text.status)
        out->status = text.status;
    put_json(out, &text);
    tlb_buffer_free(&text);
}

static void put_page(tlb_buffer *out, const tlb_context *context, const char *title,
                     const tlb_view_option *view, const tlb_buffer *glb)
{
    const char *at = tlb_html_page;
    put_up_to(out, &at, "<!--TITLE-->");
    put_text(out, title);
    put_up_to(out, &at, "<!--ABOUT-->");
    put_about(out, context, title, view);
    put_up_to(out, &at, "<!--MODEL-->");
    tlb_json_base64(&(tlb_json){.out = out}, NULL, glb->data, glb->size);
    tlb_buffer_append(out, at, (size_t)(tlb_html_page + tlb_html_page_size - at));
}

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_context *context = conversion->context;
    const tlb_html_write_options *options = conversion->to;
    tlb_view_option view;
    tlb_status status = tlb_view_chosen(conversion, scene, &options->view, &view);
    if (status)
        return status;
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    if (!out)
        return tlb_report_output(context, output, NULL);
    tlb_buffer glb = {.account = context->account};
    const tlb_convert_options defaults = TLB_CONVERT_OPTIONS_INIT;
    const tlb_gltf_write_options page = {.page = true};
    tlb_conversion for_page = *conversion;
    for_page.options = &defaults;
    for_page.to = &page;
    status = tlb_glb_write(&for_page, scene, tlb_output_stem(output), &glb);
    if (!status) {
        put_page(out, context, tlb_output_stem(output), &view, &glb);
        status = tlb_report_failure(context, out->status);
    }
    tlb_buffer_free(&glb);
    return status;
}

#else

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    (void)scene, (void)output;
    tlb_report(conversion->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
               "this build cannot write HTML pages of models: it was built without Node.js");
    return TLB_UNSUPPORTED;
}

#endif

/* The page hides and shows for itself. */
static void show_all(const void *to, tlb_convert_options *options)
{
    tlb_options_take_levels(to, options);
    options->collision = options->zones = true;
}

static const tlb_option_info options[] = {
    {OPTION_VIEW, TLB_SETS_TO(tlb_html_write_options, VIEW, view, TLB_CAN_IMPORT_SCENE)}, {0}};

const tlb_format tlb_format_html = {
    .info = {.name = "html",
             .title = "page that shows the model",
             .family = "interchange",
             .versions = "one file, opened by browsers with WebGL 2",
             .extensions = (const char *const[]){"html", "htm", NULL},
             .abilities = TLB_IS_MODEL | TLB_CAN_IMPORT_SCENE,
             .options = options,
             .write_options = TLB_OPTIONS_TYPE(tlb_html_write_options)},
    .scene_defaults = show_all,
    .from_scene = from_scene,
};
