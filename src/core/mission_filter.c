/* The objects of a mission that a scene has: those of the classes that were asked for. */
#include "core/mission.h"

#include <string.h>

/* Whether a list of names with commas between them has this one. */
static bool has_name(const char *list, tlb_text name)
{
    while (list && *list) {
        size_t size = strcspn(list, ",");
        if (size == name.size && mission_same_letters(list, name.data, size))
            return true;
        list += size + (list[size] == ',');
    }
    return false;
}

/* The message has the classes that there are, so many of them. */
static tlb_status refuse(const tlb_mission_scene *s, const char *only)
{
    enum { LONGEST = 400 };
    char classes[LONGEST] = "";
    size_t size = 0;
    for (uint32_t i = 0; i < s->mission->objects.count; i++) {
        tlb_text name = s->mission->objects.data[i].className;
        if (has_name(classes, name) || size + name.size + 2 > LONGEST)
            continue;
        if (size)
            classes[size++] = ',';
        memcpy(classes + size, name.data, name.size);
        classes[size += name.size] = 0;
    }
    return tlb_refuse_option(s->placer.conversion->context, "only",
                             "no object is of class \"%s\"; there are %s", only,
                             size ? classes : "no objects");
}

tlb_status tlb_mission_choose(tlb_mission_scene *s)
{
    const tlb_mission_read_options *options = (const tlb_mission_read_options *)s->placer.conversion->from;
    uint32_t count = s->mission->objects.count;
    bool any = !options->only;
    for (uint32_t i = 0; i < count; i++) {
        tlb_text name = s->mission->objects.data[i].className;
        int32_t parent = s->parents[i];
        if (has_name(options->without, name) || (parent != TLB_NONE && s->shares[parent] == MISSION_LEFT_OUT))
            s->shares[i] = MISSION_LEFT_OUT;
        else
            s->shares[i] =
                !options->only || has_name(options->only, name) ? MISSION_SHOWN : MISSION_NOT_CHOSEN;
        any = any || s->shares[i] == MISSION_SHOWN;
    }
    for (uint32_t i = count; i-- > 0;)
        if (s->shares[i] >= MISSION_AROUND && s->parents[i] != TLB_NONE &&
            s->shares[s->parents[i]] == MISSION_NOT_CHOSEN)
            s->shares[s->parents[i]] = MISSION_AROUND;
    return any ? TLB_OK : refuse(s, options->only);
}
