/* What the files of the ZIP module offer each other. The public part is trilobite/formats/zip.h. */
#ifndef TLB_FORMATS_INTERCHANGE_ZIP_ZIP_H
#define TLB_FORMATS_INTERCHANGE_ZIP_ZIP_H

#include "core/format.h"
#include "trilobite/formats/zip.h"

extern const tlb_format tlb_format_zip;
extern const tlb_archive_format tlb_zip_archive;

#define ZIP_LOCAL_SIGNATURE "PK\3\4"
#define ZIP_ENTRY_SIGNATURE "PK\1\2"
#define ZIP_END_SIGNATURE   "PK\5\6"
enum { ZIP_SIGNATURE_SIZE = 4, ZIP_LOCAL_SIZE = 30, ZIP_ENTRY_SIZE = 46, ZIP_END_SIZE = 22 };
/* Members of longer names have none: what is said of them, and kept of them, would repeat it. */
enum { ZIP_LONGEST_NAME = 1023 };

void tlb_zip_walk(tlb_walk *w, void **root);

bool tlb_zip_is_folder(const tlb_zip_entry *entry);

/* The packed bytes of an entry, which come after its local header. What is wrong with them; NULL: nothing
 * that can be told before they are unpacked. */
const char *tlb_zip_data(const tlb_zip *zip, const tlb_zip_entry *entry, tlb_bytes *packed);
/* Stored or deflated bytes, unpacked: the document's own or in `arena`. TLB_INVALID: they are damaged. */
tlb_status tlb_zip_unpack(const tlb_zip_entry *entry, tlb_bytes packed, tlb_arena *arena, tlb_bytes *bytes);

#endif
