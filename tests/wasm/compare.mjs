// Gives the text of a mesh to the WebAssembly program and compares its answers with those of the same code on this machine:
// node compare.mjs PROGRAM.wasm MESH.obj ANSWERS
import { readFileSync } from "node:fs";

const [program, mesh, answers] = process.argv.slice(2).map((path) => readFileSync(path));
const { instance } = await WebAssembly.instantiate(program, {});
const { memory, text, answers: work, answers_len: count } = instance.exports;
const start = text(mesh.length);
new Uint8Array(memory.buffer).set(mesh, start);
const from = work();
const got = Buffer.from(memory.buffer, from, 8 * count());

if (got.length === 0 || !got.equals(answers)) {
    const differs = got.findIndex((byte, i) => byte !== answers[i]);
    const at = Math.floor((differs < 0 ? Math.min(got.length, answers.length) : differs) / 8);
    const number = (bytes) => (8 * at + 8 <= bytes.length ? bytes.readDoubleLE(8 * at) : "nothing");
    console.error(`number ${at} of ${answers.length / 8} is ${number(got)} in WebAssembly and ${number(answers)} here`);
    process.exit(1);
}
console.log(`${got.length / 8} numbers are the same in WebAssembly as here`);
