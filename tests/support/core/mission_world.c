#include "mission_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"

void begin_world(world *w)
{
    *w = (world){.context = tlb_context_create(NULL)};
    w->assets = tlb_assets_create(w->context);
}

void add_file(world *w, const char *name, const char *text)
{
    assert_int_equal(tlb_assets_add_memory(w->assets, name, (tlb_bytes){(const uint8_t *)text, strlen(text)}),
                     TLB_OK);
}

void show_with(world *w, const char *text, tlb_convert_options options)
{
    options.assets = w->assets;
    assert_int_equal(tlb_open_memory(w->context, text, strlen(text), "level.mis", NULL, &w->document),
                     TLB_OK);
    tlb_status status = tlb_document_scene(w->document, &options, &w->scene);
    if (status)
        print_diagnostics(w->context);
    assert_int_equal(status, TLB_OK);
    assert_int_equal(tlb_scene_validate(w->context, w->scene), TLB_OK);
}

void show(world *w, const char *text)
{
    show_with(w, text, (tlb_convert_options)TLB_CONVERT_OPTIONS_INIT);
}

void end_world(world *w)
{
    tlb_scene_free(w->scene);
    tlb_document_free(w->document);
    tlb_assets_free(w->assets);
    tlb_context_free(w->context);
}

const tlb_node *node_of(const world *w, const char *name)
{
    for (uint32_t i = 0; i < w->scene->node_count; i++)
        if (strcmp(w->scene->nodes[i].name, name) == 0)
            return &w->scene->nodes[i];
    fail_msg("there is no node \"%s\"", name);
    return NULL;
}

uint32_t meshes_below(const world *w, const char *name)
{
    int32_t top = (int32_t)(node_of(w, name) - w->scene->nodes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->scene->node_count; i++) {
        int32_t above = (int32_t)i;
        while (above != TLB_NONE && above != top)
            above = w->scene->nodes[above].parent;
        count += above == top && w->scene->nodes[i].mesh != TLB_NONE;
    }
    return count;
}
