/* The layout of version 18: one stream, in which each list follows its length. Of the two known readers of it
 * neither knows bones or sequences from real files. */
#include "formats/torque/dts/dts.h"

static void walk_node(tlb_walk *w, tlb_torque_node *n)
{
    WALK(w, n, nameIndex);
    WALK_DEFAULT(w, n, parentIndex, -1);
    WALK(w, n, parentIndex);
}

static void walk_object(tlb_walk *w, tlb_torque_object *o)
{
    WALK(w, o, nameIndex);
    WALK(w, o, numMeshes);
    WALK(w, o, startMeshIndex);
    WALK(w, o, nodeIndex);
}

static void walk_decal(tlb_walk *w, tlb_torque_decal *d)
{
    WALK(w, d, nameIndex);
    WALK(w, d, numMeshes);
    WALK(w, d, startMeshIndex);
    WALK(w, d, objectIndex);
}

static void walk_ifl(tlb_walk *w, tlb_torque_ifl *f)
{
    WALK(w, f, nameIndex);
    WALK(w, f, materialSlot);
}

static void walk_detail(tlb_walk *w, tlb_torque_detail *d)
{
    WALK(w, d, nameIndex);
    WALK(w, d, subShapeNum);
    WALK(w, d, objectDetailNum);
    WALK(w, d, size);
}

/* --- meshes ------------------------------------------------------------------------------------------- */

static void walk_primitive(tlb_walk *w, tlb_torque_primitive *p)
{
    WALK_AS(w, p, start, TLB_U16);
    WALK_AS(w, p, numElements, TLB_U16);
    WALK_FLAGS(w, p, matIndex, tlb_torque_primitive_flags);
}

static void walk_skin(tlb_walk *w, tlb_torque_skin *s)
{
    DTS_COUNT(w, s, "numInitialVerts", initialVerts);
    WALK_VECTORS(w, s, initialVerts);
    DTS_COUNT(w, s, "numInitialNorms", initialNorms);
    WALK_VECTORS(w, s, initialNorms);
    DTS_COUNT(w, s, "numInitialTransforms", initialTransforms);
    WALK_VECTORS(w, s, initialTransforms);
    DTS_COUNT(w, s, "numVertexIndex", vertexIndex);
    WALK_VALUES(w, s, vertexIndex);
    DTS_COUNT(w, s, "numBoneIndex", boneIndex);
    WALK_VALUES(w, s, boneIndex);
    DTS_COUNT(w, s, "numNodeIndex", nodeIndex);
    WALK_VALUES(w, s, nodeIndex);
    DTS_COUNT(w, s, "numWeights", weight);
    WALK_VALUES(w, s, weight);
    s->numInitialVerts = s->initialVerts.count;
    s->numInitialTransforms = s->initialTransforms.count;
    s->numWeights = s->vertexIndex.count;
    s->numNodeIndex = s->nodeIndex.count;
}

static void walk_geometry(tlb_walk *w, tlb_torque_mesh *m)
{
    WALK_DEFAULT(w, m, numFrames, 1);
    WALK(w, m, numFrames);
    WALK_DEFAULT(w, m, numMatFrames, 1);
    WALK(w, m, numMatFrames);
    DTS_COUNT(w, m, "numVerts", verts);
    WALK_VECTORS(w, m, verts);
    DTS_COUNT(w, m, "numTVerts", tverts);
    WALK_VECTORS(w, m, tverts);
    DTS_COUNT(w, m, "numNorms", norms);
    WALK_VECTORS(w, m, norms);
    DTS_COUNT(w, m, "numPrimitives", primitives);
    WALK_ROWS(w, m, primitives, 8, i)
        walk_primitive(w, &m->primitives.data[i]);
    DTS_COUNT(w, m, "numIndices", indices);
    WALK_VALUES_AS(w, m, indices, TLB_U16);
    WALK(w, m, vertsPerFrame);
    WALK_FLAGS(w, m, flags, tlb_torque_mesh_flags);
    m->numVerts = m->verts.count;
    m->numTVerts = m->tverts.count;
}

