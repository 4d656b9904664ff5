/**
 * Service worker: keeps the pages that work without a network. The server puts `SHELL` in front of this script: a
 * version, the pages and their files. Another version is another cache, and the one before is deleted.
 *
 * Pages come from the network if it answers, so that nobody who is online sees an old one. Nothing is kept but what
 * `SHELL` lists. Answers of the API and pages of tables are not in it, and everything is fetched without cookies.
 */
{
  const worker = /** @type {any} */ (self);
  const { version, pages, files, offline } = worker.SHELL;
  const name = `codepegs-${version}`;

  worker.addEventListener("install", (event) => event.waitUntil(fill()));
  worker.addEventListener("activate", (event) => event.waitUntil(replace()));
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(visit(request, pathname));
    else if (files.includes(pathname)) event.respondWith(find(pathname).then((kept) => kept ?? fetch(request)));
  });

  /** Keep all that is listed, or nothing. */
  async function fill() {
    const cache = await caches.open(name);
    const fresh = pages.map((page) => new Request(page, { credentials: "omit", cache: "reload" }));
    await cache.addAll([...fresh, ...files.map((file) => new Request(file, { credentials: "omit" }))]);
    // Files have their version in the address, so pages that are open get the ones they ask for.
    await worker.skipWaiting();
  }

  /** Delete what earlier versions kept. */
  async function replace() {
    const old = (await caches.keys()).filter((each) => each.startsWith("codepegs-") && each !== name);
    await Promise.all(old.map((each) => caches.delete(each)));
    await worker.clients.claim();
  }

  /** A page from the network, or else the kept one. */
  async function visit(request, path) {
    try {
      return await fetch(request);
    } catch (error) {
      const page = /^\/daily\/\d{4}-\d\d-\d\d$/.test(path) ? "/daily" : path;
      const kept = await find(pages.includes(page) ? page : offline);
      if (!kept) throw error;
      return kept;
    }
  }

  const find = async (path) => (await caches.open(name)).match(path);
}
