# What Blender makes of GLBs: counts of each, and pictures where a camera is given. Run by blender.mjs:
#
#     blender -b --factory-startup --python blender.py -- JOBS.json REPORT.json
#
# A job: file; cameras, each with picture, eye, target, fov (degrees, vertical), width, height; sun, from
# where it shines, else the world's white is the light; relink, a script to run.
import json
import math
import sys
import traceback

import numpy

# Debian's Blender 3.4 has an importer older than its numpy.
for name, kind in (("bool", bool), ("int", int), ("float", float)):
    if name not in numpy.__dict__:
        setattr(numpy, name, kind)

import bpy
from mathutils import Vector


def y_up(point):
    return Vector((point[0], -point[2], point[1]))


def count():
    bones = [b for o in bpy.data.objects if o.type == "ARMATURE" for b in o.pose.bones]
    drawn_for_bones = {b.custom_shape for b in bones}
    objects = [o for o in bpy.data.objects if o not in drawn_for_bones]
    meshes = [o for o in objects if o.type == "MESH"]
    triangles = 0
    for o in meshes:
        o.data.calc_loop_triangles()
        triangles += len(o.data.loop_triangles)
    return {
        "objects": len(objects),
        "meshes": len(meshes),
        "triangles": triangles,
        "actions": len(bpy.data.actions),
        "materials": sorted(m.name for m in bpy.data.materials),
        "images": sorted(i.name for i in bpy.data.images if i.name != "Render Result"),
        "lights": [[*o.matrix_world.translation, *o.data.color, o.data.energy] for o in objects if o.type == "LIGHT"],
        "placeholders": sorted(m.name for m in bpy.data.materials if m.get("placeholder")),
    }


def render(camera, bare):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = 16
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 0
    scene.view_settings.view_transform = "Standard"
    scene.render.resolution_x, scene.render.resolution_y = camera["width"], camera["height"]
    scene.render.resolution_percentage = 100
    scene.render.filepath = camera["picture"]
    scene.render.image_settings.color_mode = "RGB"
    world = bpy.data.worlds.new("white")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (1, 1, 1, 1)
    world.cycles_visibility.diffuse = not bare
    scene.world = world
    data = bpy.data.cameras.new("judge")
    data.sensor_fit = "VERTICAL"
    data.angle = math.radians(camera["fov"])
    data.clip_start, data.clip_end = camera.get("near", 0.01), camera.get("far", 10000)
    eye_of = bpy.data.objects.new("judge", data)
    scene.collection.objects.link(eye_of)
    eye, target = y_up(camera["eye"]), y_up(camera["target"])
    eye_of.location = eye
    eye_of.rotation_euler = (target - eye).to_track_quat("-Z", "Y").to_euler()
    scene.camera = eye_of
    bpy.ops.render.render(write_still=True)


# A sun, and a weaker one from the other side, without shadows: faces lie on each other where both sides are drawn.
def add_suns(direction):
    for energy, sign in ((2.6, -1), (1.0, 1)):
        sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
        sun.data.energy = energy
        sun.data.use_shadow = sun.data.cycles.cast_shadow = False
        sun.rotation_euler = (sign * y_up(direction)).to_track_quat("-Z", "Y").to_euler()
        bpy.context.scene.collection.objects.link(sun)


def relink(job):
    exec(compile(job["relink"], "relink", "exec"), {})
    images = [i for i in bpy.data.images if i.name != "Render Result"]
    return {i.name: [i.filepath, i.size[0], i.size[1]] for i in images if i.source == "FILE" and not i.packed_file}


jobs_file, report_file = sys.argv[sys.argv.index("--") + 1 :]
reports = []
for job in json.load(open(jobs_file)):
    try:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.import_scene.gltf(filepath=job["file"])
        bpy.context.scene.frame_set(0)
        report = count()
        if "relink" in job:
            report["relinked"] = relink(job)
        if "sun" in job:
            add_suns(job["sun"])
        for camera in job.get("cameras", []):
            render(camera, "sun" in job)
    except Exception:
        report = {"error": traceback.format_exc()}
    reports.append({"file": job["file"], **report})
    json.dump(reports, open(report_file, "w"))
