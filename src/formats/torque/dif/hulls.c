/* What the emit strings and the polylist strings of convex hulls say. */
#include "base/bytes.h"
#include "trilobite/formats/dif.h"

tlb_dif_hulls tlb_dif_interior_hulls(const tlb_dif_interior *interior)
{
    if (!interior)
        return (tlb_dif_hulls){0};
    return (tlb_dif_hulls){
        .hulls = interior->convexHulls.data,
        .hullCount = interior->convexHulls.count,
        .emitStrings = interior->convexHullEmitStrings.data,
        .polyListStrings = interior->polyListStrings.data,
        .emitStringSize = interior->convexHullEmitStrings.count,
        .polyListStringSize = interior->polyListStrings.count,
        .hullIndices = interior->hullIndices.data,
        .hullEmitStringIndices = interior->hullEmitStringIndices.data,
        .hullPlaneIndices = interior->hullPlaneIndices.data,
        .polyListPlanes = interior->polyListPlanes.data,
        .polyListPoints = interior->polyListPoints.data,
        .hullIndexCount = interior->hullIndices.count,
        .hullEmitStringIndexCount = interior->hullEmitStringIndices.count,
        .hullPlaneIndexCount = interior->hullPlaneIndices.count,
        .polyListPlaneCount = interior->polyListPlanes.count,
        .polyListPointCount = interior->polyListPoints.count,
    };
}

/* What is left of a string. Taking more than there is gives NULL, then and ever after. */
typedef struct cursor {
    const uint8_t *at, *end;
} cursor;

static cursor cursor_at(const uint8_t *pool, uint32_t size, uint32_t offset)
{
    return offset < size ? (cursor){pool + offset, pool + size} : (cursor){0};
}

static const uint8_t *take(cursor *string, uint32_t size)
{
    const uint8_t *taken = string->at;
    if (!taken || (size_t)(string->end - taken) < size) {
        *string = (cursor){0};
        return NULL;
    }
    string->at += size;
    return taken;
}

static uint32_t take_count(cursor *string)
{
    const uint8_t *count = take(string, 1);
    return count ? *count : 0;
}

static bool all_below(const uint8_t *indices, uint32_t count, uint64_t limit)
{
    for (uint32_t i = 0; i < count; i++)
        if (indices[i] >= limit)
            return false;
    return true;
}

/* How many entries of a list there are from one on. */
static uint32_t entries_from(uint32_t start, uint32_t count)
{
    return start < count ? count - start : 0;
}

uint32_t tlb_dif_hull_plane_count(const tlb_dif_hulls *hulls, uint32_t hull)
{
    if (!hulls)
        return 0;
    if (hull >= hulls->hullCount)
        return 0;
    uint32_t start = hulls->hulls[hull].planeStart, end = hulls->hullPlaneIndexCount;
    if (hull + 1 < hulls->hullCount && hulls->hulls[hull + 1].planeStart < end)
        end = hulls->hulls[hull + 1].planeStart;
    return entries_from(start, end);
}

bool tlb_dif_hull_features(const tlb_dif_hulls *hulls, uint32_t hull, uint32_t hullPoint,
                           tlb_dif_features *features)
{
    if (!hulls || !features)
        return false;
    *features = (tlb_dif_features){0};
    if (hull >= hulls->hullCount || hullPoint >= hulls->hulls[hull].hullCount)
        return false;
    const tlb_dif_hull *of = &hulls->hulls[hull];
    if (entries_from(of->hullStart, hulls->hullEmitStringIndexCount) <= hullPoint)
        return false;
    uint32_t points = entries_from(of->hullStart, hulls->hullIndexCount);
    if (points > of->hullCount)
        points = of->hullCount;
    uint32_t planes = entries_from(of->planeStart, hulls->hullPlaneIndexCount);

    cursor string = cursor_at(hulls->emitStrings, hulls->emitStringSize,
                              hulls->hullEmitStringIndices[of->hullStart + hullPoint]);
    const uint8_t *start = string.at;
    tlb_dif_features found = {.vertexCount = take_count(&string)};
    found.vertices = take(&string, found.vertexCount);
    found.edgeCount = take_count(&string);
    found.edges = take(&string, 2 * found.edgeCount);
    found.faceCount = take_count(&string);
    found.faces = take(&string, 0);
    if (!found.faces || !all_below(found.vertices, found.vertexCount, points) ||
        !all_below(found.edges, 2 * found.edgeCount, found.vertexCount))
        return false;
    for (uint32_t face = 0; face < found.faceCount; face++) {
        uint32_t corners = take_count(&string);
        const uint8_t *plane = take(&string, 1), *indices = take(&string, corners);
        if (!indices || *plane >= planes || !all_below(indices, corners, found.vertexCount))
            return false;
    }
    found.size = (uint32_t)(string.at - start);
    *features = found;
    return true;
}

/* One polygon of a polylist string: point count, mask, plane, points. */
static bool take_polygon(cursor *string, uint32_t planeCount, uint32_t pointCount)
{
    uint32_t corners = take_count(string);
    const uint8_t *head = take(string, 2), *points = take(string, 2 * corners);
    if (!points || head[1] >= planeCount)
        return false;
    for (uint32_t i = 0; i < corners; i++)
        if (tlb_get_be16(points + 2 * i) >= pointCount)
            return false;
    return true;
}

bool tlb_dif_hull_polyhedron(const tlb_dif_hulls *hulls, uint32_t hull, tlb_dif_polyhedron *polyhedron)
{
    if (!hulls || !polyhedron)
        return false;
    *polyhedron = (tlb_dif_polyhedron){0};
    if (hull >= hulls->hullCount)
        return false;
    const tlb_dif_hull *of = &hulls->hulls[hull];

    cursor string = cursor_at(hulls->polyListStrings, hulls->polyListStringSize, of->polyListStringStart);
    const uint8_t *start = string.at;
    tlb_dif_polyhedron found = {.planeCount = take_count(&string)};
    found.planeMasks = take(&string, found.planeCount);
    found.pointCount = take_count(&string) << 8;
    found.pointCount |= take_count(&string);
    found.pointMasks = take(&string, found.pointCount);
    found.surfaceCount = take_count(&string);
    found.surfaces = take(&string, 0);
    if (!found.surfaces ||
        found.planeCount > entries_from(of->polyListPlaneStart, hulls->polyListPlaneCount) ||
        found.pointCount > entries_from(of->polyListPointStart, hulls->polyListPointCount))
        return false;
    for (uint32_t surface = 0; surface < found.surfaceCount; surface++)
        if (!take_polygon(&string, found.planeCount, found.pointCount))
            return false;
    found.size = (uint32_t)(string.at - start);
    *polyhedron = found;
    return true;
}
