// Reads meshes and builds their trees for the page, in a copy of its program that has memory of its own.
import init, { work } from "./pickray.js";

self.onmessage = async ({ data }) => {
    self.onmessage = null;
    await init({ module_or_path: data });
    work();
};
