import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:tls";
import { expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { ownCertificate } from "#server/database/own-certificates.ts";
import { openAuthority } from "./authority.ts";
import { certify } from "./certificate.ts";
import { authorityExtensions, serverExtensions } from "./extensions.ts";

const { db } = await testDatabase();
const { db: another } = await testDatabase();
const now = new Date();
const day = 86_400_000;
const wish = { names: [] as string[], title: "Magazin", now };

/** Returns the verdict of a client that trusts the authority, on a server that shows a certificate for these names. */
async function trusted(authority: Awaited<ReturnType<typeof openAuthority>>, names: string[], servername: string) {
  const server = createServer(await authority.vouchFor(names, now), (socket) => socket.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const client = connect({ host: "127.0.0.1", port, servername, ca: authority.certificate });
    return await once(client, "secureConnect")
      .then(
        () => "trusted",
        (error: Error) => error.message,
      )
      .finally(() => client.destroy());
  } finally {
    server.close();
  }
}

test("who trusts the archive's authority trusts its servers on premises, and nobody else by it", async () => {
  const authority = await openAuthority(db, wish);
  for (const name of ["archiv.local", "scan.archiv.lan", "localhost"])
    expect(await trusted(authority, [name], name)).toBe("trusted");
  for (const address of ["192.168.1.20", "10.1.2.3", "172.31.255.1", "127.0.0.1", "fd12::7", "::1"])
    expect(await trusted(authority, ["archiv.local", address], "archiv.local"), address).toBe("trusted");
  for (const foreign of ["bank.example", "locals.example", "8.8.8.8", "172.32.0.1", "192.169.0.1", "2001:db8::1"])
    expect(await trusted(authority, ["archiv.local", foreign], "archiv.local"), foreign).toMatch(
      /permitted subtree violation/,
    );
});

test("the authority is one for all servers, critical in what it vouches for, and good for ten years", async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => openAuthority(db, wish)));
  expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  const certificate = new X509Certificate(all[0]?.certificate ?? "");
  const constraints = Buffer.from("0603551d1e0101ff", "hex"); // 2.5.29.30, critical
  expect(certificate.raw.includes(constraints)).toBe(true);
  expect(certificate.ca).toBe(true);
  expect(certificate.subject).toMatch(/^CN=Magazin [0-9a-f]{6}$/);
  expect((Date.parse(certificate.validTo) - now.getTime()) / day).toBeCloseTo(3649, 0);
  const { cert } = await (all[0] as (typeof all)[number]).vouchFor(["archiv.local"], now);
  expect(new X509Certificate(cert).verify(certificate.publicKey)).toBe(true);
});

test("a further name, and the last year, renew its certificate with the same key: who trusts the old one goes on", async () => {
  const before = await openAuthority(db, wish);
  const named = await openAuthority(db, { ...wish, names: ["archiv.example", "203.0.113.7"] });
  expect(named.fingerprint).not.toBe(before.fingerprint);
  expect(await trusted(named, ["archiv.example", "203.0.113.7"], "archiv.example")).toBe("trusted");
  const old = { ...named, certificate: before.certificate };
  expect(await trusted(old, ["archiv.local"], "archiv.local")).toBe("trusted");
  expect((await openAuthority(db, wish)).fingerprint, "another server that knows nothing of it").toBe(
    named.fingerprint,
  );
  const late = await openAuthority(db, { ...wish, now: new Date(now.getTime() + 3400 * day) });
  expect(late.fingerprint).not.toBe(named.fingerprint);
  expect(await trusted(late, ["archiv.local"], "archiv.local")).toMatch(/not yet valid|trusted/);
});

test("vouches for servers only, under no other authority, and for nobody's mail or addresses; one of before is renewed for that, with its key", async () => {
  const { certificate } = await openAuthority(another, wish);
  const { raw, keyUsage } = new X509Certificate(certificate);
  expect(keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  const at = (hex: string) => raw.includes(Buffer.from(hex, "hex"));
  expect(at("30060101ff020100"), "pathlen:0").toBe(true);
  const localhost = Buffer.from("localhost").toString("hex");
  expect([at(`8109${localhost}`), at(`8609${localhost}`)], "mail and URI").toEqual([true, true]);

  const own = await ownCertificate(another, "authority");
  const key = createPrivateKey(own?.key ?? "");
  const name = /^CN=(.*)$/.exec(new X509Certificate(certificate).subject)?.[1] ?? "";
  const claim = {
    from: new Date(now.getTime() - day),
    to: new Date(now.getTime() + 3000 * day),
    issuer: { name, key },
  };
  // another authority below it, which vouches for a server
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const below = certify({
    ...claim,
    subject: "Untergeschoben",
    publicKey,
    extensions: authorityExtensions(publicKey, ["local"]),
  });
  const server = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const leaf = certify({
    ...claim,
    subject: "archiv.local",
    publicKey: server.publicKey,
    issuer: { name: "Untergeschoben", key: privateKey },
    extensions: serverExtensions(publicKey, ["archiv.local"]),
  });
  const shown = { cert: leaf + below, key: server.privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
  const fake = { certificate, fingerprint: "", vouchFor: async () => shown };
  expect(await trusted(fake, ["archiv.local"], "archiv.local")).toMatch(/path ?len|length constraint/i);

  const before = certify({ ...claim, subject: name, publicKey: createPublicKey(key) });
  await another.write((tx) =>
    tx.updateTable("own_certificates").set({ certificate: before }).where("name", "=", "authority").execute(),
  );
  const renewed = new X509Certificate((await openAuthority(another, wish)).certificate);
  expect(renewed.keyUsage).toEqual(keyUsage);
  expect(renewed.checkPrivateKey(key)).toBe(true);
});
