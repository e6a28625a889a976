/* Libraries of materials, and materials as they are written. The oracle: a library is read or memory was
 * refused; what is written of its materials is read again without a complaint, and is then written the same.
 */
#include "formats/interchange/obj/from_scene.h"
#include "formats/interchange/obj/scene/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void write_all(const obj_library *library, tlb_buffer *out)
{
    uint64_t replaced = 0;
    obj_material_writer writer = {out, &replaced};
    for (uint32_t i = 0; i < library->materials.count; i++) {
        const obj_material *from = &library->materials.data[i];
        tlb_material material = {.color = {from->Kd[0], from->Kd[1], from->Kd[2], from->d},
                                 .emissive = {from->Ke[0], from->Ke[1], from->Ke[2]},
                                 .unlit = from->illum == 0,
                                 .texture = {.image = TLB_NONE},
                                 .extras = from->extras};
        char number[32];
        snprintf(number, sizeof number, "newmtl %u\n", i);
        tlb_buffer_text(out, number);
        tlb_obj_write_material(&writer, &material, from->map_Kd.file ? "a.png" : NULL);
    }
    require(out->status == TLB_OK);
}

static void read_again(tlb_context *context, tlb_arena *arena, tlb_bytes text)
{
    obj_library library = {.context = context, .work = arena, .arena = arena};
    tlb_buffer out = {.account = context->account};
    size_t before = tlb_diagnostic_count(context);
    require(tlb_obj_read_library(&library, "written.mtl", text));
    require(tlb_diagnostic_count(context) == before);
    write_all(&library, &out);
    require(out.size == text.size && (!out.size || memcmp(out.data, text.data, out.size) == 0));
    tlb_buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    require(context != NULL);
    tlb_arena_init(&arena, context->account);
    obj_library library = {.context = context, .work = &arena, .arena = &arena};
    tlb_buffer out = {.account = context->account};
    require(tlb_obj_read_library(&library, "fuzz.mtl", (tlb_bytes){data, size}));
    write_all(&library, &out);
    read_again(context, &arena, (tlb_bytes){out.data, out.size});
    tlb_buffer_free(&out);
    tlb_arena_release(&arena);
    tlb_context_free(context);
    return 0;
}
