/* What Torque's engines and games know. */
#include "formats/torque/mis/mis.h"

#include "trilobite/formats/dif.h"

/* Of Torque Game Engine, Tribes 2, Marble Blast and Torque 3D. */
static const char *const classes[] = {"AIPlayer",
                                      "AITurret",
                                      "AtlasInstance",
                                      "AtlasInstance2",
                                      "AudioDescription",
                                      "AudioEmitter",
                                      "AudioEnvironment",
                                      "AudioProfile",
                                      "AudioSampleEnvironment",
                                      "BasicClouds",
                                      "Camera",
                                      "CameraBookmark",
                                      "CloudLayer",
                                      "ConvexShape",
                                      "CoverPoint",
                                      "Debris",
                                      "DebrisEmitter",
                                      "DecalRoad",
                                      "FileObject",
                                      "FireballAtmosphere",
                                      "FlyingVehicle",
                                      "ForceFieldBare",
                                      "Forest",
                                      "GameBase",
                                      "GroundCover",
                                      "GroundPlane",
                                      "HoverVehicle",
                                      "InteriorInstance",
                                      "Item",
                                      "LevelInfo",
                                      "Lightning",
                                      "Marker",
                                      "MeshRoad",
                                      "MessageVector",
                                      "MissionArea",
                                      "MissionMarker",
                                      "NavMesh",
                                      "NavPath",
                                      "OcclusionVolume",
                                      "ParticleEmissionDummy",
                                      "ParticleEmitter",
                                      "ParticleEmitterNode",
                                      "Path",
                                      "PathedInterior",
                                      "PhysicalZone",
                                      "Player",
                                      "PlayerSpawnSphere",
                                      "PointLight",
                                      "Portal",
                                      "Precipitation",
                                      "Prefab",
                                      "RenderMeshExample",
                                      "RenderObjectExample",
                                      "RigidShape",
                                      "River",
                                      "SFXEmitter",
                                      "SFXSpace",
                                      "Scene",
                                      "ScatterSky",
                                      "ScopeAlwaysShape",
                                      "ScriptGroup",
                                      "ScriptObject",
                                      "SimGroup",
                                      "SimObject",
                                      "SimSet",
                                      "Sky",
                                      "SkyBox",
                                      "SpawnSphere",
                                      "Splash",
                                      "SpotLight",
                                      "StaticShape",
                                      "StaticTSObject",
                                      "Sun",
                                      "TSDynamic",
                                      "TSStatic",
                                      "TerrainBlock",
                                      "TimeOfDay",
                                      "Trigger",
                                      "Turret",
                                      "TurretShape",
                                      "VehicleBlocker",
                                      "VolumeLight",
                                      "VolumetricFog",
                                      "WaterBlock",
                                      "WaterPlane",
                                      "WayPoint",
                                      "WheeledVehicle",
                                      "Zone",
                                      "fxFoliageReplicator",
                                      "fxGrassReplicator",
                                      "fxLight",
                                      "fxRenderObject",
                                      "fxShapeReplicatedStatic",
                                      "fxShapeReplicator",
                                      "fxSunLight",
                                      "sgDecalProjector",
                                      "sgLightObject",
                                      "sgMissionLightingFilter",
                                      "sgUniversalStaticLight",
                                      NULL};

static const tlb_mission_numbers numbers[] = {{"position", 3},     {"rotation", 4},      {"scale", 3},
                                              {"basePosition", 3}, {"baseRotation", 4},  {"baseScale", 3},
                                              {"polyhedron", 12},  {"interiorIndex", 1}, {"direction", 3},
                                              {"seqNum", 1},       {"msToNext", 1},      {NULL, 0}};

static const char *const interiors[] = {"dif", NULL};
static const char *const shapes[] = {"dts", NULL};
static const char *const skies[] = {"dml", NULL};
static const char *const terrains[] = {"ter", NULL};
static const char *const images[] = {"png", "jpg", "bmp", "dds", "bm8", NULL};

const tlb_mission_file tlb_mis_files[] = {{"InteriorInstance", "interiorFile", "interior", interiors, NULL},
                                          {"PathedInterior", "interiorResource", "interior", interiors, NULL},
                                          {"TSStatic", "shapeName", "shape", shapes, NULL},
                                          {"TerrainBlock", "terrainFile", "terrain", terrains, NULL},
                                          {"TerrainBlock", "detailTexture", "texture", images, NULL},
                                          {"Sky", "materialList", "material list", skies, NULL},
                                          {"WaterBlock", "surfaceTexture", "texture", images, NULL},
                                          {0}};

/* --- interiors that nothing collides with --------------------------------------------------------------- */

/* A file that is missing, damaged or of another kind is not this rule's. */
static tlb_status open_interior(tlb_checker *c, const char *name, const char *const *extensions,
                                tlb_document **interior)
{
    tlb_bytes bytes;
    tlb_report_mark mark = tlb_report_mark_get(c->context);
    tlb_status status = tlb_assets_find(c->assets, &c->arena, name, extensions, NULL, &bytes, NULL);
    *interior = NULL;
    if (!status)
        status = tlb_open_memory(c->context, bytes.data, bytes.size, name, NULL, interior);
    if (tlb_is_fatal(status))
        return status;
    tlb_report_rewind(c->context, &mark);
    return TLB_OK;
}

static tlb_status check_interior(tlb_checker *c, const tlb_mission_file *rule, const char *name,
                                 const char *path)
{
    tlb_text key = tlb_name_key(&c->arena, name);
    int32_t *met = key.data ? tlb_index_find(&c->files, &c->arena, key.data, key.size) : NULL;
    tlb_document *interior;
    if (!met)
        return tlb_report_memory(c->context, &c->arena);
    if (*met != TLB_INDEX_NEW)
        return TLB_OK;
    *met = 0;
    tlb_status status = open_interior(c, name, rule->extensions, &interior);
    const tlb_dif *dif = tlb_document_dif(interior);
    if (dif && dif->details.count && !dif->details.data[0].convexHulls.count)
        TLB_FIND(c, MISSION_COLLISION, path, "interior \"%s\" has no convex hulls: nothing collides with it",
                 name);
    tlb_document_free(interior);
    return status;
}

static tlb_status check_collision(tlb_document *document)
{
    const tlb_mission_file *rule = tlb_mis_files; /* the first: of interiors that stand */
    const tlb_mission *mission = &((const tlb_mission_root *)document->root)->mission;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    char name[MISSION_FILE_NAME];
    c.assets = document->assets;
    for (uint32_t i = 0; i < mission->objects.count && !c.status; i++) {
        const tlb_mission_object *object = &mission->objects.data[i];
        const tlb_mission_field *field;
        const char *file = tlb_mission_file_of(object, rule, name, &field);
        if (file)
            c.status = check_interior(&c, rule, file, tlb_mission_at(&c, object, i, field));
    }
    return tlb_checker_end(&c);
}

tlb_status tlb_mis_check(tlb_document *document)
{
    static const tlb_mission_rules rules = {classes, numbers, tlb_mis_files, &tlb_mis_shapes};
    tlb_status status = tlb_mission_check(document, &rules);
    return status || !document->assets ? status : check_collision(document);
}
