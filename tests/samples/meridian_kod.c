/* Meridian 59: programs of a server that never was, which place things in the courtyard, and seeds. */
#include "bgf_maker.h"
#include "samples.h"

static const char constants[] = "// Constants, as headers have them.\n"
                                "   TRUE = 1\n"
                                "   FALSE = 0\n"
                                "   FINENESS = 64\n"
                                "   MAX_ANGLE = 4096\n"
                                "   ANGLE_EAST = 0\n"
                                "   ANGLE_SOUTH = 2*MAX_ANGLE/8 // clockwise\n"
                                "   ANGLE_WEST = 4*MAX_ANGLE/8\n"
                                "   OF_NOEXAMINE = 0x00000010\n"
                                "   OF_HANGING = 0x00000100\n"
                                "   LEAVE_SOUTH = 1\n"
                                "   ROTATE_NONE = 8\n"
                                "   ROOM_LOCKED_DOOR = -1\n"
                                "   RID_COURTYARD = 059\n"
                                "   RID_LANE = RID_COURTYARD + 1\n";

static const char object[] = "Object\n\n"
                             "resources:\n\n"
                             "   nothing_icon = somethin.bgf\n\n"
                             "classvars:\n\n"
                             "   vrIcon = nothing_icon\n"
                             "   viObject_flags = 0\n\n"
                             "messages:\n\n"
                             "   GetObjectFlags()\n"
                             "   {\n"
                             "      return viObject_flags | piEffects;\n"
                             "   }\n\n"
                             "end\n";

static const char room[] = "Room is Object\n\n"
                           "properties:\n\n"
                           "   prRoom = $\n"
                           "   piRoom_num = 0\n"
                           "   plExits = $\n\n"
                           "messages:\n\n"
                           "   NewHold(what = $, new_row = 1, new_col = 1)\n"
                           "   {\n"
                           "      return;\n"
                           "   }\n\n"
                           "end\n";

static const char courtyard[] =
    "Courtyard is Room\n\n"
    "constants:\n\n"
    "   include blakston.khd\n\n"
    "   GATE_ROW = 10\n\n"
    "resources:\n\n"
    "   include courtyard.lkod\n\n"
    "   courtyard_room = Courtyard.roo\n"
    "   courtyard_name = \"A courtyard\"\n\n"
    "properties:\n\n"
    "   prRoom = courtyard_room\n"
    "   piRoom_num = RID_COURTYARD\n\n"
    "messages:\n\n"
    "   CreateStandardExits()\n"
    "   {\n"
    "      plExits = $;\n"
    "      plExits = Cons([ GATE_ROW, 7, RID_LANE, 2, 3, ROTATE_NONE ],plExits);\n"
    "      plExits = Cons([ 1, 4, ROOM_LOCKED_DOOR, courtyard_name ],plExits);\n"
    "      plEdge_Exits = Cons([ LEAVE_SOUTH, RID_LANE, 1, 5, ROTATE_NONE ],plEdge_Exits);\n\n"
    "      propagate;\n"
    "   }\n\n"
    "   CreateStandardObjects()\n"
    "   {\n"
    "      local oCat;\n\n"
    "      Send(self,@NewHold,#what=Create(&Signpost),#new_row=10,#new_col=6,\n"
    "           #fine_row=32/2,#fine_col=16,#new_angle=ANGLE_SOUTH);\n"
    "      Send(self,@NewHold,#what=Create(&Signpost),#new_row=9,#new_col=9,#new_angle=ANGLE_WEST);\n"
    "      Send(self,@NewHold,#what=Create(&Plant,#type=PLANT_FERN),#new_row=8,#new_col=6);\n"
    "      Send(self,@NewHold,#what=Create(&Plant,#type=PLANT_IVY),#new_row=2,#new_col=12);\n"
    "      Send(self,@NewHold,#what=Create(&Plant,#type=Random(1,3)),#new_row=3,#new_col=12);\n"
    "      Send(self,@NewHold,#what=Create(&Lantern),#new_row=2,#new_col=6);\n"
    "      Send(self,@NewHold,#what=Create(&Signpost),#new_row=3,#new_col=3,#new_angle=ANGLE_SOUTH);\n"
    "      Send(self,@NewHold,#what=Create(&Sound),#new_row=3,#new_col=6);\n"
    "      Send(self,@NewHold,#what=Create(&Signpost),#new_row=12,#new_col=1);\n\n"
    "      oCat = Create(&Cat);\n"
    "      Send(self,@NewHold,#what=oCat,#new_row=4,#new_col=7);\n"
    "      Send(self,@NewHold,#what=Create(&Cat),#new_row=Random(1,6),#new_col=7);\n"
    "   }\n\n"
    "end\n";

