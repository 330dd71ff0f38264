// Keeps the pages of /lager/ on the device, so that they open between shelves without a network. Nothing of the API and nothing of
// the desk goes through here.

/** Written in by the build: the files, and a version that changes with any of them. */
declare const __KEPT__: { readonly version: string; readonly files: readonly string[] };

interface Lasting extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface Page {
  postMessage: (message: string) => void;
}
/** Part of a service worker's global scope that this file needs; the types of pages do not know it. */
interface WorkerScope {
  addEventListener(kind: "install" | "activate" | "sync", listener: (event: Lasting) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(kind: "message", listener: (event: MessageEvent & Lasting) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<readonly Page[]> };
}

const worker = globalThis as unknown as WorkerScope;
const { version, files } = __KEPT__;
const page = "/lager/";
const cacheName = `lager ${version}`;
const later = /\.wasm$|reading-worker|latin-ext/; // kept at its first use

/** All of it or nothing: a network's own page, such as one to sign in at, is none of ours although it answers 200. */
async function install() {
  const cache = await caches.open(cacheName);
  const addresses = [page, ...files];
  const answers = await Promise.all(addresses.map((address) => fetch(address, { cache: "reload" })));
  const html = await answers[0]?.clone().text();
  const isOurs = files.some((file) => html?.includes(file)) && answers.every(({ ok, redirected }) => ok && !redirected);
  const foreign = answers.slice(1).some(({ headers }) => headers.get("Content-Type")?.startsWith("text/html"));
  if (!isOurs || foreign) throw new Error("the pages came from elsewhere");
  await Promise.all(addresses.map((address, index) => cache.put(address, answers[index] as Response)));
}

/** Keeps again what was thrown away, as when somebody cleared the browser's cache; where it cannot, it says nothing and is asked again. */
async function keepAgain() {
  const cache = await caches.open(cacheName);
  const paths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  if (![page, ...files].every((address) => paths.has(address))) await install();
  await notifyPages("kept");
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("lager ") && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(address: string, request: Request): Promise<Response> {
  const cachedResponse = await caches.match(address);
  if (cachedResponse) return cachedResponse;
  const response = await fetch(request);
  if (response.ok && later.test(address)) await (await caches.open(cacheName)).put(address, response.clone());
  return response;
}

/** `send`: the network is back, and what waits can go; `kept`: these pages open without one. */
async function notifyPages(what: "send" | "kept") {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker reaches its own origin only
  for (const open of await worker.clients.matchAll()) open.postMessage(what);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("sync", (event) => event.waitUntil(notifyPages("send")));
// somebody has tapped that the new version may take over
worker.addEventListener("message", (event) => {
  if (event.data === "take over") void worker.skipWaiting();
  if (event.data === "keep") event.waitUntil(keepAgain().catch(() => undefined)); // without a network the next page asks
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(answer(page, request));
  else if (pathname.startsWith(`${page}assets/`) || files.includes(pathname))
    event.respondWith(answer(pathname, request));
});
