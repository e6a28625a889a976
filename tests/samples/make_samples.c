/* Makes our own files: samples/, the fuzz targets' seeds and the files that must be refused. What is
 * committed is what this program writes; a test compares.
 *
 *     make_samples FOLDER */
#include "samples.h"

#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What dump writes of a seed of each format, and slips. */
static void make_build_seeds(sampler *s)
{
    static const char *const seeds[] = {
        "act/grey.act",       "bbg/everything.bbg",  "bff/random-2.bff",   "bgf/everything.bgf",
        "bmp/b4.bmp",         "csx/everything.csx",  "dif/bare-v14.dif",   "dig/room-v7.dig",
        "dil/lamp-v7.dil",    "dis/levels.dis",      "dml/v1.dml",         "dtb/v4.dtb",
        "dtf/v1.dtf",         "dts/bare-v1.dts",     "gpl/three.gpl",      "iqe/random-1.iqe",
        "iqm/full-v2-1.iqm",  "jasc/two.pal",        "map/everything.map", "nff/random-6.nff",
        "obj/everything.obj", "pal/world.pal",       "pba/three.pba",      "pbmp/odd.bmp",
        "pft/four.pft",       "png/indexed.png",     "ppal/world.ppl",     "ppl/one.ppl",
        "roo/v14.roo",        "simg/everything.mis", "ter/small.ter",      "torque-dts/cock-v24.dts",
        "dsq/spin-v24.dsq",   "vol/few.vol"};
    static const char chunks[] = "{\"format\":\"png\",\"chunks\":[1,null]}",
                      tag[] = "{\"format\":\"pbmp\",\"size\":0,\"chunks\":[{\"tag\":-1}]}";
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        char path[4096], name[64];
        collected json = {0};
        tlb_document *document;
        int format = (int)strcspn(seeds[i], "/");
        snprintf(path, sizeof path, "%s/fuzz/seeds/%s", s->root, seeds[i]);
        snprintf(name, sizeof name, "%.*s.json", format, seeds[i]);
        if (tlb_open_path(s->context, path, NULL, &document) != TLB_OK ||
            tlb_dump(document, NULL, (tlb_sink){collect, &json}) != TLB_OK)
            abort();
        sample_save(s, "fuzz/seeds/build", name, json.data, json.size);
        tlb_document_free(document);
        free(json.data);
    }
    sample_save(s, "fuzz/seeds/build", "hostile-chunks.json", chunks, sizeof chunks - 1);
    sample_save(s, "fuzz/seeds/build", "hostile-tag.json", tag, sizeof tag - 1);
}

