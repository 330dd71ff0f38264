import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { login } from "#contract/calls/access/session.ts";
import { Database } from "#server/database/database.ts";
import { sealHistory } from "#server/database/seal-history.ts";
import { testServer } from "#test/support/client.ts";
import { emptyDatabase } from "#test/support/database.ts";
import { numbersBehind } from "./manifest.ts";
import { readBackup } from "./read.ts";
import { restoreDatabase } from "./restore.ts";

// by a version that could not read the numbers of the audit trail, and of an archive in which people had signed in
const folder = join(import.meta.dirname, "../../../test/restore/made-before");
const open = () => createReadStream(join(folder, readdirSync(folder)[0] ?? "")) as AsyncIterable<Buffer>;
const manifest = await readBackup(open());
const target = await emptyDatabase();
await restoreDatabase(target, { manifest, bytes: open() });
await sealHistory({ ...inject("postgres").superuser, database: target.database }, target.user);
const db = new Database(target);
afterAll(() => db.close());
const server = await testServer(db);

test("who worked before signs in to what was restored, also from a backup that says of the audit trail that it is empty", async () => {
  expect(numbersBehind(manifest)).toEqual(["audit.id"]);
  const body = { username: "chef@example.com", password: "Magazin-im-Sturm" };
  expect(await server.anonymous.ask(login, { body })).toMatchObject({ status: 200 });
  expect(await runChecks(db)).toEqual([]);
});
