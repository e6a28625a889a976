#include "members.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

tlb_status read_member(tlb_document *document, const char *name, tlb_bytes *found)
{
    uint32_t index;
    assert_int_equal(tlb_archive_find(document, name, &index), TLB_OK);
    return tlb_archive_read(document, index, found);
}

void expect_member(tlb_document *document, const char *name, const char *text)
{
    tlb_bytes found;
    assert_int_equal(read_member(document, name, &found), TLB_OK);
    assert_int_equal(found.size, strlen(text));
    assert_memory_equal(found.data, text, found.size);
}
