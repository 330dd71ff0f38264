import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type PeerCertificate } from "node:tls";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import type { DeviceSetup } from "#contract/schemas/system/setup.ts";
import { buildApp } from "#server/app.ts";
import { openAuthority } from "#server/certificates/authority.ts";
import { readConfig } from "#server/config.ts";
import { testConfig } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { HttpsListener } from "./https-listener.ts";

const { db } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "magazin-tls-"));
let clock = new Date();
const now = () => clock;
const day = 86_400_000;
const context = { names: ["archiv.example"], title: "Magazin" };

/** A server with a door for devices, both on this machine; nobody is a proxy, so that a header makes somebody come from elsewhere. */
async function open(env: NodeJS.ProcessEnv) {
  const own = { TLS_PORT: "0", TLS_NAMES: "archiv.example", TRUSTED_PROXIES: ",", DATA_DIR: folder };
  const config = testConfig({ ...own, ...env });
  const secure = new HttpsListener({ db, config, now });
  const app = await buildApp({ db, config, now, secure });
  await secure.prepare(app);
  const plain = await app.listen({ port: 0, host: "127.0.0.1" });
  await secure.open(app);
  afterAll(() => app.close());
  return { app, secure, plain, port: Number(new URL(secure.originFor("archiv.example")).port) };
}

const { app, secure, plain, port } = await open({ TLS: "auto" });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { certificate: ca } = await openAuthority(db, { ...context, now: clock });
const fromElsewhere = { "x-forwarded-for": "192.168.1.77", host: "archiv.example:8080" };
const ask = (path: string, headers: Record<string, string> = fromElsewhere) =>
  fetch(plain + path, { headers, redirect: "manual" });

/** A page over https, as a device that trusts the authority asks for it. */
function securely(path: string, trusting = ca): Promise<{ status?: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port,
      path,
      ca: trusting,
      servername: "archiv.example",
      agent: false as const,
    };
    request(options, (response) => {
      void text(response).then((body) => resolve({ status: response.statusCode, body }));
    })
      .once("error", reject)
      .end();
  });
}

function shown(): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const client = connect({ host: "127.0.0.1", port, ca, servername: "archiv.example" }, () => {
      resolve(client.getPeerCertificate());
      client.destroy();
    });
    client.once("error", reject);
  });
}

test("a device that trusts the archive's authority is served over https, another one is not", async () => {
  expect(await securely("/healthz")).toMatchObject({ status: 200 });
  await expect(securely("/healthz", "")).rejects.toThrow(/self-signed|unable to verify/);
});

test("whoever comes over http from another machine is led to https, but for what a device needs before", async () => {
  const led = await ask("/stock/boxes?page=2");
  expect([led.status, led.headers.get("location")]).toEqual([307, `https://archiv.example:${port}/stock/boxes?page=2`]);
  for (const path of ["/", "/einrichtenx", "/ca.crt/x", "/assets/../home"])
    expect((await ask(path)).status, path).toBe(307);
  for (const path of ["/ca.crt", "/magazin.mobileconfig", "/healthz", "/readyz", "/api/v1/setup/", "/api/v1/settings/"])
    expect((await ask(path)).status, path).toBe(200);
  expect((await ask("/metrics")).status).toBe(404);
  expect((await ask("/api/v1/users/1/", {})).status, "this machine itself is let through").toBe(403);
  const invented = await ask("/", { ...fromElsewhere, host: "evil.example" });
  expect(invented.headers.get("location")).toBe(`https://archiv.example:${port}/`);
});

test("a call over http from another machine is refused and not led on with its password, as if nobody of ours had answered", async () => {
  for (const path of ["/api/v1/users/1/", "/api/v1/api-token-auth/", "/api-token-auth/", "/api/v1/scans/"]) {
    const refused = await ask(path);
    expect([refused.status, refused.headers.get("location")], path).toEqual([403, null]);
    expect(await refused.json()).toEqual({ detail: `Bitte nur über https: https://archiv.example:${port}` });
    for (const header of ["x-magazin-api", "x-magazin-code"]) expect(refused.headers.get(header), path).toBeNull();
  }
});

