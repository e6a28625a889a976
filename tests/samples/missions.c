/* Missions of Torque and of Tribes: one as engines write it, one in other ways. */
#include "samples.h"

static const char torque[] = "//--- OBJECT WRITE BEGIN ---\n"
                             "new SimGroup(MissionGroup) {\n"
                             "\n"
                             "   new ScriptObject(MissionInfo) {\n"
                             "         name = \"A \\\"small\\\" mission\";\n"
                             "         goldTime = 6500;\n"
                             "   };\n"
                             "   new Sun() {\n"
                             "      direction = \"0.57735 0.57735 -0.57735\";\n"
                             "      color = \"1 0.9 0.8 1\";\n"
                             "      ambient = \"0.3 0.3 0.4 1\";\n"
                             "   };\n"
                             "   new InteriorInstance() {\n"
                             "      position = \"0 0 10\";\n"
                             "      rotation = \"0 0 1 90\";\n"
                             "      scale = \"1 1 2\";\n"
                             "      interiorFile = \"~/data/interiors/rooms.dif\";\n"
                             "   };\n"
                             "   new TSStatic(Cock) {\n"
                             "      position = \"0 -12 0\";\n"
                             "      rotation = \"0 0 1 45\";\n"
                             "      scale = \"1.5 1.5 1.5\";\n"
                             "      shapeName = \"~/data/shapes/weathercock.dts\";\n"
                             "   };\n"
                             "   new WaterBlock() {\n"
                             "      position = \"-12 -16 -1\";\n"
                             "      scale = \"24 32 0.5\";\n"
                             "   };\n"
                             "   new SimGroup(Mover) {\n"
                             "\n"
                             "      new PathedInterior() {\n"
                             "         basePosition = \"4 0 0\";\n"
                             "         baseRotation = \"1 0 0 0\";\n"
                             "         baseScale = \"1 1 1\";\n"
                             "         interiorResource = $usermods @ \"/data/interiors/rooms.dif\";\n"
                             "         interiorIndex = \"0\";\n"
                             "      };\n"
                             "      new Path() {\n"
                             "         isLooping = \"1\";\n"
                             "\n"
                             "         new Marker() {\n"
                             "            position = \"4 0 0\";\n"
                             "            seqNum = \"1\";\n"
                             "            msToNext = \"2000\";\n"
                             "            smoothingType = \"Linear\";\n"
                             "         };\n"
                             "         new Marker() {\n"
                             "            position = \"4 0 6\";\n"
                             "            seqNum = \"2\";\n"
                             "            msToNext = \"2000\";\n"
                             "            smoothingType = \"Linear\";\n"
                             "         };\n"
                             "      };\n"
                             "   };\n"
                             "};\n"
                             "//--- OBJECT WRITE END ---\n";

static const char torque_everything[] =
    "/* before */ $level = 1; // code\r\n"
    "function onLoad(%this) { echo(\"} ;\"); if (%this) { %this.x = 'a'; } }\r\n"
    "NEW SimGroup( \"a \\\"b\\\" c\" ) { first = \"1\"; cloudHeightPer[0]='tag\\'s';; second[1, 2] = $x @ "
    "\"; }\" @ (1 + 2);\r\n"
    "  TypeBool locked = true; new Item(){dataBlock=\"GemItem\";}; new Marker(); third = -1.5e-005;\r\n"
    "\tcall(%a, \"b\"); /* within */ scale = \"0 1\"; position = \"1 2 x\"; rotation = \"\";\r\n"
    "new Unknown(x : y)\r\n{\r\n}\r\n}\r\n"
    "exec(\"./more.cs\");\r\nnew ScriptObject() { } ; // the end";

static const char tribes[] = "//--- export object begin ---//\r\n"
                             "instant SimGroup \"MissionGroup\" {\r\n"
                             "\tinstant SimVolume \"tedFile\" {\r\n"
                             "\t\tfileName = \"missions\\\\small.ted\";\r\n"
                             "\t};\r\n"
                             "\tinstant SimGroup \"Landscape\" {\r\n"
                             "\t\tinstant SimTerrain \"Terrain\" {\r\n"
                             "\t\t\ttedFileName = \"hills.dtf\";\r\n"
                             "\t\t\thazeVerticalMin = \"-NAN\";\r\n"
                             "\t\t\tposition = \"-48 -48 0\";\r\n"
                             "\t\t\trotation = \"0 0 0\";\r\n"
                             "\t\t};\r\n"
                             "\t\tinstant Sky \"Sky\" {\r\n"
                             "\t\t\tdmlName = \"litesky.dml\";\r\n"
                             "\t\t\ttextures[0] = \"0\";\r\n"
                             "\t\t};\r\n"
                             "\t};\r\n"
                             "\tinstant SimGroup \"Lights\";\r\n"
                             "\tinstant InteriorShape \"hut1\" {\r\n"
                             "\t\tfileName = \"hall.1.dis\";\r\n"
                             "\t\tposition = \"1 2 8\";\r\n"
                             "\t\trotation = \"0 0 1.5708\";\r\n"
                             "\t};\r\n"
                             "};\r\n"
                             "//--- export object end ---//\r\n"
                             "$cdTrack = 2;\r\n"
                             "exec(objectives);\r\n";

static const char tribes_everything[] =
    "instant SimGroup { a = \"1\"; instant Marker \"m\"; b=2; Instant Other \"x\\\"y\"{}; }\n"
    "instant TeamGroup \"\" { position = \"1 2\"; };;\n$x = \"}\"; }";

void make_mission_samples(sampler *s)
{
#define SAVE(folder, name, text) sample_save(s, folder, name, text, sizeof(text) - 1)
    SAVE("samples", "mission.mis", torque);
    SAVE("samples", "tribes.mis", tribes);
    SAVE("fuzz/seeds/mis", "mission.mis", torque);
    SAVE("fuzz/seeds/mis", "everything.mis", torque_everything);
    SAVE("fuzz/seeds/tmis", "tribes.mis", tribes);
    SAVE("fuzz/seeds/tmis", "everything.mis", tribes_everything);
#undef SAVE
#define REFUSE(file, text, code, offset, path)                                                               \
    sample_refuse(s, file, text, sizeof(text) - 1, code, offset, path)
    REFUSE("mis-no-end.mis", "new SimGroup() {\n a = 1;\n", "TRUNCATED", 25, "objects[0]");
    REFUSE("mis-no-quote.mis", "new Sun() {\n a = \"1;\n};\n", "TRUNCATED", 17, "objects[0].fields[0].value");
    REFUSE("mis-no-semicolon.mis", "new Sun() {\n a = 1\n};\n", "BAD_WORD", 19, "objects[0].fields[0].value");
    REFUSE("mis-no-body.mis", "new Sun()\nnew Sun();\n", "BAD_WORD", 10, "objects[0]");
    REFUSE("tmis-no-end.mis", "instant Sun \"a\" {\n};\ninstant Sun \"b\" {", "TRUNCATED", 38, "objects[1]");
#undef REFUSE
}
