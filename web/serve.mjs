// Serves a folder of the page on this machine alone: `node serve.mjs FOLDER [PORT]`; prints the address.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, resolve, sep } from "node:path";

const types = {
    ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".otf": "font/otf", ".png": "image/png",
    ".svg": "image/svg+xml", ".ttf": "font/ttf", ".wasm": "application/wasm",
};
const root = resolve(process.argv[2] ?? ".");

const server = createServer(async (request, answer) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = join(root, normalize(path.endsWith("/") ? `${path}index.html` : path));
    try {
        if (!file.startsWith(root + sep)) throw new Error("outside");
        const bytes = await readFile(file);
        answer.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream", "Cache-Control": "no-cache" });
        answer.end(bytes);
    } catch {
        answer.writeHead(404).end();
    }
});
server.listen(Number(process.argv[3] ?? 0), "127.0.0.1", () => console.log(`http://localhost:${server.address().port}/`));
