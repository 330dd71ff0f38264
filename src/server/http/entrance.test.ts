import { all } from "#contract/all.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { programVersion } from "#server/database/program-version.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { answerErrors } from "./error-answers.ts";
import { servePages } from "./files.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a, anonymous } = server;
const behind = await testServer(db, { PUBLIC_URL: "https://archiv.example" });
const proxied = await testServer(db, {
  PUBLIC_URL: "https://archiv.example",
  TRUSTED_PROXIES: "loopback, 10.0.0.0/24",
});
const watched = await testServer(db, { METRICS_TOKEN: "geheim" });
const staff = await server.asStaff();
const jsonBody = { "content-type": "application/json" };

describe("every answer", () => {
  test.each(["/api/v1/settings/", "/api/v1/nothing/", "/api/v1/boxes/", "/api/v1/boxes/nothing"])(
    "of the API says its level, also where it refuses: %s",
    async (path) => {
      expect((await anonymous.raw("GET", path)).headers.get("x-magazin-api")).toBe("3");
    },
  );
  test("that is none of the API says none", async () => {
    expect((await anonymous.raw("GET", "/healthz")).headers.get("x-magazin-api")).toBeNull();
  });
  test.each(["/api/v1/settings/", "/api/v1/nothing/", "/api/v1/boxes/", "/healthz"])(
    "of %s carries the headers that protect a browser",
    async (path) => {
      const { headers } = await anonymous.raw("GET", path);
      const policy = headers.get("content-security-policy") ?? "";
      for (const directive of [
        "default-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "img-src 'self' blob: data:",
      ]) {
        expect(policy).toContain(directive);
      }
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("permissions-policy")).toMatch(/^camera=\(self\), .*geolocation=\(\).*microphone=\(\)/);
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("strict-transport-security")).toBeNull();
    },
  );

  test("names whom to notify of a vulnerability where somebody says so, until half a year from now, and nobody otherwise", async () => {
    const ask = (by: Client) => by.raw("GET", "/.well-known/security.txt");
    expect((await ask(anonymous)).status).toBe(404);
    const tokenServer = await testServer(db, {
      SECURITY_CONTACT: "Sicherheit@Archiv.example",
      PUBLIC_URL: "https://archiv.example",
    });
    const { status, headers, text } = await ask(tokenServer.anonymous);
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text).toMatch(
      /^Contact: mailto:sicherheit@archiv\.example\nExpires: \S+Z\nPreferred-Languages: de, en\nCanonical: https:\/\/archiv\.example\/\.well-known\/security\.txt\n$/,
    );
    const days = (Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThan(178);
    expect(days, "RFC 9116 wants less than a year").toBeLessThan(365);
    expect(() => readConfig({ SECURITY_CONTACT: "Herr Muster" })).toThrow("SECURITY_CONTACT must be an e-mail address");
  });

  test("asks for HTTPS only where the public address is one", async () => {
    const { headers } = await behind.anonymous.raw("GET", "/api/v1/settings/");
    expect(headers.get("strict-transport-security")).toMatch(/max-age=\d{7,}/);
    expect(headers.get("set-cookie")).toContain("Secure");
  });

  test("with data of somebody is kept by no cache, an error neither", async () => {
    expect((await staff.raw("GET", "/api/v1/boxes/")).headers.get("cache-control")).toBe("private, no-store");
    expect((await staff.raw("GET", "/api/v1/boxes/2000000000/")).headers.get("cache-control")).toBe("no-store");
  });

  test("that is long is sent compressed", async () => {
    for (let count = 0; count < 30; count++) await a.box();
    const { headers } = await staff.raw("GET", "/api/v1/boxes/", { headers: { "accept-encoding": "gzip" } });
    expect(headers.get("content-encoding")).toBe("gzip");
  });
});

