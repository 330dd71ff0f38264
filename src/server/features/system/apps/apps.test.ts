import { createHash } from "node:crypto";
import { readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appFile, appTicket, listApps } from "#contract/calls/system/apps.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
let clock = new Date();
const server = await testServer(db, { FILE_PREFIX: "Archiv" }, { now: () => clock });
const { a } = server;
const staff = await server.asStaff();
const packages = join(server.dataDir, "apps");
const versions = async () => (await staff.call(listApps, {})).results.map(({ version }) => version);

test("every version is offered from the first start, the newest first, with the dates and words of the specification", async () => {
  const { count, results } = await staff.call(listApps, {});
  const some = { id: expect.any(Number), file: expect.stringMatching(/\/file\/$/), bytes: expect.any(Number) };
  expect(count).toBe(4);
  expect(results).toEqual([
    {
      ...some,
      version: "1.2.0",
      date: "2026-11-22",
      description: "Der eingebaute Scanner meldet sich unmittelbar, ohne Tastatur; öffnet das Lager",
    },
    {
      ...some,
      version: "1.1.1",
      date: "2021-06-16",
      description: "Fehler behoben: Lieferungen waren nicht anklickbar",
    },
    {
      ...some,
      version: "1.1",
      date: "2021-06-15",
      description:
        "Leere Reihen werden in der Reihenansicht angezeigt, Meldung „Box bereits eingelagert“ geändert, Design",
    },
    { ...some, version: "1.0", date: "2021-06-04", description: "" },
  ]);
  for (const { id, bytes } of results) {
    const answer = await staff.download(appFile, { path: { id } });
    expect([answer.status, answer.bytes.length]).toEqual([200, bytes]);
    expect(bytes).toBeLessThan(40_000);
  }
});

test("versions follow one another by their numbers, not by their letters", async () => {
  for (const version of ["1.9", "1.10", "1.10.2", "10.0"]) await a.app({ version });
  expect(await versions()).toEqual(["10.0", "1.10.2", "1.10", "1.9", "1.2.0", "1.1.1", "1.1", "1.0"]);
  const query = { order_by: "version", limit: 2, offset: 2 } as const;
  const page = await staff.call(listApps, { query });
  expect(page.results.map(({ version }) => version)).toEqual(["1.1.1", "1.2.0"]);
  expect(page).toMatchObject({ count: 8, count_pages: 4, current_page: 2 });
  await db.write((tx) => tx.deleteFrom("apps").where("version", "in", ["1.9", "1.10", "1.10.2", "10.0"]).execute());
});

test("a package that was added to a version goes before the one that comes along, until it is gone", async () => {
  const { id, bytes, file } = await a.app({ version: "1.1" });
  const download = async () => (await staff.download(appFile, { path: { id } })).bytes;
  expect((await download()).equals(bytes)).toBe(true);
  rmSync(join(packages, file));
  expect((await download()).length).toBeGreaterThan(bytes.length);
});

