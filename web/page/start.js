const note = document.getElementById("note");
globalThis.pickrayFailed = (why) => { note.textContent = `pickray: ${why}`; };

/** A module whose one function counts the bits in a vector of zeros: browsers have had that since 2023. */
const simd = Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

try {
    if (!WebAssembly.validate(simd)) throw "this browser is older than 2023 and has no SIMD in WebAssembly: take a newer one";
    // Asked for only then: an old browser may not even read the rest.
    const { default: init, start } = await import("./pickray.js");
    await init();
    note.textContent = "";
    start();
} catch (error) {
    globalThis.pickrayFailed(error);
}
