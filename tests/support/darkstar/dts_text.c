#include "dts_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "trilobite/formats/dts_runtime.h"

static void say(collected *text, const char *format, ...) TLB_PRINTF(2, 3);

static void say(collected *text, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && (size_t)size < sizeof line);
    assert_true(collect(text, line, (size_t)size));
}

static const char *take(tlb_arena *arena, collected *text)
{
    const char *copy = tlb_copy_text(arena, text->data ? text->data : "", text->size).data;
    free(text->data);
    assert_non_null(copy);
    return copy;
}

static void say_name(collected *text, const tlb_dts *shape, int32_t name)
{
    tlb_text found = tlb_dts_name_at(shape, name);
    say(text, "%.*s", (int)found.size, found.data);
}

static void say_point(collected *text, const float point[3])
{
    double rounded[3];
    for (int i = 0; i < 3; i++)
        rounded[i] = round((double)point[i] * 100) / 100 + 0.0; /* not -0 */
    say(text, " (%g %g %g)", rounded[0], rounded[1], rounded[2]);
}

static void say_placement(collected *text, const tlb_dts_placement *place)
{
    say_point(text, place->translation);
    const float *q = place->rotation;
    if (fabsf(q[3]) < 0.99999f) {
        float sign = q[3] < 0 ? -1 : 1;
        double rounded[4];
        for (int i = 0; i < 4; i++)
            rounded[i] = round((double)(sign * q[i]) * 100) / 100 + 0.0;
        say(text, " turned %g %g %g %g", rounded[0], rounded[1], rounded[2], rounded[3]);
    }
}

static void say_object(collected *text, const tlb_dts_pose *pose, uint32_t number)
{
    const tlb_dts *shape = pose->shape;
    const tlb_dts_object *object = &shape->objects.data[number];
    const tlb_dts_mesh *mesh = &shape->meshes.data[object->meshIndex];
    say(text, "object ");
    say_name(text, shape, object->name);
    say(text, " on ");
    say_name(text, shape, shape->nodes.data[object->nodeIndex].name);
    say(text, object->flags & TLB_DTS_OBJECT_INVISIBLE ? " hidden" : "");
    if (mesh->frames.count > 1)
        say(text, " %u frames", mesh->frames.count);
    if (mesh->textureVertsPerFrame && mesh->textureVerts.count > (uint32_t)mesh->textureVertsPerFrame)
        say(text, " %u texture frames", mesh->textureVerts.count / (uint32_t)mesh->textureVertsPerFrame);
    say(text, "\n");
    for (uint32_t i = 0; i < mesh->faces.count; i++) {
        const tlb_dts_face *face = &mesh->faces.data[i];
        const int32_t corners[] = {face->vertIndex0, face->vertIndex1, face->vertIndex2};
        float position[3], normal[3];
        say(text, "  m%d", face->matIndex);
        for (int k = 0; k < 3; k++) {
            assert_true(tlb_dts_vertex(pose, number, (uint32_t)corners[k], TLB_DTS_IN_SHAPE, position, NULL));
            say_point(text, position);
        }
        assert_true(tlb_dts_vertex(pose, number, (uint32_t)corners[0], TLB_DTS_IN_SHAPE, position, normal));
        for (int k = 0; k < 3; k++)
            normal[k] = roundf(normal[k] * 4) / 4 + 0.0f; /* one of 256 directions is near */
        say(text, ", normal");
        say_point(text, normal);
        say(text, "\n");
    }
}

