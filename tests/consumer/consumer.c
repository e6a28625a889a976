#include <trilobite/trilobite.h>

#include <stdio.h>

int main(void)
{
    printf("%zu formats\n", tlb_format_count());
    return tlb_format_by_name("nff") ? 0 : 1;
}
