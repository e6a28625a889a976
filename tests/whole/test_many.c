/* Files with more than 65,536 of everything: nothing is counted in 16 bits where the format has more. Each is
 * read, dumped, built again and converted to every format; what is known of it stays the same. */
#include "files.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 65600 };

static int failures;

static void fail(const char *format, const char *what)
{
    fprintf(stderr, "%s: %s\n", format, what);
    failures++;
}

static void put(collected *text, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    collect(text, line, (size_t)size);
}

/* --- the files: a triangle for each object, each with a material of its own ---------------------------- */

static void make_obj(collected *text)
{
    for (int i = 0; i < MANY; i++)
        put(text,
            "o object%d\ng group%d\nusemtl paint%d\nv %d 0 0\nv %d 1 0\nv %d 0 1\nvt 0 %d\nvn 1 0 0\n"
            "f -3/-1/-1 -2/-1/-1 -1/-1/-1\nl -1 -2\np -3\n",
            i, i, i, i, i, i, i % 7);
}

static void make_nff(collected *text)
{
    put(text, "nff\nversion 2.1\n\n");
    for (int i = 0; i < MANY; i++)
        put(text, "object%d\n3\n%d 0 0\n%d 1 0\n%d 0 1\n1\n3 0 1 2 0x%03x both\n\n", i, i, i, i, i & 0xfff);
}

static void make_iqe(collected *text)
{
    put(text, "# Inter-Quake Export\n");
    for (int i = 0; i < MANY; i++)
        put(text, "mesh \"object%d\"\nmaterial \"paint%d\"\nvp %d 0 0\nvp %d 1 0\nvp %d 0 1\nfm 0 1 2\n", i,
            i, i, i, i);
}

static void make_map(collected *text)
{
    put(text, "{\n\"classname\" \"worldspawn\"\n");
    for (int i = 0; i < MANY; i++)
        put(text, "\"key%d\" \"%d\"\n", i, i);
    put(text, "}\n");
    for (int i = 0; i < MANY; i++)
        put(text, "{\n\"classname\" \"thing%d\"\n\"origin\" \"%d 0 0\"\n}\n", i, i);
}

static void make_csx(collected *text)
{
    put(text, "<ConstructorScene version=\"4\"");
    for (int i = 0; i < MANY; i++)
        put(text, " key%d=\"%d\"", i, i);
    put(text, ">\n");
    for (int i = 0; i < MANY; i++)
        put(text, "<Thing id=\"%d\" />\n", i);
    put(text, "</ConstructorScene>\n");
}

static void make_mis(collected *text)
{
    put(text, "new SimGroup(MissionGroup) {\n");
    for (int i = 0; i < MANY; i++)
        put(text, "   field%d = \"%d\";\n", i, i);
    for (int i = 0; i < MANY; i++)
        put(text, "   new Thing%d() {\n      position = \"%d 0 0\";\n   };\n", i, i);
    put(text, "};\n");
}

/* A list in JSON of so many elements, each printed with its number. */
static void put_list(collected *text, const char *name, const char *element)
{
    put(text, ",\"%s\":[", name);
    for (int i = 0; i < MANY; i++) {
        put(text, i ? "," : "");
        put(text, element, i, i);
    }
    put(text, "]");
}

static void make_gltf(collected *text)
{
    put(text,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":"
        "\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"count\":3,"
        "\"componentType\":5126,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}]");
    put_list(text, "materials", "{\"name\":\"paint%d\"}");
    put_list(text, "meshes",
             "{\"name\":\"object%d\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":%d}]}");
    put_list(text, "nodes", "{\"mesh\":%d,\"name\":\"node%d\"}");
    put(text, ",\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i < MANY; i++)
        put(text, ",%d", i);
    put(text, "]}]}\n");
}

static const struct {
    const char *format;
    void (*make)(collected *text);
    uint64_t triangles, materials;
    const char *to[2], *names[4];
} kinds[] = {
    {"obj", make_obj, MANY, MANY, {"iqe", "glb"}, {"object", "group", "paint"}},
    {"nff", make_nff, MANY, 0, {"obj", "glb"}, {NULL}},
    {"iqe", make_iqe, MANY, MANY, {"obj", "iqm"}, {"paint"}},
    {"gltf", make_gltf, MANY, MANY, {"glb", "obj"}, {"paint"}},
    {"map", make_map, 0, 0, {NULL}, {NULL}},
    {"csx", make_csx, 0, 0, {NULL}, {NULL}},
    {"mis", make_mis, 0, 0, {NULL}, {NULL}},
};

