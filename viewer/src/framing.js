// Where a camera stands so that all points fill the picture: as the command's pictures are taken.
import { MathUtils, Vector3 } from 'three';

const margin = 0.94;
export const outsideAngle = 42; // across the longer side, in degrees
export const insideAngle = 85;

// yaw from the front (+Z where the model looks that way) towards +X, pitch upwards
export const views = {
    'Three-quarter': [35, 28], Front: [0, 0], Back: [180, 0], Left: [-90, 0], Right: [90, 0], Top: [0, 90],
};

// The camera's axes in the world: it looks against `back`.
export function axes(yaw, pitch) {
    const s = Math.sin(MathUtils.degToRad(yaw)), c = Math.cos(MathUtils.degToRad(yaw));
    const up = Math.sin(MathUtils.degToRad(pitch)), along = Math.cos(MathUtils.degToRad(pitch));
    return { right: new Vector3(c, 0, -s), up: new Vector3(-s * up, along, -c * up), back: new Vector3(s * along, up, c * along) };
}

// The vertical field of view of a picture of this aspect whose longer side has `angle`, in degrees.
export function verticalAngle(angle, aspect) {
    const longer = Math.tan(MathUtils.degToRad(angle) / 2);
    return MathUtils.radToDeg(2 * Math.atan(aspect > 1 ? longer / aspect : longer));
}

// `eachPoint(visit)` calls visit(x, y, z) with all points in the world. `covered`: how much of the picture's height is not
// to be seen, at its top. The result: position and target of the camera.
export function fit(eachPoint, box, yaw, pitch, aspect, covered = 0) {
    const { right, up, back } = axes(yaw, pitch);
    const pivot = box.getCenter(new Vector3());
    const longer = Math.tan(MathUtils.degToRad(outsideAngle) / 2) * margin;
    const slope = [aspect > 1 ? longer : longer * aspect, aspect > 1 ? longer / aspect : longer];
    const top = slope[1] * (1 - 2 * covered), bottom = slope[1];
    const reach = [-Infinity, -Infinity, -Infinity, -Infinity];
    eachPoint((px, py, pz) => {
        const x = px - pivot.x, y = py - pivot.y, z = pz - pivot.z;
        const depth = back.x * x + back.y * y + back.z * z;
        const across = right.x * x + right.y * y + right.z * z, above = up.x * x + up.y * y + up.z * z;
        reach[0] = Math.max(reach[0], slope[0] * depth + across);
        reach[1] = Math.max(reach[1], slope[0] * depth - across);
        reach[2] = Math.max(reach[2], top * depth + above);
        reach[3] = Math.max(reach[3], bottom * depth - above);
    });
    if (reach[0] === -Infinity) return { position: back.clone().add(pivot), target: pivot };
    const distance = Math.max((reach[0] + reach[1]) / (2 * slope[0]), (reach[2] + reach[3]) / (top + bottom)) || 1;
    const target = pivot.addScaledVector(right, (reach[0] - reach[1]) / 2).addScaledVector(up, (reach[2] - reach[3] + (bottom - top) * distance) / 2);
    return { position: target.clone().addScaledVector(back, distance), target };
}

// The yaw of who stands before a model that looks in this direction.
export const frontYaw = (facing) => (facing ? MathUtils.radToDeg(Math.atan2(facing[0], facing[2])) : 0);

const grazing = 1e-3; // the sine of the angle below which a face is only seen as a line

// The angles, or those of the opposite side, on the same height or below, where only from there a front is seen.
// `someTriangle(test)`: whether test(a, b, c, doubleSided) holds for any.
export function findFronts(someTriangle, yaw, pitch) {
    for (const [around, above] of [[yaw, pitch], [yaw + 180, pitch], [yaw + 180, -pitch]]) {
        const { back } = axes(around, above);
        const seen = (a, b, c, doubleSided) => {
            const normal = b.clone().sub(a).cross(c.clone().sub(a)), along = normal.dot(back);
            return (doubleSided ? Math.abs(along) : along) > grazing * normal.length();
        };
        if (someTriangle(seen)) return [around, above];
    }
    return [yaw, pitch];
}
