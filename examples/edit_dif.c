/* Moves a Torque interior up, makes anew what depends on its points, validates it, and saves it.
 *
 *     edit_dif FILE METERS NEW_FILE
 */
#include <trilobite/trilobite.h>

#include <stdio.h>
#include <stdlib.h>

/* Everything that is a place in the first detail, but what follows from others. */
static void move_up(tlb_dif_interior *interior, float meters)
{
    for (uint32_t i = 0; i < interior->points.count; i++)
        interior->points.data[i][2] += meters;
    for (uint32_t i = 0; i < interior->texGenEqs.count; i++) { /* textures move along */
        tlb_dif_texgen *texgen = &interior->texGenEqs.data[i];
        texgen->planeX[3] -= texgen->planeX[2] * meters;
        texgen->planeY[3] -= texgen->planeY[2] * meters;
    }
}

static tlb_status edit(tlb_document *document, float meters, const char *path)
{
    tlb_dif *dif = tlb_document_dif(document);
    for (uint32_t i = 0; i < dif->details.count; i++)
        move_up(&dif->details.data[i], meters);
    const float corner[3] = {0, 0, 0}, opposite[3] = {1, 1, 1};
    if (!tlb_dif_add_trigger(document, "DefaultTrigger", corner, opposite))
        return tlb_report_memory(tlb_document_context(document), tlb_document_arena(document));
    tlb_check_result found;
    tlb_status status = tlb_document_update(document);
    if (!status)
        status = tlb_check(document, &found);
    if (!status && found.errors)
        status = TLB_INVALID;
    return status ? status : tlb_save_path(document, path, true);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: edit_dif FILE METERS NEW_FILE\n");
        return EXIT_FAILURE;
    }
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_status status = tlb_open_path(context, argv[1], NULL, &document);
    if (!status && !tlb_document_dif(document)) {
        fprintf(stderr, "%s: not a Torque interior\n", argv[1]);
        status = TLB_UNSUPPORTED;
    } else if (!status)
        status = edit(document, (float)atof(argv[2]), argv[3]);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        fprintf(stderr, "%s: %s: %s: %s\n", d->file, tlb_severity_name(d->severity), d->path, d->message);
    }
    tlb_document_free(document);
    tlb_context_free(context);
    return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
