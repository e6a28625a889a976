#include "asking.h"

#include <string.h>

tlb_status ask(tlb_document *document, const char *question, const tlb_value **answer)
{
    char words[256], *word[16];
    size_t count = 0;
    strcpy(words, question);
    for (char *at = strtok(words, " "); at; at = strtok(NULL, " "))
        word[count++] = at;
    return tlb_query(document, (const char *const *)word, count, answer);
}
