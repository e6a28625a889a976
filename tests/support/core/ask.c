#include "ask.h"

#include <string.h>

tlb_status ask(tlb_document *document, const char *query, const tlb_value **answer)
{
    char words[256], *word[16];
    size_t count = 0;
    strcpy(words, query);
    for (char *at = strtok(words, " "); at; at = strtok(NULL, " "))
        word[count++] = at;
    return tlb_query(document, (const char *const *)word, count, answer);
}