describe("the cookie against forged requests", () => {
  const call = (cookie: string, header?: string, method = "POST") =>
    staff.raw(method, "/api/v1/areas/", {
      headers: { ...jsonBody, cookie, ...(header === undefined ? {} : { "x-csrftoken": header }) },
      ...(method === "GET" ? {} : { body: JSON.stringify({ name: `Halle ${Math.random()}` }) }),
    });

  test("is given to whoever has none", async () => {
    const cookie = (await anonymous.raw("GET", "/api/v1/settings/")).headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^csrftoken=[\w-]{32}; Path=\/; SameSite=Lax; Max-Age=\d+$/);
    const again = await anonymous.raw("GET", "/api/v1/settings/", { headers: { cookie: "csrftoken=abc" } });
    expect(again.headers.get("set-cookie")).toBeNull();
  });

  test("has a twin over https that only this host can have set, and that counts where the other one was planted", async () => {
    const cookies = (await behind.anonymous.raw("GET", "/api/v1/settings/")).headers.getSetCookie();
    const [one, twin] = cookies.map((cookie) => cookie.split("; "));
    expect(one?.[0]).toMatch(/^csrftoken=/);
    expect(twin?.[0]).toBe(`__Host-${one?.[0]}`);
    expect(twin?.slice(1)).toEqual(["Path=/", "SameSite=Lax", "Max-Age=31536000", "Secure"]);
    const post = (cookie: string) =>
      behind.anonymous.raw("POST", "/api/v1/logout/", { headers: { cookie, "x-csrftoken": "abc" } });
    const codeOf = async (cookie: string) => (await post(cookie)).headers.get("x-magazin-code");
    expect(await codeOf("csrftoken=abc; __Host-csrftoken=def")).toBe("forged");
    expect(await codeOf("csrftoken=planted; __Host-csrftoken=abc")).toBe("signed_out");
    expect(await codeOf("csrftoken=abc")).toBe("signed_out");
  });

  test("must be repeated in the header of a call that writes", async () => {
    expect((await call("csrftoken=abc", "abc")).status).toBe(201);
    expect((await call("other=1; csrftoken=abc; more=2", "abc")).status).toBe(201);
    for (const header of [undefined, "", "abd", "abcd"]) {
      const answer = await call("csrftoken=abc", header);
      expect([answer.status, answer.body], String(header)).toEqual([403, { detail: "Bitte melden Sie sich an." }]);
    }
  });

  test("is not asked for by reading calls, nor from callers without cookies", async () => {
    expect((await call("csrftoken=abc", undefined, "GET")).status).toBe(200);
    expect((await call("")).status).toBe(201);
  });

  test("counts for the login, too", async () => {
    const { email } = await a.user({ password: "passwort1" });
    const body = JSON.stringify({ username: email, password: "passwort1" });
    for (const path of ["/api/v1/api-token-auth/", "/api-token-auth/"]) {
      const forged = await anonymous.raw("POST", path, { headers: { ...jsonBody, cookie: "csrftoken=abc" }, body });
      expect(forged.status).toBe(403);
      const honest = await anonymous.raw("POST", path, {
        headers: { ...jsonBody, cookie: "csrftoken=abc", "x-csrftoken": "abc" },
        body,
      });
      expect(honest.status).toBe(200);
    }
  });

  test("never stands in for a token", async () => {
    const answer = await anonymous.raw("GET", "/api/v1/boxes/", {
      headers: { cookie: `token=${staff.token}; csrftoken=abc` },
    });
    expect(answer.status).toBe(403);
  });
});

describe("whoever watches the process", () => {
  test("hears that it lives, in which version, and is ready", async () => {
    expect((await anonymous.raw("GET", "/healthz")).body).toEqual({ status: "ok", version: programVersion });
    expect((await anonymous.raw("GET", "/readyz")).body).toEqual({ status: "ready" });
  });

  test("sees the numbers on this machine only, or with the token for them", async () => {
    const ask = async (headers: Record<string, string>, remoteAddress?: string, { app } = server) =>
      (await app.inject({ url: "/metrics", headers, ...(remoteAddress && { remoteAddress }) })).statusCode;
    for (const here of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) expect(await ask({}, here)).toBe(200);
    expect(await ask({}, "192.168.1.7")).toBe(404);
    expect(await ask({ "x-forwarded-for": "127.0.0.1" }), "what a proxy passes on").toBe(404);
    expect(await ask({ authorization: "Bearer undefined" }, "192.168.1.7")).toBe(404);
    const tokenServer = (token: string) => ask({ authorization: `Bearer ${token}` }, "192.168.1.7", watched);
    expect([await tokenServer("geheim"), await tokenServer("geheim2"), await ask({}, "192.168.1.7", watched)]).toEqual([
      200, 404, 404,
    ]);
  });

  test("counts calls by route, not by address", async () => {
    const box = await a.box();
    await staff.raw("GET", `/api/v1/boxes/${box.id}/`);
    const { text, headers } = await anonymous.raw("GET", "/metrics");
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    expect(text).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/boxes\/:id[^"]*"[^}]*\} \d+/);
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).not.toContain(`/boxes/${box.id}/`);
  });
});

