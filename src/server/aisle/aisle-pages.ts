import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "#server/config.ts";

// The pages for the phone between the shelves: one page below /lager/, what a phone installs it by, and its service worker.

export type AisleConfig = Pick<Config, "publicUrl" | "productTitle" | "aisleOffline">;

/** Where its files lie within the built pages; the first two are served here, with headers of their own. */
export const aisleFolder = "lager";
export const servedHere = [`${aisleFolder}/lager.html`, `${aisleFolder}/sw.js`];

/** Reading codes from a picture is WebAssembly, in a worker; nothing else is allowed that the desk is not. */
const policy = (publicUrl: string | undefined) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "img-src 'self' blob: data:",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `connect-src 'self'${publicUrl ? ` ${publicUrl}` : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(";");

/** Permissions of a page on the device: the camera, for codes; nothing else, whatever is put into the page. */
export const permissions =
  "camera=(self), accelerometer=(), bluetooth=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

/** The headers of everything below /lager/: a worker's file has the policy that the worker then obeys. */
export const aisleHeaders = ({ publicUrl }: AisleConfig): Record<string, string> => ({
  "content-security-policy": policy(publicUrl),
  "permissions-policy": permissions,
});

/** Forgets all that was kept on the devices and itself, and has the pages come from the server again: for the day on which one is broken. */
export const recallWorker = `addEventListener("install",()=>skipWaiting());
addEventListener("activate",(event)=>event.waitUntil((async()=>{
  for(const name of await caches.keys())if(name.startsWith("lager "))await caches.delete(name);
  await registration.unregister();
  for(const page of await clients.matchAll({type:"window"}))await page.navigate(page.url);
})()));
`;

export function serveAisle(app: FastifyInstance, root: string, config: AisleConfig): void {
  const [page, worker] = servedHere.map((name) => readFileSync(path.join(root, name), "utf8"));
  const headers = { ...aisleHeaders(config), "cache-control": "no-cache" };
  const send = (reply: FastifyReply, type: string, body: unknown) => reply.headers(headers).type(type).send(body);
  app.get("/lager", async (_request, reply) => reply.redirect("/lager/", 307));
  app.get("/lager/", async (_request, reply) => send(reply, "text/html; charset=utf-8", page));
  app.get("/lager/sw.js", async (_request, reply) =>
    send(reply, "text/javascript; charset=utf-8", config.aisleOffline ? worker : recallWorker),
  );
  app.get("/lager/manifest.webmanifest", async (_request, reply) =>
    send(reply, "application/manifest+json; charset=utf-8", JSON.stringify(manifest(config.productTitle))),
  );
}

const icon = (name: string, sizes: string, purpose = "any") => ({
  src: `/lager/${name}`,
  sizes,
  type: name.endsWith(".svg") ? "image/svg+xml" : "image/png",
  purpose,
});

const shortcuts = [
  ["Einlagern", "store"],
  ["Kommissionieren", "pick"],
  ["Retour", "receive"],
  ["Inventur", "count"],
] as const;

/** Returns the manifest that a phone installs; the title is the provider's own. */
const manifest = (title: string) => ({
  id: "/lager/",
  start_url: "/lager/",
  scope: "/lager/",
  name: `${title} Lager`,
  short_name: "Lager",
  lang: "de",
  dir: "ltr",
  display: "standalone",
  orientation: "portrait",
  background_color: "#f6f7f9",
  theme_color: "#1f4fa8",
  icons: [
    icon("icon.svg", "any"),
    icon("icon-192.png", "192x192"),
    icon("icon-512.png", "512x512"),
    icon("icon-maskable.png", "512x512", "maskable"),
  ],
  shortcuts: shortcuts.map(([name, screen]) => ({
    name,
    url: `/lager/#/${screen}`,
    icons: [icon("icon-192.png", "192x192")],
  })),
});