describe("a ticket", () => {
  const newest = async () =>
    (await staff.call(listApps, {})).results.find(({ version }) => version === "1.2.0")?.id ?? 0;

  test("lets a phone fetch the very package without signing in, for ten minutes", async () => {
    const id = await newest();
    const ticket = await staff.call(appTicket, { path: { id } });
    const { bytes } = await staff.download(appFile, { path: { id } });
    const fetched = await fetch(ticket.url);
    expect(fetched.headers.get("content-type")).toBe("application/vnd.android.package-archive");
    expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true);
    expect(ticket).toMatchObject({
      version: "1.2.0",
      address: "", // nobody but this machine reaches the server: it is asked for on the device
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      certificate_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const seconds = (Date.parse(ticket.expires) - clock.getTime()) / 1000;
    expect(seconds).toBe(600);
    clock = new Date(clock.getTime() + 601_000);
    const late = await fetch(ticket.url);
    expect([late.status, await late.json()]).toEqual([
      400,
      { ticket: ["Dieser Link gilt nicht mehr. Bitte lassen Sie sich noch einmal einen QR-Code zeigen."] },
    ]);
  });

  test("of somebody else is none, and only staff are given one", async () => {
    const id = await newest();
    const { url } = await staff.call(appTicket, { path: { id } });
    for (const wrong of [
      `${url}x`,
      url.replace("ticket=W", "ticket=X"),
      url.replace(/\.[^.]*$/, ""),
      `${url.split("=")[0]}=.`,
    ])
      expect((await fetch(wrong)).status, wrong).toBe(400);
    const customer = await server.asCustomer(await a.customer());
    for (const client of [customer, server.anonymous])
      expect((await client.ask(appTicket, { path: { id } })).status).toBe(403);
    expect((await staff.ask(appTicket, { path: { id: 2_000_000_000 } })).status).toBe(404);
  });
});

describe("a package", () => {
  test("comes byte for byte, with its length and a name", async () => {
    const { id, version, bytes } = await a.app({ version: "2.0", size: 300_000 });
    const { results } = await staff.call(listApps, {});
    expect(results[0]).toMatchObject({ id, version, bytes: bytes.length });
    expect(results[0]?.file).toBe(`${server.url}/api/v1/apps/${id}/file/`);
    const answer = await staff.download(appFile, { path: { id } });
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/vnd.android.package-archive",
      "content-length": String(bytes.length),
      "content-disposition": "attachment; filename*=UTF-8''Archiv-2.0.apk",
      "cache-control": "private, no-store",
    });
    const { status, headers } = await staff.raw("HEAD", urlOf(appFile, { path: { id } }));
    expect([status, headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  });

  test("is for staff only", async () => {
    const { id } = await a.app();
    const customer = await server.asCustomer(await a.customer());
    for (const client of [customer, server.anonymous]) {
      expect((await client.ask(listApps, {})).status).toBe(403);
      expect((await client.ask(appFile, { path: { id } })).status).toBe(403);
    }
  });

  test("that has vanished from the disk, or was emptied, is offered no longer", async () => {
    const [gone, empty] = [await a.app(), await a.app()];
    rmSync(join(packages, gone.file));
    writeFileSync(join(packages, empty.file), "");
    const { results } = await staff.call(listApps, {});
    for (const { id } of [gone, empty]) {
      expect(results.find((app) => app.id === id)).toMatchObject({ file: null, bytes: null });
      expect((await staff.ask(appFile, { path: { id } })).status).toBe(404);
    }
    expect((await staff.ask(appFile, { path: { id: 2_000_000_000 } })).status).toBe(404);
  });

  test.each(["../secret.apk", "/etc/hostname", "1.0.apk/../../secret.apk", "..", "", "1.0.txt", "1.0.apk\n"])(
    "named %j in the table leads nowhere",
    async (file) => {
      writeFileSync(join(server.dataDir, "secret.apk"), "secret");
      const { id } = await a.app();
      await db.write((tx) => tx.updateTable("apps").set({ file }).where("id", "=", id).execute());
      expect((await staff.ask(appFile, { path: { id } })).status).toBe(404);
      const { results } = await staff.call(listApps, {});
      expect(results.find((app) => app.id === id)).toMatchObject({ file: null, bytes: null });
    },
  );

  expensive("forty downloads of 8 MB that are broken off")(
    "is closed when the client leaves in the middle",
    async ({ skip }) => {
      if (process.platform !== "linux") return skip("only Linux shows which files are open");
      const { id } = await a.app({ size: 8_000_000 });
      const url = server.url + urlOf(appFile, { path: { id } });
      for (let round = 0; round < 40; round++) await leave(url, staff.token ?? "", round * 50_000);
      await expect.poll(openPackages).toEqual([]);
    },
  );
});

/** The packages that this process has open. */
const openPackages = () =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(packages) ? [file] : [];
    } catch {
      return []; // closed meanwhile
    }
  });

/** Goes away after so many bytes. */
function leave(url: string, token: string, bytes: number): Promise<void> {
  return new Promise((done) => {
    const request = get(url, { headers: { authorization: `Token ${token}` } }, (response) => {
      let come = 0;
      response.on("error", () => undefined);
      response.on("data", (chunk: Buffer) => {
        come += chunk.length;
        if (come > bytes) request.destroy();
      });
    });
    request.on("error", () => undefined);
    request.on("close", () => done());
  });
}
