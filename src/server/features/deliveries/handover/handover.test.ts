import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { completeDelivery, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import type { RequestBody } from "#contract/route.ts";
import { HistoryKind as K } from "#rules/stock/history.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { ordered } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

type Operation = RequestBody<typeof scan>["operations"][number];
type Given = Operation extends infer O ? (O extends { id: string } ? Omit<O, "id"> : never) : never;

const send = async (given: Given, id: string = randomUUID()) =>
  (await staff.call(scan, { body: { operations: [{ ...given, id }] } })).results[0];
const kinds = async ({ id }: Box) => (await staff.call(getBox, { path: { id } })).history.map(({ state }) => state);
const look = (id: number) => staff.call(getDelivery, { path: { id } });

/** A delivery of three boxes and a content, on its way. */
async function onItsWay() {
  const owner = await a.customer();
  const stored = () => a.box({ owner, state: 1 });
  const boxes = [await stored(), await stored(), await stored()] as const;
  const content = await a.content({ box: await stored() });
  const { id, code } = await ordered({ a, client: await server.asCustomer(owner), owner }, [...boxes], [content]);
  for (const box of boxes) await send({ kind: "pick", delivery: id, code: box.code });
  await send({ kind: "pick", delivery: id, content: content.id });
  return { id, boxes, shown: showDeliveryCode(code) };
}
type OnItsWay = Awaited<ReturnType<typeof onItsWay>>;
const load = ({ id }: OnItsWay, { code }: Box) => send({ kind: "load", delivery: id, code });
const unload = ({ id }: OnItsWay, { code }: Box, fate: "delivered" | "back") =>
  send({ kind: "unload", delivery: id, code, fate });
const handOver = ({ id }: OnItsWay, more: { id?: string; signature?: string } = {}) =>
  send(
    { kind: "handover", delivery: id, name: "Frau Müller", ...(more.signature && { signature: more.signature }) },
    more.id,
  );

test("what is handed over has left the archive, what could not be is back, and who took it is on record", async () => {
  const delivery = await onItsWay();
  const [first, second, third] = delivery.boxes;
  for (const box of delivery.boxes)
    expect(await load(delivery, box)).toMatchObject({
      status: "done",
      state: 4,
      box: { delivery: Number(delivery.shown) },
    });
  expect(await load(delivery, first)).toMatchObject({ status: "done" });
  await unload(delivery, first, "delivered");
  await unload(delivery, second, "back");
  const left = { status: "refused", code: "open_lines", message: "Eine Box ist weder abgeladen noch zurückgenommen." };
  expect(await handOver(delivery)).toMatchObject(left);
  expect((await look(delivery.id)).state).toBe(1);
  await unload(delivery, third, "back");
  await unload(delivery, third, "delivered"); // somebody has opened after all
  const id = randomUUID();
  expect(await handOver(delivery, { id })).toMatchObject({ status: "done", again: false, state: null, box: null });
  expect(await handOver(delivery, { id })).toMatchObject({ status: "done", again: true });
  expect(await handOver(delivery)).toMatchObject({ status: "done" });
  const { state, boxes, events } = await look(delivery.id);
  expect([state, boxes.map((box) => [box.state, box.received, box.open])]).toEqual([
    2,
    [
      [2, false, false],
      [5, true, false],
      [2, false, false],
    ],
  ]);
  expect(events.filter(({ kind }) => kind === "completed")).toMatchObject([{ to: "Frau Müller" }]);
  const way = [K.created, K.moved, K.ordered, K.boxPicked, K.loaded, K.unloaded];
  expect(await kinds(first)).toEqual([...way, K.outsourced]);
  expect(await kinds(second)).toEqual([...way, K.retour]);
  expect(await kinds(third)).toEqual([...way, K.unloaded, K.outsourced]);
  expect(await load(delivery, second)).toMatchObject({ code: "not_in_delivery", by: { text: "Box zurückgekommen" } });
});

test("whoever scans nothing onto a vehicle completes a delivery as before, at the desk or with a name", async () => {
  const [first, second] = [await onItsWay(), await onItsWay()];
  expect(await handOver(first)).toMatchObject({ status: "done" });
  expect((await look(first.id)).boxes.map(({ state }) => state)).toEqual([2, 2, 2]);
  await staff.call(completeDelivery, { path: { id: second.id } });
  expect((await look(second.id)).events.at(-1)).toMatchObject({ kind: "completed", to: null });
});

test("only what was picked goes onto a vehicle, and only for its own delivery", async () => {
  const [delivery, other] = [await onItsWay(), await onItsWay()];
  const owner = await a.customer();
  const box = await a.box({ owner, state: 1 });
  const open = await ordered({ a, client: await server.asCustomer(owner), owner }, [box]);
  const waiting: OnItsWay = { id: open.id, boxes: [box, box, box], shown: "" };
  expect(await load(waiting, box)).toMatchObject({
    code: "state",
    message: "Das geht nicht: Die Lieferung hat den Status „Offen“.",
  });
  expect(await load(delivery, other.boxes[0])).toMatchObject({ code: "not_in_delivery" });
  expect(await unload(delivery, box, "back")).toMatchObject({ code: "not_in_delivery" });
  const two = await onItsWay();
  await send({
    kind: "store",
    code: two.boxes[0].code,
    row: (await a.row()).id,
    part: 1,
    height: 1,
    move: false,
    anyway: true,
  });
  expect(await load(two, two.boxes[0])).toMatchObject({
    code: "state",
    message: "Die Box ist noch nicht kommissioniert.",
  });
  expect(await handOver(two)).toMatchObject({ code: "open_lines" });
  expect(await handOver({ ...two, id: 2_000_000_000 })).toMatchObject({ code: "unknown_delivery" });
  expect(await send({ kind: "handover", delivery: two.id, name: " " })).toMatchObject({ code: "invalid" });
});

test("handed over at the desk and on the vehicle at the same moment it is completed once", async () => {
  const delivery = await onItsWay();
  await Promise.all([
    handOver(delivery),
    staff.call(completeDelivery, { path: { id: delivery.id } }),
    handOver(delivery),
  ]);
  expect((await look(delivery.id)).events.filter(({ kind }) => kind === "completed").length).toBe(1);
  expect(await runChecks(db)).toEqual([]);
});