test("what a device installs is the authority, as a certificate and as an iPhone's profile", async () => {
  const answer = await ask("/ca.crt");
  expect(answer.headers.get("content-type")).toMatch(/^application\/x-x509-ca-cert/);
  expect(await answer.text()).toBe(ca);
  const profile = await (await ask("/magazin.mobileconfig")).text();
  const [, bytes = ""] = /<data>(.*)<\/data>/.exec(profile) ?? [];
  expect(ca.replaceAll("\n", "")).toContain(bytes);
});

test("a device receives its address, its package and whom to trust, and nobody's invention gets into a package", async () => {
  const setup = (await (await ask("/api/v1/setup/", { ...fromElsewhere, host: "evil.example" })).json()) as DeviceSetup;
  const origin = `https://archiv.example:${port}`;
  const { fingerprint } = await openAuthority(db, { ...context, now: clock });
  expect(setup).toMatchObject({
    address: origin,
    page: { url: `${plain.replace("127.0.0.1", "archiv.example")}/einrichten` },
    app: { version: "1.2.0", address: origin },
    authority: { sha256: fingerprint },
  });
  const link = setup.app?.url.replace("archiv.example", "127.0.0.1") ?? "";
  const fetched = await fetch(link, { headers: { "x-forwarded-for": "192.168.1.77" }, redirect: "manual" });
  expect(Buffer.from(await fetched.arrayBuffer()).includes(origin)).toBe(true);
});

test("a certificate that ends in a month is replaced while people work", async () => {
  const before = await shown();
  await secure.look(app);
  expect((await shown()).fingerprint256, "a good one stays").toBe(before.fingerprint256);
  clock = new Date(clock.getTime() + 368 * day);
  await secure.look(app);
  const after = await shown().catch((error: Error) => error.message); // good from then on, and now is before
  clock = new Date(clock.getTime() - 368 * day);
  expect(after).toMatch(/not yet valid/);
});

test("a certificate from files is shown, and another one as soon as the files have it; a wrong one is not", async () => {
  const { vouchFor } = await openAuthority(db, { ...context, now: clock });
  const [one, two] = await Promise.all([vouchFor(["archiv.example"], clock), vouchFor(["archiv.example"], clock)]);
  const [TLS_CERT, TLS_KEY] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const write = (cert: string, key: string) => [writeFileSync(TLS_CERT, cert), writeFileSync(TLS_KEY, key)];
  write(one.cert, one.key);
  const other = await open({ TLS: "files", TLS_CERT, TLS_KEY });
  const seen = () =>
    new Promise<string>((resolve, reject) => {
      const client = connect({ host: "127.0.0.1", port: other.port, ca, servername: "archiv.example" }, () => {
        resolve(client.getPeerX509Certificate()?.toString() ?? "");
        client.destroy();
      });
      client.once("error", reject);
    });
  expect(one.cert).toContain(await seen());
  write(two.cert, one.key);
  await other.secure.look(other.app);
  expect(one.cert, "a key that does not fit").toContain(await seen());
  write(two.cert, two.key);
  await other.secure.look(other.app);
  expect(two.cert).toContain(await seen());
  expect((await fetch(`${other.plain}/ca.crt`)).status, "somebody else vouches").toBe(404);
});

test("TLS is on for all but this machine itself, and off where somebody else has the certificate", () => {
  const tls = (env: NodeJS.ProcessEnv) => readConfig(env).tls;
  expect(["127.0.0.1", "localhost", "::1", "0.0.0.0", "192.168.1.20"].map((HOST) => tls({ HOST }))).toEqual([
    "off",
    "off",
    "off",
    "auto",
    "auto",
  ]);
  expect(tls({ HOST: "0.0.0.0", PUBLIC_URL: "https://archiv.example" })).toBe("off");
  expect(tls({ HOST: "0.0.0.0", TLS: "off" })).toBe("off");
  expect(() => readConfig({ TLS: "files", TLS_CERT: "x" })).toThrow("TLS_KEY");
  expect(() => readConfig({ TLS_NAMES: "archiv.lan, -wrong" })).toThrow('"-wrong" is none');
});
