/* The rules of missions of Starsiege. */
#include "formats/darkstar/simg/simg.h"

static void check_class(tlb_checker *c, const tlb_simg_object *x)
{
    const simg_class *class = tlb_simg_class_of(x);
    if (!class)
        TLB_FIND(c, SIMG_CLASS, tlb_at(c, "tag"), "unknown class \"%.4s\", kept as bytes", x->tag.data);
    else if (simg_has_version(class, x) && !simg_is_known(class, x))
        TLB_FIND(c, SIMG_VERSION, tlb_at(c, "body"), "too short for version %u of %s; kept as bytes",
                 x->version, class->name);
    else if (class->kind != SIMG_SCRAMBLED && !simg_is_known(class, x))
        TLB_FIND(c, SIMG_VERSION, tlb_at(c, "version"),
                 "unknown version %u of %s, expected %u; kept as bytes", x->version, class->name,
                 class->version);
}

/* Rows of length 1 at right angles. */
static void check_matrix(tlb_checker *c, const float m[9])
{
    const double tolerance = 1e-3;
    double worst = 0;
    for (int i = 0; i < 3; i++)
        for (int k = i; k < 3; k++) {
            double dot = 0;
            for (int n = 0; n < 3; n++)
                dot += (double)m[3 * i + n] * (double)m[3 * k + n];
            worst = fmax(worst, fabs(dot - (i == k)));
        }
    if (worst > tolerance)
        TLB_FIND(c, SIMG_MATRIX, tlb_at(c, "matrix"), "the rows are not of length 1 at right angles (by %g)",
                 worst);
}

static void check_place(tlb_checker *c, const tlb_simg_details *x)
{
    static const float none[9];
    TLB_CHECK_FINITE(c, SIMG_NOT_FINITE, x->position, 3, tlb_at(c, "position"));
    TLB_CHECK_FINITE(c, SIMG_NOT_FINITE, x->rotation, 3, tlb_at(c, "rotation"));
    if (!tlb_all_finite(x->matrix, 9))
        TLB_FIND(c, SIMG_NOT_FINITE, tlb_at(c, "matrix"), "infinite or NaN");
    else if (memcmp(x->matrix, none, sizeof none) != 0)
        check_matrix(c, x->matrix);
}

static void check_files(tlb_checker *c, const simg_mission *m, uint32_t index)
{
    char name[MISSION_FILE_NAME];
    for (const tlb_mission_file *file = tlb_simg_files; file->field; file++) {
        const tlb_mission_field *field;
        const char *found = tlb_mission_file_of(&m->mission.objects.data[index], file, name, &field);
        if (found)
            tlb_check_file(c, file->kind, found, file->extensions, tlb_at(c, "%s", file->field));
    }
}

static void check_vehicles(tlb_checker *c, const simg_mission *m)
{
    simg_vehicles vehicles = tlb_simg_find_vehicles(m);
    if (vehicles.count)
        TLB_FIND(c, SIMG_SCRAMBLED, tlb_at(c, "%s", m->paths[vehicles.first]), SIMG_VEHICLES_MESSAGE,
                 SIMG_VEHICLES_OF(vehicles));
}

tlb_status tlb_simg_check(tlb_document *document)
{
    simg_mission m;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    c.assets = document->assets;
    if (!tlb_simg_as_mission(&c.arena, document->root, &m))
        c.status = tlb_report_memory(document->context, &c.arena);
    for (uint32_t i = 0; !c.status && i < m.mission.objects.count; i++) {
        size_t part = *m.paths[i] ? tlb_enter(&c, "%s.", m.paths[i]) : c.part;
        check_class(&c, m.objects[i]);
        if (m.objects[i]->details && simg_is_known(tlb_simg_class_of(m.objects[i]), m.objects[i]))
            check_place(&c, m.objects[i]->details);
        check_files(&c, &m, i);
        c.part = part;
    }
    if (!c.status)
        check_vehicles(&c, &m);
    return tlb_checker_end(&c);
}
