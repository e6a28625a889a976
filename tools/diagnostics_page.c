/* Prints docs/DIAGNOSTICS.md from the table of codes. */
#include "trilobite/base.h"

#include <stdio.h>

int main(void)
{
    puts("# Diagnostics\n\n"
         "Generated from `include/trilobite/diagnostics.def`; do not edit.\n\n"
         "A finding is printed as `file:0xOFFSET: severity[CODE] path: message`. An error makes `check` exit "
         "with 1;\n"
         "warnings and notes do not.\n\n"
         "| code | severity | meaning |\n"
         "|---|---|---|");
    for (int code = 0; code < TLB_CODE_COUNT; code++)
        printf("| `%s` | %s | %s |\n", tlb_code_name((tlb_code)code),
               tlb_severity_name(tlb_code_severity((tlb_code)code)), tlb_code_meaning((tlb_code)code));
    return 0;
}
