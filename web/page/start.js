import init, { start } from "./pickray.js";

const note = document.getElementById("note");
globalThis.pickrayFailed = (why) => { note.textContent = `pickray: ${why}`; };

try {
    await init();
    note.textContent = "";
    start();
} catch (error) {
    const isOld = error instanceof WebAssembly.CompileError;
    globalThis.pickrayFailed(isOld ? "this browser is older than 2023 and has no SIMD in WebAssembly: take a newer one" : error);
}
