/* The types of the formats' files: a package of shared-mime-info, and magic for file(1). Both know a format
 * by the signatures that it is recognized by here, the desktop also by its extensions. */
#include "manual.h"

#include "trilobite/trilobite.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Formats that are missing here are known to shared-mime-info and file(1) already. */
static const struct {
    const char *format, *type;
} types[] = {
    {"dif", "model/x-torque-interior"},
    {"map", "text/x-quake-map"},
    {"csx", "application/x-torque-constructor-scene+xml"},
    {"mis", "text/x-torque-mission"},
    {"ter", "model/x-torque-terrain"},
    {"dsq", "model/x-torque-sequences"},
    {"ifl", "text/x-torque-image-list"},
    {"vol", "application/x-darkstar-volume"},
    {"dts", "model/x-darkstar-shape"},
    {"torque-dts", "model/x-torque-shape"},
    {"dis", "model/x-darkstar-interior"},
    {"dig", "model/x-darkstar-interior-geometry"},
    {"dil", "model/x-darkstar-interior-lighting"},
    {"dml", "application/x-darkstar-materials"},
    {"torque-dml", "text/x-torque-materials"},
    {"dtf", "model/x-darkstar-terrain"},
    {"dtb", "model/x-darkstar-terrain-block"},
    {"tmis", "text/x-tribes-mission"},
    {"simg", "application/x-starsiege-mission"},
    {"ppl", "application/x-darkstar-palettes"},
    {"ppal", "application/x-darkstar-palette"},
    {"pbmp", "image/x-darkstar-bitmap"},
    {"pba", "image/x-darkstar-bitmap-array"},
    {"pft", "image/x-darkstar-font"},
    {"roo", "model/x-meridian59-room"},
    {"bgf", "image/x-meridian59-bitmaps"},
    {"bbg", "text/x-meridian59-bitmap-commands"},
    {"udmf", "text/x-udmf"},
    {"nff", "model/x-worldtoolkit-nff"},
    {"bff", "model/x-worldtoolkit-bff"},
    {"iqe", "model/x-inter-quake-export"},
    {"iqm", "model/x-inter-quake-model"},
};
enum { TYPES = sizeof types / sizeof *types };

/* NULL: it is not built in. */
static const tlb_format_info *format_of(size_t type)
{
    return tlb_format_info_of(tlb_format_by_name(types[type].format));
}

/* Runs of bytes between those that may be any. */
typedef struct run {
    size_t at, size;
} run;

static bool next_run(const tlb_signature *s, run *r)
{
    size_t at = r->at + r->size;
    while (at < s->size && s->bytes[at] == '?')
        at++;
    r->at = at;
    while (at < s->size && s->bytes[at] != '?')
        at++;
    r->size = at - r->at;
    return r->size != 0;
}

/* How many bytes it tells: of signatures that a file has, the one with the most is its type's. */
static size_t weight(const tlb_signature *s)
{
    enum { MOST = 40 };
    size_t count = 0;
    for (run r = {0}; next_run(s, &r);)
        count += r.size;
    return count < MOST ? count : MOST;
}

/* As both write strings: no byte is left that one of them, or XML, gives a meaning. */
static void print_bytes(const tlb_signature *s, const run *r)
{
    for (size_t i = r->at; i < r->at + r->size; i++)
        if (isalnum((unsigned char)s->bytes[i]) || (s->bytes[i] && strchr("/:-", s->bytes[i])))
            putchar(s->bytes[i]);
        else
            printf("\\x%02x", (unsigned)(unsigned char)s->bytes[i]);
}

/* --- shared-mime-info ---------------------------------------------------------------------------------- */

static void mime_magic(const tlb_signature *s)
{
    run r = {0};
    int depth = 0;
    printf("    <magic priority=\"%zu\">\n", 50 + weight(s));
    for (; next_run(s, &r); depth++) {
        printf("      <match type=\"string\" offset=\"%zu", r.at);
        if (s->within)
            printf(":%zu", s->within);
        printf("\" value=\"");
        print_bytes(s, &r);
        printf("\">\n");
    }
    while (depth--)
        printf("      </match>\n");
    printf("    </magic>\n");
}

