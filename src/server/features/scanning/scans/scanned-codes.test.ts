import { beforeAll, expect, test } from "vitest";
import { findBoxes } from "#contract/calls/stock/box-mentions.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { printLabels } from "#contract/calls/paper/services.ts";
import { createCase } from "#contract/calls/stocktake/cases.ts";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { search } from "#contract/calls/search/search.ts";
import { scanned } from "#test/life/box-life-orders.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
let staff: Client;
let box: Box;
let read: string;
beforeAll(async () => {
  staff = await server.asStaff();
  box = await a.box({ state: 1 });
  read = `]C1\u001d${box.code}\u001d\u0004`;
});

const group = "\u001d"; // what a scanner sends between the parts of a code

test("a code is the same with the separators that a scanner sends around it, wherever it is read, typed or pasted", async () => {
  expect(await staff.call(resolveScan, { query: { code: read } })).toMatchObject({ kind: "box", box: { id: box.id } });
  await scanned(staff, { kind: "release", code: read, text: "" });
  const text = `${group}${box.code}${group}\n${group}9999000001${group}`;
  const { results } = await staff.call(findBoxes, { body: { text } });
  expect(results.map(({ kind }) => kind)).toEqual(["found", "unknown"]);
  const found = await staff.ask(search, { query: { q: `${group}${box.code}` } });
  expect([found.status, found.text.includes(box.code)]).toEqual([200, true]);
  expect((await staff.ask(listBoxes, { query: { contain_code: read } })).status).toBe(200);
  expect((await staff.ask(printLabels, { body: { codes: [{ code: read, amount: 1 }] } })).status).toBe(200);
  const made = await staff.call(createCase, { body: { kind: 0, code: read, text: "Steht im Weg" } });
  expect(JSON.stringify(made)).not.toContain("\\u001d");
});
