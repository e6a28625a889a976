/* Scenes of Torque Constructor: a platform on its way, and a text in other ways than Constructor's. */
#include "samples.h"

#include <stdarg.h>
#include <stdio.h>

static void say(tlb_buffer *out, const char *format, ...) TLB_PRINTF(2, 3);

static void say(tlb_buffer *out, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    tlb_buffer_append(out, line, (size_t)size);
}

/* A box around its own origin, half its size given, as Constructor writes it. */
static void say_box(tlb_buffer *out, int id, int owner, int type, const char *transform, const double half[3],
                    const char *material)
{
    static const int corners[6][4] = {{3, 2, 0, 1}, {7, 5, 4, 6}, {5, 1, 0, 4},
                                      {7, 6, 2, 3}, {6, 4, 0, 2}, {7, 3, 1, 5}};
    static const char *const axes[6] = {"0 1 0 0 0 0 -1 0", "0 -1 0 0 0 0 -1 0", "-1 0 0 0 0 0 -1 0",
                                        "1 0 0 0 0 0 -1 0", "1 0 0 0 0 -1 0 0",  "-1 0 0 0 0 -1 0 0"};
    say(out,
        "                    <Brush id=\"%d\" owner=\"%d\" type=\"%d\" pos=\"0 0 0\" rot=\"1 0 0 0\" "
        "scale=\"\" "
        "transform=\"%s\" group=\"-1\" locked=\"0\" nextFaceID=\"7\" nextVertexID=\"9\">\n"
        "                        <Vertices>\n",
        id, owner, type, transform);
    for (int i = 0; i < 8; i++)
        say(out, "                            <Vertex pos=\"%g %g %g\" />\n", i & 4 ? -half[0] : half[0],
            i & 2 ? -half[1] : half[1], i & 1 ? -half[2] : half[2]);
    say(out, "                        </Vertices>\n");
    for (int i = 0; i < 6; i++) {
        int sign = i % 2 ? -1 : 1;
        const int *c = corners[i];
        say(out,
            "                        <Face id=\"%d\" plane=\"%d %d %d %g\" album=\"Sample\" material=\"%s\" "
            "texgens=\"%s 0 0.25 0.25\" texRot=\"0\" texScale=\"0.25 0.25\" texDiv=\"64 64\">\n"
            "                            <Indices indices=\" %d %d %d %d\" />\n"
            "                        </Face>\n",
            i, i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0, -half[i / 2], material,
            axes[i], c[0], c[1], c[2], c[3]);
    }
    say(out, "                    </Brush>\n");
}

static void say_entity(tlb_buffer *out, int id, const char *classname, const char *place,
                       const char *properties)
{
    say(out,
        "                    <Entity id=\"%d\" classname=\"%s\" gametype=\"Torque\" isPointEntity=\"%d\"%s>\n"
        "                        <Properties %s />\n"
        "                    </Entity>\n",
        id, classname, place[0] != 0, place, properties);
}

static void make_platform(sampler *s)
{
    tlb_buffer out = {.account = s->context->account};
    say(&out, "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\" ?>\n"
              "<!--A platform, to show what scenes of Constructor have.-->\n"
              "<ConstructorScene version=\"4\" creator=\"trilobite\" date=\"\">\n"
              "    <Sunlight azimuth=\"180\" elevation=\"35\" color=\"100 100 100\" ambient=\"64 64 64\" />\n"
              "    <DetailLevels current=\"0\">\n"
              "        <DetailLevel minPixelSize=\"0\" actionCenter=\"0 0 0\">\n"
              "            <InteriorMap brushScale=\"32\" lightScale=\"8\" ambientColor=\"0 0 0\" "
              "ambientColorEmerg=\"0 0 0\">\n"
              "                <Entities nextEntityID=\"6\">\n");
    say_entity(&out, 0, "worldspawn", "",
               "detail_number=\"0\" min_pixels=\"250\" geometry_scale=\"32.0\" light_geometry_scale=\"8.0\"");
    say_entity(&out, 1, "Door_Elevator", "", "initialTargetPosition=\"-1\" datablock=\"PathedDefault\"");
    say_entity(&out, 2, "path_node", " origin=\"0 0 2\" direction=\"0 0 0\"",
               "next_time=\"1500\" smoothing=\"2\"");
    say_entity(&out, 3, "path_node", " origin=\"0 0 5\" direction=\"0 0 0\"",
               "next_time=\"1500\" smoothing=\"2\"");
    say_entity(&out, 4, "trigger", "", "datablock=\"PathedTrigger\"");
    say_entity(
        &out, 5, "light_omni", " origin=\"0 -3 6\"",
        "color=\"255 240 200\" falloff1=\"32\" falloff2=\"256\" note=\"a &quot;lamp&quot; &amp; more\"");
    say(&out, "                </Entities>\n                <Brushes nextBrushID=\"5\">\n");
    say_box(&out, 0, 0, 0, "1 0 0 0 0 1 0 0 0 0 1 -0.5 0 0 0 1", (double[3]){6, 4, 0.5}, "floor");
    say_box(&out, 1, 0, 0, "0.6 -0.8 0 4 0.8 0.6 0 2 0 0 1 1 0 0 0 1", (double[3]){1, 1, 1}, "wall");
    say_box(&out, 2, 0, 1, "-1 0 0 -4 0 1 0 2 0 0 2 1 0 0 0 1", (double[3]){1, 0.5, 0.5}, "pillar");
    say_box(&out, 3, 1, 999, "1 0 0 0 0 1 0 0 0 0 1 2 0 0 0 1", (double[3]){1.5, 1.5, 0.25}, "wood");
    say_box(&out, 4, 4, 4, "1 0 0 0 0 1 0 0 0 0 1 3 0 0 0 1", (double[3]){1, 1, 0.5}, "TRIGGER");
    say(&out, "                </Brushes>\n            </InteriorMap>\n        </DetailLevel>\n    "
              "</DetailLevels>\n</ConstructorScene>\n");
    sample_save(s, "samples", "platform.csx", out.data, out.size);
    sample_save(s, "fuzz/seeds/csx", "platform.csx", out.data, out.size);
    sample_save(s, "fuzz/seeds/compile", "platform.csx", out.data, out.size);
    tlb_buffer_free(&out);
}

