// Starts the window in the canvas, or says in one line why there is none.
// No module, which a file or a sandbox could not load.
const [note, canvas] = ["note", "pickray"].map((id) => document.getElementById(id));
const nBytes = Number(document.currentScript.dataset.bytes);
const isChinese = /^(zh|yue|wuu|cmn)\b/i.test(new URLSearchParams(location.search).get("lang") ?? navigator.language);
const inLanguage = (english, chinese) => isChinese ? chinese : english;
if (isChinese) {
    document.documentElement.lang = "zh-CN";
    document.title = "pickray：单击三角形";
}

/** Says something above the window, or nothing any longer; a text to be copied by hand is there until it was, or is left. */
globalThis.pickraySays = (words, toCopy) => {
    note.textContent = words;
    if (!toCopy) return;
    const field = document.createElement("textarea");
    const close = () => {
        field.onblur = null;
        note.textContent = "";
        canvas.focus({ preventScroll: true });
    };
    Object.assign(field, { value: toCopy, readOnly: true, rows: 4, ariaLabel: words });
    // Not where the window or the frame loses the focus, and with it the field.
    field.onblur = () => { if (document.hasFocus()) close(); };
    field.oncopy = () => setTimeout(close);
    field.onkeydown = ({ key }) => { if (key === "Escape") close(); };
    note.append(field);
    field.select();
};

/** Decodes an image as it is: without its colour profile, and without its colours multiplied by their opacity. */
globalThis.pickrayDecodes = async (bytes, type) => {
    const image = await createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion: "none", premultiplyAlpha: "none" });
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    image.close();
    return [width, height, new Uint8Array(context.getImageData(0, 0, width, height).data.buffer)];
};

/** Keeps what is shown in the address, for when the page is loaded again; has the browser ask before it leaves if `asks`. */
globalThis.pickrayKeepsPlace = (hash, asks) => {
    if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname + location.search);
    onbeforeunload = asks ? (event) => event.preventDefault() : null;
};

globalThis.pickrayFailed = (why) => pickraySays(`pickray: ${why}`);

/** Keeps the page for visits without a network; calls `tell` once a newer version is kept for the next start. */
globalThis.pickrayKeeps = (tell) => (async () => {
    const container = navigator.serviceWorker;
    const registration = await container?.register("offline.js");
    if (!registration) return;
    const wait = (worker) => worker?.addEventListener("statechange", () => {
        if (worker.state === "installed" && container.controller) tell();
    });
    wait(registration.installing);
    registration.addEventListener("updatefound", () => wait(registration.installing));
    if (container.controller && registration.waiting) tell();
    if (container.controller) return;
    // What came at the first visit, before there was a worker to see it.
    const { active } = await container.ready;
    const keep = (list) => list.getEntries().forEach(({ name }) => active.postMessage(name));
    new PerformanceObserver(keep).observe({ type: "resource", buffered: true });
// Over plain HTTP, and where storage is denied, nothing is kept.
})().catch(() => {});

/** A module whose one function counts the bits in a vector of zeros: browsers have had that since 2023. */
const simd = Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

/** Returns why there can be no window here, where that is so. */
function obstacle() {
    if (location.protocol === "file:") return inLanguage(
        "a browser cannot run this page from a file: serve its folder, for example by python3 -m http.server, "
            + "and open http://localhost:8000",
        "浏览器不能从文件运行这种网页：请用 python3 -m http.server 等工具提供它所在的文件夹，再打开 http://localhost:8000");
    if (origin === "null") return inLanguage(
        "this frame is a sandbox without an origin: its article must add allow-same-origin",
        "这个内嵌框架的沙箱没有同源权限：嵌入它的人需要加上 allow-same-origin");
    if (!WebAssembly.validate(simd)) return inLanguage(
        "this browser is older than 2023 and has no SIMD in WebAssembly: use a newer one",
        "这个浏览器早于 2023 年，WebAssembly 没有 SIMD：请换用较新的浏览器");
}

/** Fetches the program; the note says how much of it is there. */
async function program() {
    const response = await fetch("pickray_bg.wasm");
    const share = document.createElement("span");
    // Not every percent is read out.
    share.ariaHidden = "true";
    note.append(share);
    let n = 0;
    const count = new WritableStream({
        write(bytes) {
            n += bytes.length;
            share.textContent = ` ${Math.floor(100 * n / nBytes)} %`;
        },
    });
    // The response itself goes to the compiler, whose work the browser keeps with it.
    if (response.ok && nBytes) response.clone().body.pipeTo(count).catch(() => {});
    return response;
}

(async () => {
    note.textContent = inLanguage("pickray is loading …", "pickray 正在加载……");
    const why = obstacle();
    if (why) throw why;
    // A newer version that the last visit has kept takes the place of this one, and the page comes again by it.
    const container = navigator.serviceWorker;
    container?.addEventListener("controllerchange", () => location.reload());
    container?.getRegistration().then((known) => known?.waiting?.postMessage("take over"), () => {});
    // Asked for only then: an old browser may not even read the rest.
    const coming = program();
    const { default: init, start } = await import("./pickray.js");
    await init({ module_or_path: coming });
    note.textContent = "";
    // Inside of an article the reader keeps keyboard and place.
    if (self === top) canvas.focus({ preventScroll: true });
    start();
})().catch(pickrayFailed);
