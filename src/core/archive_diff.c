/* What two archives hold, compared member by member. */
#include "core/archive.h"

#include "base/json.h"

#include <string.h>

typedef struct archive_diff {
    tlb_document *a, *b;
    tlb_members in_a, in_b;
    tlb_buffer *out;
    uint64_t *differences;
} archive_diff;

static void print_number(archive_diff *d, uint64_t number)
{
    tlb_json json = {.out = d->out};
    tlb_json_unsigned(&json, NULL, number);
}

static void print_text(archive_diff *d, const char *text)
{
    tlb_json json = {.out = d->out};
    tlb_json_text(&json, NULL, text, strlen(text));
}

static void begin_line(archive_diff *d, const tlb_member *m, const char *field)
{
    ++*d->differences;
    tlb_buffer_text(d->out, "members[");
    print_text(d, m->name);
    tlb_buffer_text(d->out, "]");
    tlb_buffer_text(d->out, field);
    tlb_buffer_text(d->out, ": ");
}

static void print_size(archive_diff *d, const tlb_member *m)
{
    if (m)
        print_number(d, m->size);
    tlb_buffer_text(d->out, m ? " bytes" : "(absent)");
}

static void report_data(archive_diff *d, const tlb_member *m, const tlb_member *a, const tlb_member *b)
{
    begin_line(d, m, "");
    print_size(d, a);
    tlb_buffer_text(d->out, " != ");
    print_size(d, b);
    tlb_buffer_text(d->out, "\n");
}

/* Of members of one size, where they begin to differ. */
static void report_content(archive_diff *d, const tlb_member *m, tlb_bytes first, tlb_bytes second)
{
    size_t same = 0;
    while (first.data[same] == second.data[same])
        same++;
    begin_line(d, m, "");
    print_size(d, m);
    tlb_buffer_text(d->out, " != others from byte ");
    print_number(d, same);
    tlb_buffer_text(d->out, " on\n");
}

static void compare_data(archive_diff *d, const tlb_member *a, const tlb_member *b, tlb_bytes first,
                         tlb_bytes second)
{
    if (first.size != second.size)
        report_data(d, a, a, b);
    else if (first.size && memcmp(first.data, second.data, first.size) != 0)
        report_content(d, a, first, second);
}

/* Members that cannot be read are left to the comparison of the fields. */
static tlb_status compare_members(archive_diff *d, uint32_t in_a, uint32_t in_b)
{
    const tlb_member *a = &d->in_a.data[in_a], *b = &d->in_b.data[in_b];
    tlb_context *context = d->a->context;
    tlb_report_mark reports = tlb_report_mark_get(context);
    tlb_bytes first = {0}, second = {0};
    tlb_status status = tlb_archive_read(d->a, in_a, &first);
    if (!status)
        status = tlb_archive_read(d->b, in_b, &second);
    if (!status)
        compare_data(d, a, b, first, second);
    if (tlb_is_fatal(status))
        return status;
    if (status)
        tlb_report_rewind(context, &reports);
    if (strcmp(a->compression, b->compression) == 0)
        return TLB_OK;
    begin_line(d, a, ".compression");
    print_text(d, a->compression);
    tlb_buffer_text(d->out, " != ");
    print_text(d, b->compression);
    tlb_buffer_text(d->out, "\n");
    return TLB_OK;
}

#define NOWHERE UINT32_MAX

/* Where the other archive has the member of this name, NOWHERE if it has none. `counts`: it is the first of
 * its name.
 */
static tlb_status find_partner(tlb_document *own, uint32_t index, const char *name, tlb_document *other,
                               bool *counts, uint32_t *partner)
{
    uint32_t first = NOWHERE;
    tlb_status status = tlb_archive_find(own, name, &first);
    *partner = NOWHERE;
    *counts = !status && first == index;
    if (*counts)
        status = tlb_archive_find(other, name, partner);
    return status == TLB_NOT_FOUND ? TLB_OK : status;
}

static tlb_status compare(archive_diff *d)
{
    tlb_status status = TLB_OK;
    bool counts;
    uint32_t partner;
    for (uint32_t i = 0; i < d->in_a.count && !status; i++) {
        const tlb_member *m = &d->in_a.data[i];
        status = find_partner(d->a, i, m->name, d->b, &counts, &partner);
        if (!status && partner != NOWHERE)
            status = compare_members(d, i, partner);
        else if (!status && counts)
            report_data(d, m, m, NULL);
    }
    for (uint32_t i = 0; i < d->in_b.count && !status; i++) {
        const tlb_member *m = &d->in_b.data[i];
        status = find_partner(d->b, i, m->name, d->a, &counts, &partner);
        if (!status && counts && partner == NOWHERE)
            report_data(d, m, NULL, m);
    }
    return status;
}

static uint64_t size_of(const tlb_members *members)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < members->count; i++)
        size += members->data[i].size;
    return size;
}

/* Reading them would take hours. */
static bool is_bomb(const archive_diff *d)
{
    unsigned long long a = size_of(&d->in_a), b = size_of(&d->in_b);
    if (!tlb_archive_is_bomb(d->a, a) && !tlb_archive_is_bomb(d->b, b))
        return false;
    tlb_report(d->a->context, TLB_CODE_MEMBERS_NOT_READ, TLB_NO_OFFSET, NULL,
               "the members unpack to %llu bytes, more than 100 times the archives: only the fields of the "
               "archives are compared",
               a + b);
    return true;
}

tlb_status tlb_archive_diff(tlb_document *a, tlb_document *b, tlb_buffer *out, uint64_t *differences)
{
    archive_diff d = {.a = a, .b = b, .out = out, .differences = differences};
    tlb_status status = tlb_archive_list(a, &d.in_a);
    if (!status)
        status = tlb_archive_list(b, &d.in_b);
    return status || is_bomb(&d) ? status : compare(&d);
}