/* A format and assignments to a new document of it. */
static void make_edit_seeds(sampler *s)
{
    static const struct {
        const char *name, *text;
    } seeds[] = {
        {"dif", "dif\n"
                "details[+]={\"minPixels\": 3, \"portals\": [{}], \"points\": [[1,2,3]]}\n"
                "triggers[+]={}\n"
                "previewIncluded=0x0\n"
                "family=tse"},
        {"dif-wrong", "dif\n"
                      "details[0].x=1\n"
                      "tail=\"AAAA\"\n"
                      "details=[5]\n"
                      "readVehicleCollision=1\n"
                      "vehicleCollision.points[+]=[1,2]"},
        {"dts", "dts\n"
                "meshes[+]={\"faces\": [{}]}\n"
                "names[+]={\"data\": \"root\"}\n"
                "hasMaterials=1\n"
                "materialList.materials[+]={}\n"
                "pad=null"},
        {"iqe", "iqe\n"
                "commands[+]={\"word\": \"mesh\", \"name\": \"m\"}\n"
                "commands[+]={\"word\": \"vp\", \"values\": [1,2,3,1]}\n"
                "commands[+]={\"word\": \"comment\"}\n"
                "comment=x"},
        {"iqm", "iqm\n"
                "num_vertexes=3\n"
                "vertexarrays[+]={\"format\": 7, \"size\": 3, \"offset\": 200}"},
        {"map", "map\n"
                "entities[+]={\"properties\": [{\"key\": \"classname\", \"value\": \"worldspawn\"}], "
                "\"brushes\": [{\"faces\": [{\"points\": [[1,2,3]]}, {\"flags\": [1,2]}]}]}\n"
                "entities[0].brushes[0].faces[0].isValve=0\n"
                "entities[0].properties[+]={\"brush\": 7}\n"
                "tail=\"// x\""},
        {"nff", "nff\n"
                "objects[+]={\"name\": \"a\", \"vertices\": [{\"position\": [1,2,3]}], \"polygons\": "
                "[{\"indices\": [0,0,0], \"color\": [1,2,3]}]}\n"
                "header.viewpos=[1,2,3]"},
        {"obj", "obj\n"
                "statements[+]={\"word\": \"v\", \"values\": [1,2,3,1,0,0]}\n"
                "statements[+]={\"word\": \"f\", \"corners\": [[1,0,0],[-1,0,0],[1,0,0]]}\n"
                "statements[+]={\"word\": \"g\", \"names\": \"a b\"}\n"
                "statements[1].word=\"vt\"\n"
                "tail=\"# x\""},
        {"paths", "dif\n"
                  "a[0]..b=1\n"
                  "[1]=2\n"
                  "a[+][1]=3\n"
                  "a[3..1]=4\n"
                  "=\n"
                  "a=\"\\u0000\"\n"
                  "family=null\n"
                  "family.x=1\n"
                  "tail=null"},
        {"roo", "roo\n"
                "nodes[+]={\"type\": 2}\n"
                "server={\"rows\": 2, \"cols\": 1, \"moveGrid\": [[1],[2]], \"flagGrid\": [[1],[2]]}\n"
                "security=null\n"
                "things[+]={}"},
        {"vol", "vol\n"
                "blocks[+]={\"data\": \"AAAA\"}\n"
                "directory.stringData[+]=a\n"
                "directory.entries[0..1]=[{},{}]"},
    };
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        sample_save(s, "fuzz/seeds/edit", seeds[i].name, seeds[i].text, strlen(seeds[i].text));
}

static char *read_made(sampler *s, const char *file, size_t *size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", s->root, file);
    FILE *in = fopen(path, "rb");
    char *data = malloc(1 << 16);
    if (!in || !data)
        abort();
    *size = fread(data, 1, 1 << 16, in);
    fclose(in);
    return data;
}

/* A verb with words of its own, and a file. */
static void make_call_seeds(sampler *s)
{
    static const struct {
        const char *name, *words, *file;
    } seeds[] = {
        {"draw-dif", "draw view=inside light-floor=0.2 zones wireframe", "fuzz/seeds/dif/bare-v14.dif"},
        {"draw-nff", "draw view=top background=#102030", "fuzz/seeds/nff/random-6.nff"},
        {"edit-close", "edit close", "fuzz/seeds/roo/v14.roo"},
        {"edit-sectors", "edit sectors floorHeight+=8 flags+=flicker", "fuzz/seeds/roo/v14.roo"},
        {"edit-walls", "edit walls flags=0x10", "fuzz/seeds/roo/v14.roo"},
        {"map-to-dif", "convert dif dif-version=12 light=lamps texture-size=64x64", "fuzz/seeds/map/everything.map"},
        {"map-to-dis", "convert dis texture-size=64x64", "fuzz/seeds/map/everything.map"},
        {"nff-to-bff", "convert bff", "fuzz/seeds/nff/random-6.nff"},
        {"nff-to-dts", "convert dts", "fuzz/seeds/nff/random-6.nff"},
        {"nff-to-iqm", "convert iqm", "fuzz/seeds/nff/random-6.nff"},
        {"nff-to-torque-dts", "convert torque-dts", "fuzz/seeds/nff/random-6.nff"},
        {"iqe-to-gltf", "convert gltf fps=30 start=1", "fuzz/seeds/iqe/random-1.iqe"},
        {"query-ray", "query ray 0 0 9 0 0 -9", "fuzz/seeds/dif/bare-v14.dif"},
        {"query-segment", "query ray 0 0 0 1 1 1", "fuzz/seeds/dig/room-v7.dig"},
        {"query-height", "query height 1 1", "fuzz/seeds/ter/small.ter"},
        {"query-path", "query path 1 1 2 2", "fuzz/seeds/roo/v14.roo"},
        {"query-pose", "query pose turn 0.5", "fuzz/seeds/torque-dts/cock-v24.dts"},
        {"roo-to-roo", "convert roo roo-version=5 rebuild", "fuzz/seeds/roo/v14.roo"},
        {"roo-to-udmf", "convert udmf", "fuzz/seeds/roo/v14.roo"},
    };
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        size_t size, length = strlen(seeds[i].words) + 1;
        char *file = read_made(s, seeds[i].file, &size), *all = malloc(length + size);
        if (!all)
            abort();
        memcpy(all, seeds[i].words, length);
        all[length - 1] = '\n';
        memcpy(all + length, file, size);
        sample_save(s, "fuzz/seeds/calls", seeds[i].name, all, length + size);
        free(file);
        free(all);
    }
}

