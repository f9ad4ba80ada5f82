// Service worker: keeps one version of the page for visits without a network, and never hands out files of two.
// `scripts/web` puts a line before this one: `version`, and `files` with the checksum of each.
const prefix = `pickray ${registration.scope} `;
const [own, beside] = [prefix + version, `${prefix}beside`];
const isForSome = (file) => /\.(ftl|otf)$/.test(file);
const asked = (file) => new Request(file, { cache: "no-cache", integrity: files[file] });

/** Keeps the files of this version: those that all need, and of the others those that an earlier version had kept. */
async function install() {
    const wanted = [];
    for (const file of Object.keys(files)) {
        if (!isForSome(file) || await caches.match(file)) wanted.push(asked(file));
    }
    await (await caches.open(own)).addAll(wanted);
}

async function forgetOthers() {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own && name !== beside);
    await Promise.all(others.map((name) => caches.delete(name)));
}

/** Takes the place of the version before this one, unless another tab shows it. */
async function takeOver() {
    const tabs = await clients.matchAll({ includeUncontrolled: true });
    if (tabs.filter(({ url }) => url.startsWith(registration.scope)).length < 2) await skipWaiting();
}

/** Answers with a kept file of the page, or with a fresh one of any other; of these what scripts read is kept, too. */
async function answer(request) {
    const file = request.url.slice(registration.scope.length).replace(/[?#].*|^index\.html(?=$|[?#])/g, "") || "./";
    const isOwn = Object.hasOwn(files, file);
    const cache = await caches.open(isOwn ? own : beside);
    const kept = await cache.match(isOwn ? file : request);
    if (isOwn && kept) return kept;
    try {
        const response = await fetch(isOwn && isForSome(file) ? asked(file) : request);
        const keeps = isOwn ? isForSome(file) : request.destination === "";
        if (keeps && response.status === 200) await cache.put(isOwn ? file : request, response.clone());
        return response;
    } catch (error) {
        if (kept) return kept;
        throw error;
    }
}

oninstall = (event) => event.waitUntil(install());
onactivate = (event) => event.waitUntil(forgetOthers());
onmessage = (event) => {
    if (event.data === "take over") return event.waitUntil(takeOver());
    // An address that the page has fetched before this worker was there.
    if (event.data.startsWith(registration.scope)) event.waitUntil(answer(new Request(event.data)).catch(() => {}));
};
onfetch = (event) => {
    const { method, url } = event.request;
    if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
};