/* --- spellings ---------------------------------------------------------------------------------------- */

static const char everything[] =
    "\xef\xbb\xbf<?xml version='1.0'?>\r\n<!-- a \"comment\" -->\r\n"
    "<ConstructorScene\r\n   version = '4' creator=\"me &amp; you\"><!-- within --><DetailLevels>\r\n"
    "<DetailLevel minPixelSize=\"10\"><InteriorMap brushScale=\"16\"></InteriorMap></DetailLevel>\r\n"
    "\t<DetailLevel minPixelSize='20' ><InteriorMap><Entities/><Brushes>\r\n"
    "<Brush transform=\"1 0 0 5 0 -2 0 0 0 0 1 0 0 0 0 1\" owner='0'>\r\n"
    "<Vertices><Vertex pos=\"0 0 0\"/><Vertex pos=\"9 9 9\"/></Vertices>\r\n"
    "<Face plane=\"1 0 0 -1\" material=\"a\" texgens=\"1 0 0 8 0 1 0 8 30 1 1\" texDiv=\"0 0\"/>\r\n"
    "<Face plane=\"-1 0 0 -1\"/><Face plane=\"0 1 0 -1\" texgens=\"1 2\"/><Face plane=\"0 -1 0 -1\" />\r\n"
    "<Face plane=\"0 0 1 -1\" /><Face plane=\"0 0 -1 -1\" material='NULL' ></Face  >\r\n"
    "<Face plane=\"0 0 0 1\" />\r\n"
    "</Brush></Brushes></InteriorMap></DetailLevel></DetailLevels></ConstructorScene><!-- the end -->";

static void make_refused(sampler *s)
{
#define REFUSE(file, text, code, offset, path)                                                               \
    sample_refuse(s, file, text, sizeof(text) - 1, code, offset, path)
    REFUSE("csx-ends-in-a-tag.csx", "<ConstructorScene version=\"4\"\n", "TRUNCATED", 30, "elements[0]");
    REFUSE("csx-ends-in-an-element.csx", "<ConstructorScene >\n<A>\n</A>\n", "TRUNCATED", 29, "elements[2]");
    REFUSE("csx-no-quote.csx", "<ConstructorScene version=\"4 />", "TRUNCATED", 26,
           "elements[0].attributes[0].value");
    REFUSE("csx-other-end.csx", "<ConstructorScene >\n<A>\n</B>\n</ConstructorScene>", "BAD_WORD", 24,
           "elements[1]");
    REFUSE("csx-text.csx", "<ConstructorScene >\nwords\n</ConstructorScene>", "BAD_WORD", 20, "elements[1]");
    REFUSE("csx-two-roots.csx", "<ConstructorScene />\n<A/>", "BAD_WORD", 21, "");
#undef REFUSE
}

void make_torque_csx_samples(sampler *s)
{
    make_platform(s);
    sample_save(s, "fuzz/seeds/csx", "everything.csx", everything, sizeof everything - 1);
    make_refused(s);
}
