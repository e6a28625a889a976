/* A folder of bitmaps and palettes for a test, which goes with it. */
#ifndef TLB_TESTS_PICTURE_FOLDER_H
#define TLB_TESTS_PICTURE_FOLDER_H

#include "picture_maker.h"
#include "options_text.h"

typedef struct picture_folder {
    tlb_context *context;
    tlb_document document;
    tlb_arena arena;
    const char *folder;
} picture_folder;

int enter_folder(void **state);
int leave_folder(void **state);

/* The path of a name in the folder; good until the next call. */
const char *place(picture_folder *f, const char *name);
/* Saves the document made last, and ends it. */
void put_document(picture_folder *f, const char *name);

uint8_t number(uint32_t x, uint32_t y);
/* Palettes that differ in their first color: red is `mark`. */
void put_palettes(picture_folder *f, const char *name, uint8_t type, uint8_t mark);
void put_bitmap(picture_folder *f, const char *name, uint32_t attributes, uint32_t palette);

/* What the file of a name in the folder becomes; saved under `out`, too. No data: it could not be converted.
 */
tlb_bytes converted(picture_folder *f, const char *name, const char *to, const char *out,
                    const option_text *texts, size_t count, tlb_files **files);

/* The scene of a name in the folder, with the folder as assets. */
tlb_scene *scene_of(picture_folder *f, const char *name, const option_text *texts, size_t count);

#endif
