#include "core/targets.h"

#include "base/text.h"
#include "trilobite/convert.h"

#include <stdio.h>
#include <string.h>

bool tlb_share_model(const tlb_format *a, const tlb_format *b)
{
    return a == b || (a->model && b->model && strcmp(a->model, b->model) == 0);
}

static bool translates(const tlb_format *target, const tlb_format *from)
{
    for (const char *const *name = target->translates; name && *name; name++)
        if (strcmp(*name, from->info.name) == 0)
            return true;
    return false;
}

bool tlb_is_written_within(const tlb_format *target, const tlb_format *from)
{
    return (tlb_share_model(target, from) && !target->rewrites) || translates(target, from);
}

bool tlb_is_written_anew(const tlb_format *target)
{
    return target->from_scene || target->from_level;
}

const char *tlb_scene_obstacle(const tlb_scene *scene, const tlb_format *target)
{
    if (!scene || !target || !tlb_is_written_anew(target))
        return "it is written from no scene";
    return target->obstacle ? target->obstacle(scene) : NULL;
}

static bool can_become(const tlb_document *document, const tlb_scene *scene, const tlb_format *target)
{
    const tlb_format *from = document ? document->format : NULL;
    if (from && (tlb_is_written_within(target, from) || (from->to_level && target->from_level)))
        return true;
    return scene ? !tlb_scene_obstacle(scene, target) : from && from->to_scene && tlb_is_written_anew(target);
}

tlb_status tlb_refuse_target(tlb_context *context, const tlb_document *document, const tlb_scene *scene,
                             const tlb_format *target)
{
    char from[TLB_FORMAT_LABEL], to[TLB_FORMAT_LABEL];
    tlb_name_list names = {0};
    const char *obstacle = scene && tlb_is_written_anew(target) ? tlb_scene_obstacle(scene, target) : NULL;
    for (const tlb_format *const *format = context->session->formats; *format; format++)
        if (can_become(document, scene, *format))
            tlb_name_list_add(&names, (*format)->info.name);
    if (document)
        tlb_format_label(&document->format->info, from);
    else
        snprintf(from, sizeof from, "a scene");
    tlb_format_label(&target->info, to);
    if (document && document->format->archive)
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "cannot convert %s to %s; convert its members, as %s/NAME", from, to, document->name);
    else
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "cannot convert %s to %s%s%s; it can be converted to: %s", from, to, obstacle ? ": " : "",
                   obstacle ? obstacle : "", names.text);
    return TLB_ARGUMENT;
}