const char *shape_text(tlb_arena *arena, const tlb_dts *shape)
{
    collected text = {0};
    tlb_dts_instance *instance;
    tlb_context *context = tlb_context_create(NULL);
    assert_int_equal(tlb_dts_instance_create(context, shape, 1, &instance), TLB_OK);
    const tlb_dts_pose *pose = tlb_dts_evaluate(instance);
    for (uint32_t i = 0; i < shape->details.count; i++) {
        say(&text, "detail ");
        say_name(&text, shape, shape->nodes.data[shape->details.data[i].rootNode].name);
        say(&text, " %g\n", (double)shape->details.data[i].size);
    }
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        say(&text, "node ");
        say_name(&text, shape, shape->nodes.data[i].name);
        if (shape->nodes.data[i].parent >= 0) {
            say(&text, " in ");
            say_name(&text, shape, shape->nodes.data[shape->nodes.data[i].parent].name);
        }
        say_placement(&text, &pose->local[i]);
        say(&text, shape->alwaysNode == (int32_t)i ? " always\n" : "\n");
    }
    for (uint32_t i = 1; i < shape->objects.count; i++)
        say_object(&text, pose, i);
    for (uint32_t i = 0; i < shape->materialList.materials.count; i++) {
        const tlb_dml_material *m = &shape->materialList.materials.data[i];
        say(&text, "material %.*s", (int)TLB_DML_NAME, m->file);
        say(&text, "%s#%02x%02x%02x\n", m->file[0] ? " " : "", m->red, m->green, m->blue);
    }
    tlb_dts_instance_free(instance);
    tlb_context_free(context);
    return take(arena, &text);
}

/* --- sequences --------------------------------------------------------------------------------------- */

typedef enum track_kind { OF_MATERIALS, OF_NODE, OF_OBJECT } track_kind;

static void say_tracks(collected *text, const tlb_dts *shape, track_kind kind, int32_t name, int32_t sequence,
                       int32_t first, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const tlb_dts_sub_sequence *track = &shape->subSequences.data[first + i];
        if (track->sequenceIdx != sequence)
            continue;
        say(text, "  ");
        if (kind == OF_MATERIALS)
            say(text, "materials");
        else
            say_name(text, shape, name);
        say(text, ":");
        for (int32_t k = 0; k < track->numKeyFrames; k++) {
            const tlb_dts_key_frame *frame = &shape->keyFrames.data[track->firstKeyFrame + k];
            tlb_dts_key key = tlb_dts_key_of(shape, frame);
            say(text, "%s %.6g", k ? ";" : "", (double)frame->pos);
            if (kind == OF_NODE) {
                tlb_dts_placement place = tlb_dts_placement_of(shape, (int32_t)key.value);
                say_placement(text, &place);
            } else if (kind == OF_MATERIALS)
                say(text, " %u shows %u", key.material, key.value);
            if (kind == OF_OBJECT && key.visibleMatters)
                say(text, key.visible ? " seen" : " unseen");
            if (kind == OF_OBJECT && key.frameMatters)
                say(text, " frame %u", key.value);
            if (kind == OF_OBJECT && key.materialMatters)
                say(text, " texture %u", key.material);
        }
        say(text, "\n");
    }
}

const char *sequences_text(tlb_arena *arena, const tlb_dts *shape)
{
    collected text = {0};
    for (int32_t i = 0; i < (int32_t)shape->sequences.count; i++) {
        const tlb_dts_sequence *s = &shape->sequences.data[i];
        say_name(&text, shape, s->name);
        say(&text, " %g%s priority %d\n", (double)s->duration, s->cyclic ? " cyclic" : "", s->priority);
        for (int32_t k = 0; k < s->numTriggerFrames; k++) {
            const tlb_dts_frame_trigger *trigger = &shape->frameTriggers.data[s->firstTriggerFrame + k];
            say(&text, "  trigger %d at %g\n", trigger->value, (double)trigger->pos);
        }
        say_tracks(&text, shape, OF_MATERIALS, 0, i, s->firstIFLSubSequence, s->numIFLSubSequences);
        for (uint32_t k = 0; k < shape->nodes.count; k++)
            say_tracks(&text, shape, OF_NODE, shape->nodes.data[k].name, i,
                       shape->nodes.data[k].firstSubSequence, shape->nodes.data[k].numSubSequences);
        for (uint32_t k = 0; k < shape->objects.count; k++)
            say_tracks(&text, shape, OF_OBJECT, shape->objects.data[k].name, i,
                       shape->objects.data[k].firstSubSequence, shape->objects.data[k].numSubSequences);
    }
    return take(arena, &text);
}

void assert_same_text(const char *found, const char *expected)
{
    if (strcmp(found, expected) != 0)
        fail_msg("found:\n%sexpected:\n%s", found, expected);
}