/* Extensions that files of others have, too, such as other text or Windows' bitmaps: these are known by
 * content alone. */
static bool is_shared(const char *extension)
{
    for (size_t i = 0; i < TYPES; i++) {
        const tlb_format_info *format = format_of(i);
        if (format && format->signatures && strncmp(types[i].type, "text/", 5) == 0)
            for (const char *const *e = format->extensions; *e; e++)
                if (strcmp(*e, extension) == 0)
                    return true;
    }
    return strcmp(extension, "bmp") == 0;
}

void print_mime(void)
{
    printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n");
    for (size_t i = 0; i < TYPES; i++) {
        const tlb_format_info *format = format_of(i);
        if (!format)
            continue;
        printf("  <mime-type type=\"%s\">\n    <comment>%s</comment>\n", types[i].type, format->title);
        if (strstr(types[i].type, "+xml"))
            printf("    <sub-class-of type=\"application/xml\"/>\n");
        for (const tlb_signature *s = format->signatures; s && s->bytes; s++)
            mime_magic(s);
        for (const char *const *e = format->extensions; *e; e++)
            if (!is_shared(*e))
                printf("    <glob pattern=\"*.%s\"/>\n", *e);
        printf("  </mime-type>\n");
    }
    printf("</mime-info>\n");
}

/* --- the desktop --------------------------------------------------------------------------------------- */

static void print_types(unsigned abilities)
{
    printf("MimeType=");
    for (size_t i = 0; i < TYPES; i++) {
        const tlb_format_info *format = format_of(i);
        if (format && (format->abilities & abilities) == abilities)
            printf("%s;", types[i].type);
    }
    putchar('\n');
}

void print_desktop(void)
{
    printf("[Desktop Entry]\nType=Application\nName=Trilobite\nGenericName=3D viewer\n"
           "Comment=View models and levels of legacy game engines in the browser\n"
           "Exec=trilobite view %%f\nTryExec=trilobite\nIcon=trilobite\nNoDisplay=true\n"
           "Categories=Graphics;3DGraphics;Viewer;\n");
    print_types(TLB_IS_MODEL | TLB_CAN_EXPORT_SCENE);
}

/* Files that are only looked at are not trusted: 20 s of processor time, 2 GB of memory, 16 MB of output. */
void print_thumbnailer(void)
{
    printf("[Thumbnailer Entry]\nTryExec=trilobite\n"
           "Exec=/bin/sh -c 'ulimit -t 20; ulimit -v 2000000; ulimit -f 32768; "
           "exec trilobite convert --to png --force --quiet --size \"$2x$2\" --background transparent "
           "-- \"$0\" \"$1\"' %%i %%o %%s\n");
    print_types(TLB_CAN_EXPORT_SCENE);
}

/* --- file(1) ------------------------------------------------------------------------------------------- */

static void magic_lines(const tlb_signature *s, const char *title, const char *type)
{
    run r = {0};
    for (size_t level = 0; next_run(s, &r); level++) {
        for (size_t i = 0; i < level; i++)
            putchar('>');
        printf("%zu\t%s", r.at, s->within ? "search" : "string");
        if (s->within)
            printf("/%zu", s->within);
        putchar('\t');
        print_bytes(s, &r);
        run after = r;
        if (!next_run(s, &after))
            printf("\t%s", title);
        putchar('\n');
        if (!level)
            printf("!:strength\t+%zu\n", weight(s));
    }
    printf("!:mime\t%s\n", type);
}

void print_magic(void)
{
    for (size_t i = 0; i < TYPES; i++) {
        const tlb_format_info *format = format_of(i);
        for (const tlb_signature *s = format ? format->signatures : NULL; s && s->bytes; s++)
            magic_lines(s, format->title, types[i].type);
    }
}
