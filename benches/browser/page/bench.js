// Builds and picks of pickray and of three-mesh-bvh: the same meshes, the same rays, in turns.
import { BufferAttribute, BufferGeometry, DoubleSide, Ray, REVISION } from 'three';
import { CENTER, MeshBVH, SAH } from 'three-mesh-bvh';

const options = new URLSearchParams(location.search);
const SIZES = (options.get('sizes') ?? '70000,1000000').split(',').map(Number);
const ROUNDS = Number(options.get('rounds') ?? 10);
const RAYS = 20_000;
const VIEWS = 8;
/** Radius of a circle around the mesh, and how far away the rays begin. */
const [REACH, DISTANCE] = [1.2, 3];
const MISS = 2 ** 32 - 1;

function say(text) {
    document.querySelector('pre').append(`${text}\n`);
    console.log(text);
}

/** Random numbers from 0 to 1, the same each time (mulberry32). */
function randomNumbers(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
        return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
    };
}

function direction(random) {
    const [z, angle] = [2 * random() - 1, 2 * Math.PI * random()];
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(angle), r * Math.sin(angle), z];
}

const dot = ([ax, ay, az], [bx, by, bz]) => ax * bx + ay * by + az * bz;
const cross = ([ax, ay, az], [bx, by, bz]) => [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
const unit = (x) => x.map((number) => number / Math.hypot(...x));

/** A sphere with bumps of seven sizes, rough at the size of its triangles: a cube's faces of n by n quads, blown up. */
function noisySphere(size) {
    const n = Math.round(Math.sqrt(size / 12));
    const random = randomNumbers(1);
    const waves = Array.from({ length: 28 }, (_, k) => {
        const octave = k >> 2;
        const frequency = 2 ** (octave + 1) * Math.PI;
        return { along: direction(random).map((x) => frequency * x), phase: 7 * random(), height: 0.025 / 1.8 ** octave };
    });
    const [positions, triangles, numbers] = [[], [], new Map()];
    function vertex(lattice) {
        const key = (lattice[0] * (n + 1) + lattice[1]) * (n + 1) + lattice[2];
        if (!numbers.has(key)) {
            const at = unit(lattice.map((i) => Math.tan((2 * i / n - 1) * Math.PI / 4)));
            const bumps = waves.reduce((sum, { along, phase, height }) => sum + height * Math.sin(dot(at, along) + phase), 0);
            const radius = 1 + bumps + (random() - 0.5) * 0.25 * Math.PI / n;
            numbers.set(key, positions.length / 3);
            positions.push(...at.map((x) => radius * x));
        }
        return numbers.get(key);
    }
    const sides = [(i, j) => [n, i, j], (i, j) => [0, j, i], (i, j) => [j, n, i], (i, j) => [i, 0, j], (i, j) => [i, j, n], (i, j) => [j, i, 0]];
    for (const side of sides) {
        for (let i = 0; i < n; i++) {
            for (let j = 0; j < n; j++) {
                const [a, b, c, d] = [side(i, j), side(i + 1, j), side(i + 1, j + 1), side(i, j + 1)].map(vertex);
                triangles.push(a, b, c, a, c, d);
            }
        }
    }
    return { positions: new Float32Array(positions), triangles: new Uint32Array(triangles) };
}

/** Rays through random places of random views of the mesh, an origin and a unit direction each. */
function clicks() {
    const random = randomNumbers(2);
    const views = Array.from({ length: VIEWS }, () => {
        const back = direction(random);
        const right = unit(cross([0, 1, 0], back));
        return { eye: back.map((x) => DISTANCE * x), right, up: cross(back, right) };
    });
    const rays = new Float64Array(6 * RAYS);
    for (let i = 0; i < RAYS; i++) {
        const { eye, right, up } = views[i % VIEWS];
        const [x, y] = [REACH * (2 * random() - 1), REACH * (2 * random() - 1)];
        rays.set(eye, 6 * i);
        rays.set(unit(eye.map((e, k) => x * right[k] + y * up[k] - e)), 6 * i + 3);
    }
    return rays;
}

/** pickray, a module of raw functions over its memory. */
class Pickray {
    static async of(file) {
        const { instance } = await WebAssembly.instantiateStreaming(fetch(file));
        return Object.assign(new Pickray(), { exports: instance.exports });
    }

    prepare() {}

    build({ positions, triangles }) {
        const { memory, positions: roomForPositions, triangles: roomForTriangles, build } = this.exports;
        const at = [roomForPositions(positions.length / 3), roomForTriangles(triangles.length / 3)];
        new Float32Array(memory.buffer, at[0], positions.length).set(positions);
        new Uint32Array(memory.buffer, at[1], triangles.length).set(triangles);
        if (!build()) throw new Error('it is no mesh');
    }

    pick(rays, found) {
        const { pick } = this.exports;
        for (let i = 0; i < found.length; i++) {
            const k = 6 * i;
            found[i] = pick(rays[k], rays[k + 1], rays[k + 2], rays[k + 3], rays[k + 4], rays[k + 5]);
        }
    }

    pickAll(rays, found) {
        const { memory, rays: roomForRays, pick_all: pickAll } = this.exports;
        const at = roomForRays(found.length);
        new Float64Array(memory.buffer, at, rays.length).set(rays);
        const hits = pickAll();
        found.set(new Uint32Array(memory.buffer, hits, found.length));
    }

    /** The corners of a triangle. */
    corners({ triangles }, triangle) {
        return triangles.subarray(3 * triangle, 3 * triangle + 3);
    }
}

class ThreeMeshBvh {
    constructor(strategy) {
        this.strategy = strategy;
    }

    /** A tree puts the triangles of its geometry in its own order. */
    prepare({ positions, triangles }) {
        this.geometry = new BufferGeometry();
        this.geometry.setAttribute('position', new BufferAttribute(positions, 3));
        this.geometry.setIndex(new BufferAttribute(triangles.slice(), 1));
    }

    build() {
        this.bvh = new MeshBVH(this.geometry, { strategy: this.strategy });
    }

    pick(rays, found) {
        const ray = new Ray();
        for (let i = 0; i < found.length; i++) {
            const k = 6 * i;
            ray.origin.set(rays[k], rays[k + 1], rays[k + 2]);
            ray.direction.set(rays[k + 3], rays[k + 4], rays[k + 5]);
            const hit = this.bvh.raycastFirst(ray, DoubleSide);
            found[i] = hit === null ? MISS : hit.faceIndex;
        }
    }

    corners(_, triangle) {
        return this.geometry.index.array.subarray(3 * triangle, 3 * triangle + 3);
    }
}

function timed(work) {
    const start = performance.now();
    work();
    return performance.now() - start;
}

/** Lets the browser breathe between measurements. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const fastest = (times) => Math.min(...times);

/** A line of the table: times in `unit`s, each of so many milliseconds, and what the first takes of the second. */
function row(name, [ours, theirs], unit, milliseconds) {
    const numbers = [fastest, median].flatMap((of) => [of(ours), of(theirs)]).map((time) => (time / milliseconds).toPrecision(3));
    const ratios = [fastest, median].map((of) => (of(ours) / of(theirs)).toFixed(2));
    say(`| ${name} | ${numbers[0]} ${unit} | ${numbers[1]} ${unit} | ${ratios[0]} | ${numbers[2]} ${unit} | ${numbers[3]} ${unit} | ${ratios[1]} |`);
}

async function measure(size) {
    const mesh = noisySphere(size);
    const rays = clicks();
    const peers = [await Pickray.of('speed.wasm'), await Pickray.of('page.wasm'), new ThreeMeshBvh(CENTER), new ThreeMeshBvh(SAH)];
    const found = peers.map(() => new Uint32Array(RAYS));
    const all = new Uint32Array(RAYS);
    const [builds, picks, batches] = [0, 1, 2].map(() => peers.map(() => []));
    for (let round = 0; round < ROUNDS; round++) {
        for (const [k, peer] of peers.entries()) {
            // The slow kind of build is there for its picks.
            if (peer.strategy !== SAH || round === 0) {
                peer.prepare(mesh);
                await pause();
                builds[k].push(timed(() => peer.build(mesh)));
            }
        }
        for (const [k, peer] of peers.entries()) {
            await pause();
            picks[k].push(timed(() => peer.pick(rays, found[k])));
        }
        for (const k of [0, 1]) {
            await pause();
            batches[k].push(timed(() => peers[k].pickAll(rays, all)));
            if (all.some((triangle, i) => triangle !== found[0][i])) throw new Error('a batch finds something else');
        }
    }

    const name = `${mesh.triangles.length / 3}`;
    for (const [k, how] of ['', ', as the page'].entries()) {
        row(`${name}: build${how}`, [builds[k], builds[2]], 'ms', 1);
        row(`${name}: pick${how}`, [picks[k], picks[2]], 'ns', RAYS / 1e6);
        row(`${name}: pick in a batch${how}`, [batches[k], picks[2]], 'ns', RAYS / 1e6);
    }
    row(`${name}: build, against SAH`, [builds[0], builds[3]], 'ms', 1);
    row(`${name}: pick, against SAH`, [picks[0], picks[3]], 'ns', RAYS / 1e6);
    const corners = (k, i) => (found[k][i] === MISS ? 'none' : peers[k].corners(mesh, found[k][i]).join());
    const differing = found[0].reduce((sum, _, i) => sum + Number(corners(0, i) !== corners(2, i)), 0);
    const hitting = found[0].reduce((sum, triangle) => sum + Number(triangle !== MISS), 0);
    say(`${hitting} of ${RAYS} rays hit; three-mesh-bvh names another triangle, or none, for ${differing}.`);
}

try {
    say(`${navigator.userAgent}, three r${REVISION}; ${ROUNDS} rounds in turns`);
    say('| triangles: what | pickray, fastest | three-mesh-bvh | ratio | median | three-mesh-bvh | ratio |');
    say('|---|--:|--:|--:|--:|--:|--:|');
    for (const size of SIZES) await measure(size);
} catch (error) {
    say(String(error));
}
say('done');
window.close();