describe("a link to a picture starts with", () => {
  /** The link to the barcode of a box, as a caller reads it who names this host. */
  const linkFor = async (host: string, { app } = server, headers = {}) => {
    const { port } = app.server.address() as AddressInfo;
    const box = await a.box();
    const path = `/api/v1/boxes/${box.id}/`;
    const call = request({ port, path, headers: { host, authorization: `Token ${staff.token}`, ...headers } }).end();
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    const { barcode } = (await json(answer)) as { barcode: { image: string } };
    return barcode.image.replace(`${path}barcode/`, "");
  };
  const { host } = new URL(server.url);

  test("the public address, whatever host is named", async () => {
    for (const name of [new URL(behind.url).host, "boese.example"])
      expect(await linkFor(name, behind)).toBe("https://archiv.example");
  });

  test("the host that was named, if this server listens there", async () => {
    const local = `localhost:${new URL(server.url).port}`;
    expect([await linkFor(host), await linkFor(local)]).toEqual([server.url, `http://${local}`]);
  });

  test("nothing where the host may be invented, or a proxy stands in between", async () => {
    for (const name of ["boese.example", "127.0.0.1", "127.0.0.1:1", `127.0.0.1.boese.example:${host.split(":")[1]}`])
      expect(await linkFor(name), name).toBe("");
    expect(await linkFor(host, server, { "x-forwarded-for": "203.0.113.7", "x-forwarded-host": "boese.example" })).toBe(
      "",
    );
  });
});

expensive("22 logins that fail, each with a password hashed")(
  "who passes on what others ask is believed only where the operator says so",
  async () => {
    // whoever sits at 10.0.0.7 says that others ask through them
    const fails = async (at: typeof server) => {
      await db.write((tx) => tx.deleteFrom("login_failures").execute());
      const statuses = [];
      for (let index = 0; index < 11; index++) {
        const body = JSON.stringify({ username: `name${index}@example.com`, password: "falsch-falsch" });
        const headers = { ...jsonBody, "x-forwarded-for": `198.51.100.${index}, 10.0.0.7` };
        statuses.push((await at.anonymous.raw("POST", "/api/v1/api-token-auth/", { headers, body })).status);
      }
      return statuses.at(-1);
    };
    expect(await fails(behind), "an office computer behind the proxy").toBe(429);
    expect(await fails(proxied), "a second proxy of ours").toBe(400);
  },
);

