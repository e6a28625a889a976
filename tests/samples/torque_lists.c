/* Torque's lists: of pictures that take turns, and of the sides of a sky. */
#include "samples.h"

#include <string.h>

static void save(sampler *s, const char *folder, const char *name, const char *text)
{
    sample_save(s, folder, name, text, strlen(text));
}

void make_torque_list_samples(sampler *s)
{
    static const char turns[] = "brick.png 15\nplank 5\n";
    static const char odd_turns[] =
        "// what is shown\r\n\r\n\t brick.png  007 // a while\r\nplank\r\nroof 0 x\n"
        "tile 1234567890\nlast//no count";
    static const char odd_sides[] = "front\r\n side one.png \r\n\n// not a comment\nbottom";
    save(s, "samples/torque", "turns.ifl", turns);
    save(s, "samples/torque", "sides.dml", "brick\nbrick\nbrick\nbrick\nplank\nplank\n");
    save(s, "fuzz/seeds/ifl", "turns.ifl", turns);
    save(s, "fuzz/seeds/ifl", "odd.ifl", odd_turns);
    save(s, "fuzz/seeds/torque-dml", "odd.dml", odd_sides);
    sample_refuse(s, "list-control.ifl", "a\1b\n", 4, "BAD_VALUE", 0, "");
}
