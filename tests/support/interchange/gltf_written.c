#include "base/bytes.h"
#include "gltf_written.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void keep(const tlb_files *files)
{
    const char *folder = getenv("TLB_TEST_OUTPUT");
    for (uint32_t i = 0; folder && i < files->count; i++) {
        char path[4096];
        assert_true(snprintf(path, sizeof path, "%s/%s", folder, files->data[i].name) < (int)sizeof path);
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(files->data[i].bytes.data, 1, files->data[i].bytes.size, file),
                         files->data[i].bytes.size);
        fclose(file);
    }
}

tlb_files *write_scene(tlb_context *context, const tlb_scene *scene, const char *name)
{
    const tlb_gltf_write_options page = {.head = {sizeof page, "tlb_gltf_write_options"}, .page = true};
    const tlb_convert_options options = {.struct_size = sizeof options, .to = &page.head};
    tlb_files *files;
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_path(name), name, &options, &files),
                     TLB_OK);
    keep(files);
    return files;
}

json_t *parse_json(const void *text, size_t size)
{
    json_error_t error;
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("%d:%d: %s", error.line, error.column, error.text);
    return json;
}

parsed parse_glb(const tlb_files *files)
{
    assert_int_equal(files->count, 1);
    const uint8_t *glb = files->data[0].bytes.data;
    size_t size = files->data[0].bytes.size;
    assert_true(size >= 20 && memcmp(glb, "glTF\2\0\0\0", 8) == 0);
    assert_int_equal(tlb_get_le32(glb + 8), size);
    uint32_t text = tlb_get_le32(glb + 12);
    assert_true(text % 4 == 0 && text <= size - 20 && memcmp(glb + 16, "JSON", 4) == 0);
    parsed result = {.json = parse_json(glb + 20, text)};
    if (text == size - 20)
        return result;
    assert_memory_equal(glb + 20 + text + 4, "BIN\0", 4);
    result.binary = glb + 28 + text;
    result.binary_size = tlb_get_le32(glb + 20 + text);
    assert_int_equal(result.binary_size, size - 28 - text);
    return result;
}

json_t *find(const json_t *json, const char *path)
{
    char copy[200], *rest = copy;
    assert_true(strlen(path) < sizeof copy);
    strcpy(copy, path);
    for (char *step = copy; rest; step = rest) {
        rest = strchr(step, '/');
        if (rest)
            *rest++ = 0;
        json =
            json_is_array(json) ? json_array_get(json, strtoul(step, NULL, 10)) : json_object_get(json, step);
        if (!json)
            fail_msg("%s: no %s", path, step);
    }
    return (json_t *)json;
}

long long integer_at(const json_t *json, const char *path)
{
    json_t *value = find(json, path);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

double number_at(const json_t *json, const char *path)
{
    json_t *value = find(json, path);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

const char *text_at(const json_t *json, const char *path)
{
    json_t *value = find(json, path);
    assert_true(json_is_string(value));
    return json_string_value(value);
}

size_t count_at(const json_t *json, const char *path)
{
    return json_array_size(find(json, path));
}

json_t *named(const json_t *json, const char *list, const char *name)
{
    size_t i;
    json_t *thing;
    json_array_foreach(find(json, list), i,
                       thing) if (json_object_get(thing, "name") &&
                                  strcmp(text_at(thing, "name"), name) == 0) return thing;
    fail_msg("no %s in %s", name, list);
    return NULL;
}

size_t index_in(const json_t *json, const char *list, const json_t *wanted)
{
    size_t i;
    json_t *thing;
    json_array_foreach(find(json, list), i, thing) if (thing == wanted) return i;
    fail_msg("not in %s", list);
    return 0;
}

json_t *item(const json_t *json, const char *list, long long index)
{
    json_t *thing = json_array_get(find(json, list), (size_t)index);
    assert_non_null(thing);
    return thing;
}

json_t *mesh_of(const json_t *json, const json_t *node)
{
    return item(json, "meshes", integer_at(node, "mesh"));
}

const uint8_t *element(const parsed *file, long long accessor, size_t size, size_t index)
{
    json_t *what = item(file->json, "accessors", accessor);
    json_t *view = item(file->json, "bufferViews", integer_at(what, "bufferView"));
    size_t offset = (size_t)json_integer_value(json_object_get(what, "byteOffset")) +
                    (size_t)json_integer_value(json_object_get(view, "byteOffset"));
    assert_true(index < (size_t)integer_at(what, "count"));
    assert_true(offset + (index + 1) * size <= file->binary_size);
    return file->binary + offset + index * size;
}

float float_of(const parsed *file, long long accessor, size_t columns, size_t index, size_t column)
{
    return tlb_get_lef32(element(file, accessor, 4 * columns, index) + 4 * column);
}

void setup_everything(tlb_context **context, tlb_scene **scene)
{
    *context = tlb_context_create(NULL);
    assert_non_null(*context);
    *scene = make_everything(*context);
    tlb_diagnostics_clear(*context);
}

int close_everything(void **state)
{
    fixture *f = *state;
    json_decref(f->file.json);
    tlb_files_free(f->files);
    tlb_scene_free(f->scene);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}
