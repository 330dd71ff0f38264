import { expect, test } from "vitest";
import { findBoxes } from "#contract/calls/stock/box-mentions.ts";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { boxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const give = ({ id }: Box, text: string) =>
  staff.call(setNumbers, { path: { id }, body: { numbers: [{ text, kind: 1 }] } });
const numberOf = ({ code }: Box) => Number(code.slice(4));
const short = (results: readonly { text: string; kind: string; box: { code: string } | null }[]) =>
  results.map(({ text, kind, box }) => [text, kind, box?.code ?? null]);

test("a list is answered in its order: what is found, what stands twice, what cannot be ordered and why, and what nobody knows", async () => {
  const owner = await a.customer();
  const user = await server.as(await a.user({ customers: [owner] }));
  const [first, second, third] = [
    await a.box({ owner, state: 1 }),
    await a.box({ owner, state: 1 }),
    await a.box({ owner, state: 1 }),
  ];
  const out = await a.box({ owner, state: 2 });
  await give(third, "K 17/3");
  const text = [showBoxCode(first.code), numberOf(second), "k17/3", `  ${first.code}`, showBoxCode(out.code), "K 99"];
  const body = { customer: owner.id, purpose: "order" as const, text: text.join("\n") };
  const { results } = await user.call(findBoxes, { body });
  expect(short(results)).toEqual([
    [showBoxCode(first.code), "found", first.code],
    [String(numberOf(second)), "found", second.code],
    ["k17/3", "found", third.code],
    [first.code, "twice", first.code],
    [showBoxCode(out.code), "refused", out.code],
    ["K 99", "unknown", null],
  ]);
  const order = {
    kind: 0 as const,
    customer: owner.id,
    delivery_option: (await a.option({ owner })).id,
    boxes: [out.id],
  };
  const refusal = await staff.refusal(createDelivery, { body: { ...order, boxcontents: [] } });
  expect([results[4]?.reason]).toEqual((refusal as { boxes: string[] }).boxes);
});

test("what comes back is distinguished from what is ordered, and a new box can only be picked up", async () => {
  const owner = await a.customer();
  const boxes = [
    await a.box({ owner, state: 0 }),
    await a.box({ owner, state: 1 }),
    await a.box({ owner, state: 2 }),
    await a.box({ owner, state: 6 }),
  ];
  const text = boxes.map(({ code }) => code).join(" ");
  const kinds = async (purpose: "order" | "return" | "pickup" | "label" | "any") =>
    (await staff.call(findBoxes, { body: { purpose, text } })).results.map(({ kind }) => kind === "found");
  expect(await kinds("order")).toEqual([false, true, false, false]);
  expect(await kinds("return")).toEqual([false, false, true, false]);
  expect(await kinds("pickup")).toEqual([true, false, true, false]);
  expect(await kinds("label")).toEqual([true, true, true, false]);
  expect(await kinds("any")).toEqual([true, true, true, true]);
});

test("a number that several boxes have is never guessed, be it one of other people or a box's own", async () => {
  const owner = await a.customer();
  const [one, other] = [await a.box({ owner }), await a.box({ owner })];
  await give(one, "R 5");
  await give(other, "R 5");
  const named = await a.box({ owner });
  await give(named, String(numberOf(one)));
  const body = { customer: owner.id, text: `R5\n${numberOf(one)}` };
  const { results } = await staff.call(findBoxes, { body });
  expect(results.map(({ kind, codes }) => [kind, codes])).toEqual([
    ["ambiguous", [one.code, other.code].sort()],
    ["ambiguous", [one.code, named.code].sort()],
  ]);
});

test("a range finds the boxes that there are, and says which numbers are none", async () => {
  const owner = await a.customer();
  const box = await a.box({ owner });
  const from = numberOf(box);
  const { results } = await staff.call(findBoxes, { body: { customer: owner.id, text: `${from}–${from + 1}` } });
  expect(short(results)).toEqual([
    [String(from), "found", box.code],
    [String(from + 1), "unknown", null],
  ]);
  expect(new Set(results.map(({ line }) => line))).toEqual(new Set([`${from}–${from + 1}`]));
});

test("somebody else's box is unknown as one that is not there; staff learn whose it is", async () => {
  const [owner, other] = [await a.customer(), await a.customer()];
  const theirs = await a.box({ owner: other });
  await give(theirs, "GEHEIM 1");
  const user = await server.as(await a.user({ customers: [owner] }));
  for (const customer of [undefined, owner.id, other.id]) {
    const body = { ...(customer !== undefined && { customer }), text: `${theirs.code}\nGEHEIM1\n${numberOf(theirs)}` };
    const { results } = await user.call(findBoxes, { body });
    expect(results.map(({ kind, box, reason }) => [kind, box, reason])).toEqual(
      Array.from({ length: 3 }, () => ["unknown", null, null]),
    );
  }
  const { results } = await staff.call(findBoxes, { body: { customer: owner.id, text: theirs.code } });
  expect(results).toMatchObject([{ kind: "refused", reason: expect.stringContaining(other.name) as string }]);
});

test("a list of more than ten thousand boxes is refused with how many it names", async () => {
  expect(await staff.refusal(findBoxes, { body: { text: "1–10200" } })).toEqual({
    text: ["Die Liste nennt 10.200 Boxen, höchstens 10.000 sind auf einmal möglich."],
  });
});

test("the heads of a table are named as such, and a short code is asked about, whether or not there is such a box", async () => {
  const owner = await a.customer();
  const box = await a.box({ owner, state: 1 });
  const typed = [`${owner.code}.${numberOf(box)}`, `${owner.code}.999`];
  const text = ["Box-Nr.;Inhalt", `${numberOf(box)};Akten`, ...typed.map((each) => `${each};Akten`)].join("\n");
  const { results } = await staff.call(findBoxes, { body: { customer: owner.id, text } });
  expect(results.slice(0, 2).map(({ kind, text: said }) => [kind, said])).toEqual([
    ["head", "Box-Nr.;Inhalt"],
    ["found", String(numberOf(box))],
  ]);
  const { results: asked } = await staff.call(findBoxes, { body: { text: typed.join("\n") } });
  expect(asked.map(({ kind, reason }) => [kind, reason])).toEqual([
    ["unknown", `Meinen Sie ${showBoxCode(box.code)}? Dann schreiben Sie es bitte so.`],
    ["unknown", `Meinen Sie ${showBoxCode(boxCode(owner.code, 999))}? Dann schreiben Sie es bitte so.`],
  ]);
});
