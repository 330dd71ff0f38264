import { expect, test } from "vitest";
import { listScans, scan } from "#contract/calls/scanning/scans.ts";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { severalCalled } from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { scanned } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const give = ({ id }: Box, text: string) =>
  staff.call(setNumbers, { path: { id }, body: { numbers: [{ text, kind: 1 }] } });
const stateOf = async ({ id }: Box) => (await staff.call(getBox, { path: { id } })).state;

test("a box comes back by the number that other people have given it, and stands in the log of scans", async () => {
  const box = await a.box({ state: 2 });
  await give(box, "K 17/3");
  expect(await scanned(staff, { kind: "receive", code: "k17/3" })).toMatchObject({
    status: "done",
    state: 5,
    box: { code: box.code },
  });
  expect(await stateOf(box)).toBe(5);
  const { results } = await staff.call(listScans, {});
  expect(results[0]).toMatchObject({ kind: "receive", box: box.code });
});

test("a number that boxes of two customers have brings none of them back and says which they are; one that nobody has says so", async () => {
  const boxes = [await a.box({ state: 2 }), await a.box({ state: 2 })];
  for (const box of boxes) await give(box, "LAGER 9");
  const codes = boxes.map(({ code }) => code).sort();
  const message = severalCalled("LAGER 9", codes.map(showBoxCode)).message;
  expect(await scanned(staff, { kind: "receive", code: "LAGER 9" })).toMatchObject({ status: "refused", message });
  const none = { status: "refused", message: refused.unknownBox.message };
  expect(await scanned(staff, { kind: "receive", code: "LAGER 10" })).toMatchObject(none);
  expect(await scanned(staff, { kind: "receive", code: "9999999999" })).toMatchObject(none);
  expect(await Promise.all(boxes.map(stateOf))).toEqual([2, 2]);
});

test("a customer's user receives nothing, and gets the same answer for a number of theirs, of another's and of nobody's", async () => {
  const [own, foreign] = [await a.box({ state: 2 }), await a.box({ state: 2 })];
  const user = await server.as(await a.user({ customers: [own.owner] }));
  const id = "6b1f0c9e-6f4e-4a59-9d0b-0d6f0f8f7a11";
  const answers = [];
  for (const code of [own.code, foreign.code, "9999999999"]) {
    const { status, text } = await user.ask(scan, { body: { operations: [{ id, kind: "receive", code }] } });
    answers.push([status, text]);
  }
  expect(answers.map(([status]) => status)).toEqual([403, 403, 403]);
  expect(new Set(answers.map(([, text]) => text)).size).toBe(1);
});