static const char things[][2][1200] = {
    {"signpost.kod", "Signpost is Object\n\n"
                     "resources:\n\n"
                     "   signpost_icon = signpost.bgf\n\n"
                     "classvars:\n\n"
                     "   vrIcon = signpost_icon\n"
                     "   viObject_flags = OF_NOEXAMINE\n\n"
                     "messages:\n\n"
                     "end\n"},
    {"lantern.kod", "Lantern is Object\n\n"
                    "resources:\n\n"
                    "   lantern_icon = lantern.bgf\n\n"
                    "classvars:\n\n"
                    "   vrIcon = lantern_icon\n\n"
                    "messages:\n\n"
                    "   GetObjectFlags()\n"
                    "   {\n"
                    "      return OF_NOEXAMINE | OF_HANGING;\n"
                    "   }\n\n"
                    "end\n"},
    {"sound.kod", "Sound is Object\n\nmessages:\n\nend\n"},
    {"plant.kod", "Plant is Object\n\n"
                  "constants:\n\n"
                  "   include plants.khd\n\n"
                  "resources:\n\n"
                  "   fern_icon = fern.bgf\n"
                  "   ivy_icon = lantern.bgf\n\n"
                  "properties:\n\n"
                  "   vrIcon = $\n\n"
                  "messages:\n\n"
                  "   Constructor(type = 0)\n"
                  "   {\n"
                  "      switch(type)\n"
                  "      {\n"
                  "         case PLANT_FERN:\n"
                  "            vrIcon = fern_icon;\n"
                  "            break;\n"
                  "         case PLANT_IVY:\n"
                  "            vrIcon = ivy_icon;\n"
                  "            pbHanging = TRUE;\n"
                  "            break;\n"
                  "      }\n\n"
                  "      propagate;\n"
                  "   }\n\n"
                  "end\n"},
};

static const char plants[] = "PLANT_FERN = 1\nPLANT_IVY = 2\n";

static const char everything[] =
    "A is B // a comment\nconstants: include x.khd a = 1 + 2*(3-4)/-1|0x10&3 b=a*a c=09 d = 1/0 e=(((a\n"
    "resources: r = x.bgf s = \"a \\\" b\" \\\n \"c\" t = de \"u\" prRoom_r = a.roo\n"
    "classvars: vrIcon = r v = [1,[2]] w = f(a) x\nproperties: prRoom = prRoom_r y = $ z = - - a\n"
    "messages: GetObjectFlags() { return a|0x100; }\n"
    "Constructor(icon=$, t = Nth(x,1)) \"doc\" { if icon <> $ { vrIcon = icon; }\n"
    "switch(t) { case a: case b: vrIcon = r; break; case 3: if x { vrIcon = s; } default: pbHanging = 1; } "
    "}\n"
    "F() { plExits = Cons([1,2,a],plExits); plEdge_Exits = Cons([4,a],$); plExits = Cons(x,y);\n"
    "Send(self,@NewHold,#what=Create(&A,#icon=r,#t=a),#new_row=1,#new_col=a+1,#fine_row=0,#fine_col=63,\n"
    "#new_angle=-a,#x=y); Send(self,@NewHold,#what=q,#new_row=1); Send(self,@NewHold,1,#what=(Create(&A)));\n"
    "Send(what,@NewHold); Send(self,@NewHold,#what=Create(&A),#new_row=[1] }\nend";

static void save_bgf(sampler *s, const char *name, bgf_kind kind)
{
    tlb_document document;
    bgf_make(&document, s->context, kind);
    sample_document(s, "samples/kod", name, &document);
    made_end(&document);
}

void make_meridian_kod_samples(sampler *s)
{
#define SAVE(folder, name, text) sample_save(s, folder, name, text, sizeof(text) - 1)
    SAVE("samples/kod", "blakston.khd", constants);
    SAVE("samples/kod", "plants.khd", plants);
    SAVE("samples/kod", "object.kod", object);
    SAVE("samples/kod", "room.kod", room);
    SAVE("samples/kod", "courtyrd.kod", courtyard);
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        sample_save(s, "samples/kod", things[i][0], things[i][1], strlen(things[i][1]));
    save_bgf(s, "signpost.bgf", BGF_SIGNPOST);
    save_bgf(s, "lantern.bgf", BGF_LANTERN);
    SAVE("fuzz/seeds/kod", "everything.kod", everything);
    SAVE("fuzz/seeds/kod", "courtyrd.kod", courtyard);
    SAVE("fuzz/seeds/kod", "circle.kod", "A is A properties: prRoom = r messages: end");
    SAVE("fuzz/seeds/kod", "brackets.kod",
         "A is B constants: a = ((((((((((((((((((((([[[[[{{{{ messages: F( { Send(");
#undef SAVE
}