static void walk_mesh(tlb_walk *w, tlb_torque_mesh *m)
{
    WALK(w, m, meshType);
    m->parentMesh = -1;
    switch (m->meshType) {
    case TLB_TORQUE_STANDARD_MESH:
        walk_geometry(w, m);
        break;
    case TLB_TORQUE_SKIN_MESH:
        walk_geometry(w, m);
        m->skin = tlb_torque_besides(w, "skin", m->skin, sizeof *m->skin);
        if (m->skin) {
            tlb_walk_open(w, "skin", TLB_BLOCK);
            walk_skin(w, m->skin);
            tlb_walk_close(w, TLB_BLOCK);
        }
        break;
    case TLB_TORQUE_NULL_MESH:
        break;
    default:
        tlb_walk_refuse(w, sizeof m->meshType, TLB_CODE_NOT_SUPPORTED, "meshType",
                        "type %u, whose layout in version 18 is not known, expected 0, 1 or 4", m->meshType);
        break;
    }
}

/* --- the file ----------------------------------------------------------------------------------------- */

static void walk_name(tlb_walk *w, tlb_text *name)
{
    tlb_torque_walk_string(w, NULL, name, TLB_U32);
}

static void walk_lists(tlb_walk *w, tlb_torque_shape *x)
{
    DTS_COUNT(w, x, "numNodes", nodes);
    WALK_ROWS(w, x, nodes, 8, i)
        walk_node(w, &x->nodes.data[i]);
    DTS_COUNT(w, x, "numObjects", objects);
    WALK_ROWS(w, x, objects, 16, i)
        walk_object(w, &x->objects.data[i]);
    DTS_COUNT(w, x, "numDecals", decals);
    WALK_ROWS(w, x, decals, 16, i)
        walk_decal(w, &x->decals.data[i]);
    DTS_COUNT(w, x, "numIflMaterials", iflMaterials);
    WALK_ROWS(w, x, iflMaterials, 8, i)
        walk_ifl(w, &x->iflMaterials.data[i]);
    DTS_COUNT(w, x, "numSubShapeFirstNode", subShapeFirstNode);
    WALK_VALUES(w, x, subShapeFirstNode);
    DTS_COUNT(w, x, "numSubShapeFirstObject", subShapeFirstObject);
    WALK_VALUES(w, x, subShapeFirstObject);
    DTS_COUNT(w, x, "numSubShapeFirstDecal", subShapeFirstDecal);
    WALK_VALUES(w, x, subShapeFirstDecal);
    DTS_COUNT(w, x, "numNodeStates", nodeStates);
    WALK_ROWS(w, x, nodeStates, 20, i)
        tlb_torque_walk_node_state(w, &x->nodeStates.data[i]);
    DTS_COUNT(w, x, "numObjectStates", objectStates);
    WALK_ROWS(w, x, objectStates, 12, i)
        tlb_torque_walk_object_state(w, &x->objectStates.data[i]);
    DTS_COUNT(w, x, "numDecalStates", decalStates);
    WALK_VALUES(w, x, decalStates);
    DTS_COUNT(w, x, "numTriggers", triggers);
    WALK_ROWS(w, x, triggers, 8, i)
        tlb_torque_walk_trigger(w, &x->triggers.data[i]);
    DTS_COUNT(w, x, "numDetails", details);
    WALK_ROWS(w, x, details, 16, i)
        walk_detail(w, &x->details.data[i]);
}

void tlb_torque_walk_old_shape(tlb_walk *w, tlb_torque_shape *x)
{
    WALK(w, x, radius);
    WALK(w, x, tubeRadius);
    WALK_ROW(w, x, center);
    WALK_ROW(w, x, bounds);
    walk_lists(w, x);
    tlb_torque_walk_sequences(w, x);
    DTS_COUNT(w, x, "numMeshes", meshes);
    WALK_BLOCKS(w, x, meshes, 4, i)
        walk_mesh(w, &x->meshes.data[i]);
    DTS_COUNT(w, x, "numNames", names);
    WALK_BARE(w, x, names, 4, i)
        walk_name(w, &x->names.data[i]);
    WALK(w, x, gotMaterials);
    if (x->gotMaterials) {
        tlb_walk_open(w, "materialList", TLB_BLOCK);
        tlb_torque_walk_materials(w, &x->materialList, x->version);
        tlb_walk_close(w, TLB_BLOCK);
    }
}