/* --- what is known of them ----------------------------------------------------------------------------- */

static uint64_t length(const tlb_value *list)
{
    uint64_t count = 0;
    for (const tlb_value *v = list ? list->as.members.first : NULL; v; v = v->next)
        count++;
    return count;
}

static uint64_t whole(const tlb_value *value)
{
    return value && value->kind == TLB_VALUE_INTEGER ? (uint64_t)value->as.integer : 0;
}

/* All of info but the size of the file. */
static collected info_of(tlb_document *document, const char *format)
{
    collected text = {0};
    const tlb_value *info;
    if (tlb_info(document, &info) != TLB_OK)
        fail(format, "has no info");
    else
        for (const tlb_value *v = info->as.members.first; v; v = v->next)
            if (strcmp(v->key, "size") != 0)
                tlb_value_json(tlb_document_context(document), v, true, (tlb_sink){collect, &text});
    return text;
}

static void check_counts(tlb_document *document, const char *format, uint64_t triangles, uint64_t materials)
{
    const tlb_value *info;
    if (tlb_info(document, &info) != TLB_OK || whole(tlb_value_get(info, "triangles")) != triangles)
        fail(format, "has another number of triangles");
    else if (materials && length(tlb_value_get(info, "materials")) != materials)
        fail(format, "has another number of materials");
}

/* Names of the last ones, of which info has lists. */
static void check_names(tlb_document *document, const char *format, const char *const *names)
{
    collected info = info_of(document, format);
    collect(&info, "", 1);
    for (; *names; names++) {
        char name[64];
        snprintf(name, sizeof name, "\"%s%d\"", *names, MANY - 1);
        if (!strstr(info.data, name))
            fail(format, name);
    }
    free(info.data);
}

/* From JSON, and saved and read again. */
static void build(tlb_document *document, const char *format)
{
    tlb_context *context = tlb_document_context(document);
    collected json = {0}, before = info_of(document, format), after = {0};
    tlb_document *built = NULL, *again = NULL;
    tlb_bytes bytes;
    if (tlb_dump(document, NULL, (tlb_sink){collect, &json}) != TLB_OK ||
        tlb_build(context, json.data, json.size, NULL, &built) != TLB_OK ||
        tlb_save_memory(built, &bytes) != TLB_OK ||
        tlb_open_memory(context, bytes.data, bytes.size, NULL, tlb_format_by_name(format), &again) !=
            TLB_OK) {
        print_diagnostics(context);
        fail(format, "cannot be built again");
    } else {
        after = info_of(again, format);
        if (after.size != before.size || memcmp(after.data, before.data, before.size) != 0)
            fail(format, "is another after it was built again");
    }
    tlb_document_free(again);
    tlb_document_free(built);
    free(json.data);
    free(before.data);
    free(after.data);
}

static void convert(tlb_document *document, const char *to, uint64_t triangles, uint64_t materials)
{
    static const tlb_convert_options options = {.struct_size = sizeof options};
    const char *format = tlb_format_info_of(tlb_document_format(document))->name;
    tlb_context *context = tlb_document_context(document);
    tlb_files *files = NULL;
    tlb_document *made = NULL;
    char name[64];
    snprintf(name, sizeof name, "%s to %s", format, to);
    if (tlb_convert(document, tlb_format_by_name(to), "model", &options, &files) != TLB_OK ||
        tlb_open_memory(context, files->data[0].bytes.data, files->data[0].bytes.size, NULL,
                        tlb_format_by_name(to), &made) != TLB_OK) {
        print_diagnostics(context);
        fail(name, "failed");
    } else
        check_counts(made, name, triangles, materials);
    tlb_document_free(made);
    tlb_files_free(files);
}

int main(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        collected text = {0};
        const char *format = kinds[i].format;
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document = NULL;
        kinds[i].make(&text);
        if (tlb_open_memory(context, text.data, text.size, NULL, tlb_format_by_name(format), &document) !=
            TLB_OK) {
            print_diagnostics(context);
            fail(format, "cannot be read");
        } else {
            check_counts(document, format, kinds[i].triangles, kinds[i].materials);
            check_names(document, format, kinds[i].names);
            tlb_check(document, NULL);
            build(document, format);
            for (int to = 0; to < 2 && kinds[i].to[to]; to++)
                convert(document, kinds[i].to[to], kinds[i].triangles, kinds[i].materials);
        }
        tlb_document_free(document);
        tlb_context_free(context);
        free(text.data);
    }
    return failures != 0;
}
