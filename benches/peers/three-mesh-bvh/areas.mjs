// A rectangle and a lasso through three-mesh-bvh's shapecast, on what the bench of areas writes:
//
//     PICKRAY_AREAS_TO=FOLDER cargo bench --no-default-features --features parallel --bench areas
//     npm ci --prefix benches/peers/three-mesh-bvh
//     node benches/peers/three-mesh-bvh/areas.mjs FOLDER
//
// Boxes and triangles are projected and held against the segments of the outline, of which each level of the tree
// keeps those that its box may meet, as in three-mesh-bvh's own example of a selection.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REVISION } from 'three';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { CONTAINED, INTERSECTED, MeshBVH, NOT_INTERSECTED } from 'three-mesh-bvh';

const RUNS = 20;

const folder = process.argv[2] ?? '.';
if (!existsSync(join(folder, 'areas.json'))) {
    console.error(`${folder} has no areas.json: name the folder that PICKRAY_AREAS_TO=FOLDER of the bench filled`);
    process.exit(2);
}
const { clip_from_world: clip, size, regions } = JSON.parse(readFileSync(join(folder, 'areas.json'), 'utf8'));
const file = readFileSync(join(folder, 'waves.ply'));
const geometry = new PLYLoader().parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
const start = performance.now();
const bvh = new MeshBVH(geometry);
console.log(`node ${process.version}, three r${REVISION}, tree of ${geometry.index.count / 3} triangles in ` +
    `${(performance.now() - start).toFixed(0)} ms`);

/** The segments of an outline in pixels, each [ax, ay, bx, by] in normalized device coordinates. */
function segmentsOf(points) {
    const placed = points.map(([x, y]) => [2 * x / size[0] - 1, 1 - 2 * y / size[1]]);
    return placed.map((point, k) => [...point, ...placed[(k + 1) % placed.length]]);
}

const at = new Float64Array(6);

/** Puts a point's place in the picture at 2k and 2k + 1. */
function project(x, y, z, k) {
    const w = clip[3] * x + clip[7] * y + clip[11] * z + clip[15];
    at[2 * k] = (clip[0] * x + clip[4] * y + clip[8] * z + clip[12]) / w;
    at[2 * k + 1] = (clip[1] * x + clip[5] * y + clip[9] * z + clip[13]) / w;
}

/** Whether the outline goes around a place: its segments are met an odd number of times to the right of it. */
function holds(segments, x, y) {
    let odd = false;
    for (const [ax, ay, bx, by] of segments) {
        if (ay > y !== by > y && x < ax + (y - ay) / (by - ay) * (bx - ax)) odd = !odd;
    }
    return odd;
}

function meetsRectangle([ax, ay, bx, by], minX, minY, maxX, maxY) {
    if (Math.max(ax, bx) < minX || maxX < Math.min(ax, bx)) return false;
    const [dx, dy] = [bx - ax, by - ay];
    const side = dx * (0.5 * (minY + maxY) - ay) - dy * (0.5 * (minX + maxX) - ax);
    return Math.abs(side) <= 0.5 * (Math.abs(dx) * (maxY - minY) + Math.abs(dy) * (maxX - minX));
}

function side(ax, ay, bx, by, x, y) {
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0;
}

function meetsEdge([ax, ay, bx, by], cx, cy, dx, dy) {
    return side(ax, ay, bx, by, cx, cy) !== side(ax, ay, bx, by, dx, dy) &&
        side(cx, cy, dx, dy, ax, ay) !== side(cx, cy, dx, dy, bx, by);
}

/** How many triangles touch the volume behind an outline. */
function count(outline) {
    const kept = [];
    let taken = 0;
    bvh.shapecast({
        intersectsBounds: (box, isLeaf, score, depth) => {
            let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
            for (let corner = 0; corner < 8; corner++) {
                const [x, y, z] = [corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                    corner & 4 ? box.max.z : box.min.z];
                project(x, y, z, 0);
                if (at[0] < minX) minX = at[0];
                if (at[0] > maxX) maxX = at[0];
                if (at[1] < minY) minY = at[1];
                if (at[1] > maxY) maxY = at[1];
            }
            const near = kept[depth] ??= [];
            near.length = 0;
            let meets = false;
            for (const segment of kept[depth - 1] ?? outline) {
                const [ax, ay, bx, by] = segment;
                if ((ay < minY && by < minY) || (ay > maxY && by > maxY) || (ax < minX && bx < minX)) continue;
                near.push(segment);
                meets ||= meetsRectangle(segment, minX, minY, maxX, maxY);
            }
            if (meets) return INTERSECTED;
            return holds(near, minX, 0.5 * (minY + maxY)) ? CONTAINED : NOT_INTERSECTED;
        },
        intersectsTriangle: (triangle, index, contained, depth) => {
            taken += contained || touches(triangle, kept[depth]);
            return false;
        },
    });
    return taken;
}

function touches({ a, b, c }, near) {
    project(a.x, a.y, a.z, 0);
    project(b.x, b.y, b.z, 1);
    project(c.x, c.y, c.z, 2);
    const [ax, ay, bx, by, cx, cy] = at;
    if (holds(near, ax, ay) || holds(near, bx, by) || holds(near, cx, cy)) return true;
    return near.some((segment) => meetsEdge(segment, ax, ay, bx, by) || meetsEdge(segment, bx, by, cx, cy) ||
        meetsEdge(segment, cx, cy, ax, ay));
}

for (const { name, points, taken } of regions) {
    const outline = segmentsOf(points);
    const times = Array.from({ length: RUNS }, () => {
        const start = performance.now();
        const theirs = count(outline);
        return [performance.now() - start, theirs];
    });
    times.sort(([a], [b]) => a - b);
    const [fastest, median] = [times[0][0], times[RUNS / 2][0]];
    console.log(`${name}: ${median.toFixed(1)} ms (fastest ${fastest.toFixed(1)}), ${times[0][1]} triangles; ` +
        `pickray takes ${taken}`);
}
