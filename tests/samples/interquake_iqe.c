/* IQE: the trilobite as text, random texts, and those that must be refused. */
#include "iqe_maker.h"
#include "iqm_maker.h"
#include "samples.h"
#include "trilobite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_text_trilobite(sampler *s)
{
    tlb_document document;
    tlb_files *files;
    make_trilobite(&document, s->context);
    if (tlb_convert(&document, tlb_format_by_name("iqe"), "trilobite.iqe", NULL, &files) != TLB_OK)
        abort();
    sample_save(s, "samples", "trilobite.iqe", files->data[0].bytes.data, files->data[0].bytes.size);
    tlb_files_free(files);
    made_end(&document);
}

static void make_seeds(sampler *s)
{
    enum { SEEDS = 5 };
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        tlb_buffer text = {.account = s->context->account};
        char name[64];
        snprintf(name, sizeof name, "random-%u.iqe", seed);
        iqe_speak(&text, &(iqe_plan){.seed = seed, .canonical = seed % 2});
        sample_save(s, "fuzz/seeds/iqe", name, text.data, text.size);
        tlb_buffer_free(&text);
    }
}

static void refuse(sampler *s, const char *file, const char *text, const char *code, const char *word,
                   const char *path)
{
    sample_refuse(s, file, text, strlen(text), code, (size_t)(strstr(text, word) - text), path);
}

void make_iqe_samples(sampler *s)
{
    make_text_trilobite(s);
    make_seeds(s);
    refuse(s, "iqe-not-a-number.iqe", "# Inter-Quake Export\nvp 1 2 three\n", "BAD_NUMBER", "three",
           "commands[0].values");
    refuse(s, "iqe-index-too-large.iqe", "# Inter-Quake Export\nmesh a\nfa 0 1 2147483648\n", "BAD_NUMBER",
           "2147483648", "commands[1].indices");
    refuse(s, "iqe-weight-of-a-fraction.iqe", "# Inter-Quake Export\nvb 0 1 0.5 1\n", "BAD_NUMBER", "0.5",
           "commands[0].weights[1].index");
    refuse(s, "iqe-another-header.iqe", "# Inter-Quake\nvp 0 0 0\n", "BAD_SIGNATURE", "#", "");
}
