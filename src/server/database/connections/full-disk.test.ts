import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { createArea, listAreas } from "#contract/calls/stock/areas.ts";
import { codeHeader } from "#rules/texts/refusals.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const staff = await server.asStaff();
const superuser = new pg.Client({ ...(inject("postgres").superuser as object), database: connection.database });
await superuser.connect();
afterAll(() => superuser.end());
const small = await smallPlace();

/** A place of one megabyte for tables; null where this machine does not let us have one. */
async function smallPlace(): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "magazin-full-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  afterAll(() => {
    if (mounted) spawnSync("umount", [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (!mounted) return null;
  const { rows } = await superuser.query<{ data_directory: string }>("show data_directory");
  const { uid, gid } = statSync(rows[0]?.data_directory ?? "");
  chownSync(folder, uid, gid);
  const name = `small_${connection.database}`;
  await superuser.query(`create tablespace ${name} location '${folder}'`);
  afterAll(() => superuser.query(`drop tablespace ${name}`));
  return name;
}

let made = 0;
const makeArea = () => staff.ask(createArea, { body: { name: `Halle ${++made} ${"x".repeat(180)}` } });

test("a disk that fills up under the database refuses what is new with a 507, and loses nothing", async ({ skip }) => {
  if (small === null) return skip("only root may mount a small disk");
  await superuser.query(`alter table areas set tablespace ${small}`);
  const many = sql`insert into areas (name) select repeat('x', 150) || gen_random_uuid() from generate_series(1, 500)`;
  const fill = async () => {
    for (;;) await db.write((tx) => many.execute(tx));
  };
  await expect(fill()).rejects.toMatchObject({ code: "53100" });
  const [filled] = await superuser.query("select count(*)::int as count from areas").then(({ rows }) => rows);
  let answer = await makeArea();
  while (answer.status === 201) answer = await makeArea(); // the room that is left in the last pages
  expect([answer.status, answer.headers.get(codeHeader), answer.body]).toEqual([
    507,
    "disk_full",
    { detail: "Der Speicherplatz ist voll. Es wurde nichts gespeichert." },
  ]);
  expect((await staff.call(listAreas, { query: { limit: 1 } })).count).toBe(filled.count + made - 1);
  await superuser.query("alter table areas set tablespace pg_default");
  expect((await makeArea()).status, "with room again it goes on").toBe(201);
});
