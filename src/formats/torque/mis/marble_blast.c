/* What data blocks of Marble Blast look like: games on the web with its levels come without scripts. */
#include "formats/torque/mis/mis.h"

#include <string.h>

/* A name that ends with * begins so. */
static const char *const marble_blast[][2] = {
    {"startpad*", "shapes/pads/startarea.dts"},
    {"endpad*", "shapes/pads/endarea.dts"},
    {"gemitem*", "shapes/items/gem.dts"},
    {"superjumpitem*", "shapes/items/superjump.dts"},
    {"superspeeditem*", "shapes/items/superspeed.dts"},
    {"superbounceitem*", "shapes/items/superbounce.dts"},
    {"shockabsorberitem*", "shapes/items/shockabsorber.dts"},
    {"antigravityitem*", "shapes/items/antigravity.dts"},
    {"norespawnantigravityitem*", "shapes/items/antigravity.dts"},
    {"helicopteritem*", "shapes/images/helicopter.dts"},
    {"timetravelitem*", "shapes/items/timetravel.dts"},
    {"timepenaltyitem*", "shapes/items/timetravel.dts"},
    {"easteregg*", "shapes/items/easteregg.dts"},
    {"randompowerupitem*", "shapes/items/random.dts"},
    {"blastitem*", "shapes/items/blast.dts"},
    {"megamarbleitem*", "shapes/items/megamarble.dts"},
    {"signfinish*", "shapes/signs/finishlinesign.dts"},
    {"signplain*", "shapes/signs/plainsign.dts"},
    {"signcaution*", "shapes/signs/cautionsign.dts"},
    {"signdownside", "shapes/signs/signdown-side.dts"},
    {"signupside", "shapes/signs/signup-side.dts"},
    {"signdown", "shapes/signs/signdown.dts"},
    {"signup", "shapes/signs/signup.dts"},
    {"signside", "shapes/signs/signside.dts"},
    {"sign", "shapes/signs/sign.dts"},
    {"arrowdownside", "shapes/signs/signdown-side.dts"},
    {"arrowupside", "shapes/signs/signup-side.dts"},
    {"arrowdown", "shapes/signs/signdown.dts"},
    {"arrowup", "shapes/signs/signup.dts"},
    {"arrowside", "shapes/signs/signside.dts"},
    {"arrow", "shapes/signs/sign.dts"},
    {"roundbumper", "shapes/bumpers/pball_round.dts"},
    {"trianglebumper", "shapes/bumpers/pball_tri.dts"},
    {"ductfan", "shapes/hazards/ductfan.dts"},
    {"smallductfan", "shapes/hazards/ductfan.dts"},
    {"landmine", "shapes/hazards/landmine.dts"},
    {"tornado", "shapes/hazards/tornado.dts"},
    {"trapdoor", "shapes/hazards/trapdoor.dts"},
    {"oilslick", "shapes/hazards/oilslick.dts"},
    {"magnet", "shapes/hazards/magnet/magnet.dts"},
    {"nuke", "shapes/hazards/nuke/nuke.dts"},
    {"pushbutton", "shapes/buttons/pushbutton.dts"},
    {"checkpoint*", "shapes/buttons/checkpoint.dts"},
    {"clear", "shapes/skies/clear/clear.dts"},
    {"cloudy", "shapes/skies/cloudy/cloudy.dts"},
    {"dusk", "shapes/skies/dusk/dusk.dts"},
    {"wintry", "shapes/skies/wintry/wintry.dts"},
};

const char *tlb_mis_marble_blast_shape(const char *name)
{
    for (size_t i = 0; i < sizeof marble_blast / sizeof *marble_blast; i++) {
        const char *known = marble_blast[i][0];
        size_t size = strlen(known);
        bool begins = known[size - 1] == '*';
        if (begins ? strlen(name) >= size - 1 && mission_same_letters(name, known, size - 1)
                   : tlb_same_nocase(name, known))
            return marble_blast[i][1];
    }
    return NULL;
}
