import init, { start } from "./pickray.js";

const note = document.getElementById("note");
globalThis.pickrayFailed = (why) => { note.textContent = why; };

try {
    await init();
    note.textContent = "";
    start();
} catch (error) {
    note.textContent = `pickray: ${error}`;
}
