/* Inter-Quake: an animated trilobite. */
#include "iqm_maker.h"
#include "samples.h"
#include "trilobite.h"

#include <stdio.h>

static void make_seeds(sampler *s)
{
    static const iqm_plan plans[] = {{1, 1, TLB_IQM_FLOAT, false, false},
                                     {2, 2, TLB_IQM_USHORT, false, true},
                                     {2, 3, TLB_IQM_HALF, false, false},
                                     {2, 4, TLB_IQM_BYTE, true, false}};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        tlb_document document;
        char name[64];
        snprintf(name, sizeof name, "%s-v%u-%zu.iqm", plans[i].bare ? "bare" : "full", plans[i].version, i);
        iqm_make(&document, s->context, &plans[i]);
        sample_document(s, "fuzz/seeds/iqm", name, &document);
        made_end(&document);
    }
}

static void make_invalid(sampler *s)
{
    tlb_document document;
    iqm_make(&document, s->context, &(iqm_plan){2, 9, TLB_IQM_FLOAT, false, true});
    sample_refuse_byte(s, "iqm-version", &document, "version", 3, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "iqm-text-after-the-end", &document, "ofs_text", 0x7fffffff, "TRUNCATED", 92,
                        "text");
    sample_refuse_truncated(s, "iqm-ends-in-the-comment", &document, "comment", 3, "comment");
    made_end(&document);
}

void make_interquake_samples(sampler *s)
{
    tlb_document document;
    make_trilobite(&document, s->context);
    sample_document(s, "samples", "trilobite.iqm", &document);
    made_end(&document);
    make_seeds(s);
    make_invalid(s);
}
