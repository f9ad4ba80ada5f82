import { Matrix4, Vector3 } from "three";

// The ray through a pixel in the space of an object, as two points: t = 0 on the near plane, t = 1 on the far plane.
// cursor: physical pixels from the top left of the window. viewport: x and y of its lower left corner, width, height.
// planes: NDC z of near and far, -1 and 1; reversed 1 and -1; for a far plane at infinity 0, twice as far as the near.
// projection, view, model: camera.projectionMatrix, camera.matrixWorldInverse, object.matrixWorld.
export function pickRay(cursor, windowHeight, viewport, planes, projection, view, model) {
    const half = 0.5; // the middle of the pixel
    const window = [Math.floor(cursor[0]) + half, windowHeight - 1 - Math.floor(cursor[1]) + half];
    const [x, y] = [0, 1].map((i) => (2 * (window[i] - viewport[i])) / viewport[i + 2] - 1);
    return planes.map((z) =>
        new Vector3(x, y, z)
            .applyMatrix4(projection.clone().invert()) // to eye space; divides by w
            .applyMatrix4(view.clone().invert()) // to the world
            .applyMatrix4(model.clone().invert()), // to the object
    );
}