/* Words of the command, a line each. */
static void make_argument_seeds(sampler *s)
{
    static const struct {
        const char *name, *text;
    } seeds[] = {
        {"check", "check\n-j\n2\n--json\n--assets\ntextures\n-r\na\nb"},
        {"convert",
         "convert\n--to=glb\n--lod\nall\n--view\ninside:1,2,3,-40,5\n--size\n64x48\n-C\nout\na.dif\nb.dif"},
        {"convert-clips", "convert\n--to\niqm\n--name\nwalk\n--fps=-1e9\n--start\n-3\na.iqe\nb.iqe\nc.iqm"},
        {"edit", "edit\nroom.roo\nsectors\nlight<50\nlight=+10\n-o\nother.roo\n--force"},
        {"extract", "extract\n-O\nx.vol\n*.dts"},
        {"pack", "pack\nx.vol\n--update\n--remove\n*.bmp\n--compress\nlzh\na.dts"},
        {"set", "set\na.dif\ndetails[0].minPixels=7\n--\n-x=1"},
        {"wrong", "info\n--no-such\n-\n-j\n99999999999\n-T\n"},
    };
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        sample_save(s, "fuzz/seeds/arguments", seeds[i].name, seeds[i].text, strlen(seeds[i].text));
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    sampler s = {tlb_context_create(NULL), argv[1]};
    if (!s.context)
        return 2;
    make_sense8_samples(&s);
    make_torque_samples(&s);
    make_torque_map_samples(&s);
    make_torque_csx_samples(&s);
    make_torque_level_samples(&s);
    make_torque_shape_samples(&s);
    make_torque_weathercock_samples(&s);
    make_torque_terrain_samples(&s);
    make_mission_samples(&s);
    make_interquake_samples(&s);
    make_darkstar_interior_samples(&s);
    make_darkstar_terrain_samples(&s);
    make_darkstar_mission_samples(&s);
    make_darkstar_dts_samples(&s);
    make_darkstar_picture_samples(&s);
    make_darkstar_vol_samples(&s); /* of what the others made */
    make_meridian_bgf_samples(&s);
    make_meridian_bbg_samples(&s);
    make_meridian_roo_samples(&s);
    make_meridian_kod_samples(&s);
    make_meridian_udmf_samples(&s);
    make_meridian_wad_samples(&s);
    make_zip_samples(&s);
    make_torque_list_samples(&s);
    make_iqe_samples(&s);
    make_image_samples(&s);
    make_gltf_samples(&s);
    make_gltf_skin_samples(&s);
    make_obj_samples(&s);
    make_build_seeds(&s);
    make_edit_seeds(&s);
    make_call_seeds(&s);
    make_argument_seeds(&s);
    tlb_context_free(s.context);
    return 0;
}
