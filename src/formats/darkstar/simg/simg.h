/* Missions of Starsiege inside. */
#ifndef TLB_FORMATS_DARKSTAR_SIMG_SIMG_H
#define TLB_FORMATS_DARKSTAR_SIMG_SIMG_H

#include "core/mission.h"
#include "trilobite/formats/simg.h"

#define SIMG_TAG "SIMG"

extern const tlb_format tlb_format_simg;

typedef enum simg_kind {
    SIMG_PLAIN,
    SIMG_GROUP,
    SIMG_SCRAMBLED /* nothing is known of its body */
} simg_kind;

/* A class of objects. */
typedef struct simg_class {
    char tag[5];
    const char *name; /* that of Tribes, where it has the class */
    simg_kind kind;
    uint32_t version;                               /* whose fields are known */
    void (*walk)(tlb_walk *w, tlb_simg_details *x); /* the fields after the version; NULL unless plain */
} simg_class;

/* NULL: an unknown one. */
const simg_class *tlb_simg_class_of(const tlb_simg_object *object);
/* Whether the version is known. */
static inline bool simg_has_version(const simg_class *class, const tlb_simg_object *object)
{
    return class && class->version == object->version && class->kind != SIMG_SCRAMBLED;
}
/* Whether the fields after the version are known. */
static inline bool simg_is_known(const simg_class *class, const tlb_simg_object *object)
{
    return class && simg_has_version(class, object) &&
           (class->kind == SIMG_GROUP || object->body == TLB_SIMG_FIELDS);
}

void tlb_simg_walk(tlb_walk *w, void **root);
tlb_status tlb_simg_check(tlb_document *document);
tlb_status tlb_simg_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

/* --- as a text mission (mission.c) --------------------------------------------------------------------- */

/* The fields that name files; the last one has none. */
extern const tlb_mission_file tlb_simg_files[];

/* The objects with the fields that can be shown, in one list. */
typedef struct simg_mission {
    tlb_mission mission;
    const tlb_simg_object **objects; /* of each object of the mission */
    const char **paths;              /* the same, in the document */
} simg_mission;

/* False without memory. */
bool tlb_simg_as_mission(tlb_arena *arena, const tlb_simg *simg, simg_mission *out);

/* Vehicles, whose bodies are scrambled. */
typedef struct simg_vehicles {
    uint32_t count, first; /* the object */
} simg_vehicles;
simg_vehicles tlb_simg_find_vehicles(const simg_mission *m);
#define SIMG_VEHICLES_MESSAGE "%u %s with a scrambled body: nothing is known of %s but the name"
#define SIMG_VEHICLES_OF(vehicles)                                                                           \
    (vehicles).count, tlb_plural((vehicles).count, "vehicle", "vehicles"),                                   \
        tlb_plural((vehicles).count, "it", "them")

#endif