describe("what is no HTTP request of ours", () => {
  /** Sends bytes as they are; answers the first line of what comes back. */
  const speak = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(text));
      let heard = "";
      socket.on("data", (bytes) => (heard += bytes));
      socket.on("close", () => resolve(heard.split("\r\n")[0] ?? ""));
      socket.on("error", reject);
    });

  test.each([
    ["nonsense\r\n\r\n", 400],
    ["GET /api/v1/%zz/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404],
    ["GET /api/v1/boxes/%E0%A4%A/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404],
    ["TRACE /api/v1/boxes/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405],
    ["PROPFIND /api/v1/boxes/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405],
    ["GET /api/v1/../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404],
    ["POST /api/v1/areas/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
    ["GET /api/docs/static/../../x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404],
    ["GET /api/docs/static/index.css HTTP/1.1\r\nHost: x\r\nRange: bytes=5-2\r\nConnection: close\r\n\r\n", 400],
  ])("%j is answered with a %i", async (text, status) => {
    const line = await speak(text);
    expect(Number(line.split(" ")[1])).toBe(status);
  });
});

describe("the built pages", async () => {
  const root = mkdtempSync(join(tmpdir(), "magazin-pages-"));
  mkdirSync(join(root, "assets"));
  writeFileSync(join(root, "index.html"), '<!doctype html><title>Magazin</title><div id="root"></div>');
  mkdirSync(join(root, ".vite"));
  writeFileSync(
    join(root, ".vite", "pages.json"),
    '{"/home":["assets/home-abc.js"],"/stock/boxes/$id":["assets/box-abc.js"]}',
  );
  writeFileSync(join(root, "favicon.svg"), "<svg/>");
  writeFileSync(join(root, "assets", "main-abc.js"), "export {};");
  const app = Fastify();
  answerErrors(app, () => undefined);
  app.post("/api/v1/logout/", async () => ({}));
  mkdirSync(join(root, "lager", "assets"), { recursive: true });
  writeFileSync(join(root, "lager", "lager.html"), "<!doctype html><title>Lager</title>");
  writeFileSync(join(root, "lager", "sw.js"), "/* keeps */");
  writeFileSync(join(root, "lager", "assets", "reading-worker-abc.js"), "export {};");
  const config = { publicUrl: undefined, productTitle: "Aktenhaus", aisleOffline: true };
  await servePages(app, config, root);
  afterAll(async () => {
    await app.close();
    rmSync(root, { recursive: true, force: true });
  });
  const get = (url: string) => app.inject({ method: "GET", url });

  test.each(["/", "/home", "/stock/boxes/17", "/stock/boxes?page=2", "/login"])(
    "%s is the one page, fetched anew each time",
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers["cache-control"]]).toEqual([200, "no-cache"]);
      expect(body).toContain("<title>Magazin</title>");
    },
  );

  test("it names what the address needs beside the program, and nothing for one that it does not know", async () => {
    const named = async (url: string) => /<link [^>]*><div id="root">/.exec((await get(url)).body)?.[0];
    const link = '<link rel="modulepreload" crossorigin href="/assets/box-abc.js"><div id="root">';
    expect(await named("/stock/boxes/17?back=1")).toBe(link);
    for (const url of ["/stock/boxes/x", "/stock/boxes/17/18", "/login"]) expect(await named(url)).toBeUndefined();
    for (const secret of ["/.vite/pages.json", "/.vite/manifest.json"])
      expect((await get(secret)).statusCode).toBe(404);
  });

  test("their parts are kept forever, because each version has a name of its own", async () => {
    expect((await get("/assets/main-abc.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await get("/favicon.svg")).headers["cache-control"]).toBe("no-cache");
  });

  test("the phone's page has a policy of its own, which its workers obey too, and the desk's has not", async () => {
    const { statusCode, headers, body } = await get("/lager/");
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(body).toContain("<title>Lager</title>");
    for (const url of ["/lager/", "/lager/sw.js", "/lager/assets/reading-worker-abc.js"]) {
      const answered = (await get(url)).headers;
      expect(answered["content-security-policy"]).toContain("script-src 'self' 'wasm-unsafe-eval'");
      expect(answered["content-security-policy"]).toContain("worker-src 'self'");
      expect(answered["permissions-policy"]).toContain("camera=(self)");
    }
    expect((await get("/home")).headers["permissions-policy"]).toBeUndefined();
    expect((await get("/lager")).headers["location"]).toBe("/lager/");
    expect((await get("/lager/lager.html")).statusCode).toBe(404);
  });

  test("a phone installs it under the name of the provider", async () => {
    const { headers, body } = await get("/lager/manifest.webmanifest");
    expect(headers["content-type"]).toContain("application/manifest+json");
    const manifest = { id: "/lager/", scope: "/lager/", start_url: "/lager/", name: "Aktenhaus Lager" };
    expect(JSON.parse(body)).toMatchObject({ ...manifest, display: "standalone", lang: "de" });
  });

  test("the service worker is always asked for anew, and LAGER_OFFLINE=off answers one that takes itself away", async () => {
    const kept = await get("/lager/sw.js");
    expect([kept.headers["cache-control"], kept.body]).toEqual(["no-cache", "/* keeps */"]);
    const other = Fastify();
    await servePages(other, { ...config, aisleOffline: false }, root);
    const { body } = await other.inject({ method: "GET", url: "/lager/sw.js" });
    expect(body).toContain("unregister()");
    expect(body).not.toContain('"fetch"');
    await other.close();
  });

  test.each([
    "/assets/main-gone.js",
    "/gone.png",
    "/assets/",
    "/api/v1/nothing/",
    "/api/",
    "/assets/..%2f..%2fpackage.json",
  ])("%s is a 404 and not the page", async (url) => {
    const { statusCode, body } = await get(url);
    expect([statusCode, body]).toEqual([404, JSON.stringify({ detail: "Nicht gefunden!" })]);
  });

  test.each([{ range: "bytes=5-2" }, { range: "bytes=0-1" }, { "if-match": '"other"' }])(
    "a part of a file, or a file on a condition, is no fault of ours: %j",
    async (headers) => {
      const { statusCode, body } = await app.inject({ method: "GET", url: "/favicon.svg", headers });
      expect([statusCode, body]).toEqual("range" in headers ? [200, "<svg/>"] : [400, expect.any(String)]);
    },
  );

  test("a call that is only written to is a 405 when it is read", async () => {
    const { statusCode, headers } = await get("/api/v1/logout/");
    expect([statusCode, headers["allow"]]).toEqual([405, "POST"]);
  });
});

test.each([
  { "sec-fetch-mode": "navigate" },
  { "sec-purpose": "prefetch;prerender" },
  { purpose: "prefetch" },
  { "x-moz": "prefetch" },
])("no link and no browser that fetches ahead makes a call with side effects: %j", async (headers) => {
  const ask = (
    url: string, // fetch says by itself what mode it has
  ) => server.app.inject({ method: "GET", url, headers: { ...headers, authorization: `Token ${staff.token}` } });
  const acting = Object.values(all).filter(({ method, writes }) => method === "GET" && writes);
  expect(acting.length).toBeGreaterThan(1);
  for (const { path } of acting) {
    const answer = await ask(`/api/v1${path.replace("{id}", "2000000000")}`);
    expect([answer.statusCode, answer.headers["x-magazin-code"]], path).toEqual([403, "forged"]);
  }
  expect((await ask("/api/v1/boxes/")).statusCode, "what only reads is read").toBe(200);
});
