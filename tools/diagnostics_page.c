/* Prints docs/DIAGNOSTICS.md from the table of codes. */
#include "trilobite/base.h"

#include <stdio.h>

int main(void)
{
    puts("# Diagnostics\n\n"
         "Generated from `include/trilobite/diagnostics`; do not edit.\n\n"
         "A diagnostic is printed as `file:0xOFFSET: severity[CODE] path: message`. An error makes `check` "
         "exit "
         "with 1;\n"
         "warnings and notes do not.\n\n"
         "| number | code | severity | meaning |\n"
         "|---|---|---|---|");
    for (size_t i = 0; i < tlb_code_count(); i++) {
        tlb_code code = tlb_code_at(i);
        printf("| %d | `%s` | %s | %s |\n", (int)code, tlb_code_name(code),
               tlb_severity_name(tlb_code_severity(code)), tlb_code_meaning(code));
    }
    return 0;
}
