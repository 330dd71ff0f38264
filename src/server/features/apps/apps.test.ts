import { readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appFile, listApps } from "#contract/calls/apps.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db, { FILE_PREFIX: "Archiv" });
const { a } = server;
const staff = await server.asStaff();
const packages = join(server.dataDir, "apps");
const versions = async () => (await staff.call(listApps, {})).results.map(({ version }) => version);

test("the versions of the specification are there, the newest first, each without a file", async () => {
  const { count, results } = await staff.call(listApps, {});
  const none = { id: expect.any(Number), file: null, bytes: null };
  expect(count).toBe(3);
  expect(results).toEqual([
    {
      ...none,
      version: "1.1.1",
      date: "2021-06-16",
      description: "Fehler behoben: Lieferungen waren nicht anklickbar",
    },
    {
      ...none,
      version: "1.1",
      date: "2021-06-15",
      description:
        "Leere Reihen werden in der Reihenansicht angezeigt, Meldung „Box bereits eingelagert“ geändert, Design",
    },
    { ...none, version: "1.0", date: "2021-06-04", description: "" },
  ]);
  for (const { id } of results) expect((await staff.ask(appFile, { path: { id } })).status).toBe(404);
});

test("versions follow one another by their numbers, not by their letters", async () => {
  for (const version of ["1.9", "1.10", "1.10.2", "10.0"]) await a.app({ version });
  expect(await versions()).toEqual(["10.0", "1.10.2", "1.10", "1.9", "1.1.1", "1.1", "1.0"]);
  const query = { order_by: "version", limit: 2, offset: 2 } as const;
  const page = await staff.call(listApps, { query });
  expect(page.results.map(({ version }) => version)).toEqual(["1.1.1", "1.9"]);
  expect(page).toMatchObject({ count: 7, count_pages: 4, current_page: 2 });
  await db.write((tx) => tx.deleteFrom("apps").where("version", "in", ["1.9", "1.10", "1.10.2", "10.0"]).execute());
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

  test.runIf(process.platform === "linux")("is closed when the client leaves in the middle", async () => {
    const { id } = await a.app({ size: 8_000_000 });
    const url = server.url + urlOf(appFile, { path: { id } });
    for (let round = 0; round < 40; round++) await leave(url, staff.token ?? "", round * 50_000);
    await expect.poll(openPackages).toEqual([]);
  });
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
