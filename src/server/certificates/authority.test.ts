import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:tls";
import { expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { openAuthority } from "./authority.ts";

const { db } = await testDatabase();
const now = new Date();
const day = 86_400_000;
const wish = { names: [] as string[], title: "Magazin", now };

/** What a client that trusts the authority says of a server that shows a certificate for these names. */
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

test("who trusts the archive's authority trusts its servers in the house, and nobody else by it", async () => {
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
