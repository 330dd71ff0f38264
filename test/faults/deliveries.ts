import { randomUUID } from "node:crypto";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { fates, type NamedBox, type Order, type Scan, type Writing } from "./writing.ts";

type Step = Scan["operation"] extends infer Each ? (Each extends { id: string } ? Omit<Each, "id"> : never) : never;

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const scanOf = (step: Step): Scan => ({ operation: { id: randomUUID(), ...step }, expected: "done" });

/** Orders boxes that stand on their places, of the last one two contents only, and goes on as far as the fate says. */
export async function deliver(writers: Writing, customer: number, boxes: readonly NamedBox[]): Promise<void> {
  const last = boxes.at(-1);
  const contents = last ? await writers.addContents(last, 2) : [];
  const whole = contents.length > 0 ? boxes.slice(0, -1) : boxes;
  const order = await send(writers, {
    customer,
    kind: DeliveryKind.customer,
    fate: pick(fates),
    boxes: whole,
    contents,
  });
  if (order?.delivery) await fulfil(writers, order, order.delivery);
}

/** Not repeated when it was cut off, as with boxes; a phone with a bad connection sends twice, and one of both is refused. */
async function send(writers: Writing, wanted: Order): Promise<Order | undefined> {
  const orders = [{ ...wanted }, ...(Math.random() < 0.1 ? [{ ...wanted }] : [])];
  await Promise.all(orders.map((order) => sendOnce(writers, order)));
  const acknowledged = orders.filter(({ delivery }) => delivery !== undefined);
  if (acknowledged.length > 1 || orders.every(({ refused }) => refused))
    writers.surprises.push(`of ${orders.length} same orders ${acknowledged.length} were acknowledged`);
  return acknowledged[0];
}

async function sendOnce(writers: Writing, order: Order): Promise<void> {
  const number = writers.orders.push(order);
  const refusals: string[] = [];
  const body = {
    kind: order.kind,
    customer: order.customer,
    delivery_option: order.kind === DeliveryKind.customer ? writers.optionOf(order.customer) : null,
    boxes: order.boxes.map(({ id }) => id),
    boxcontents: order.contents,
    comment: String(number),
  };
  const reply = await writers.post<{ id: number }>("/deliveries/", body, refusals);
  if (reply) order.delivery = reply.id;
  if (refusals.length > 0) order.refused = true;
}

async function fulfil(writers: Writing, order: Order, delivery: number): Promise<void> {
  const { fate, customer } = order;
  if (fate === "open") return;
  if (fate === "canceled") return writers.insist(`/deliveries/${delivery}/cancel/`);
  if (fate === "started") return writers.insist(`/deliveries/${delivery}/start/`);
  const { boxes, contents } = await fetchAll(writers, order, delivery);
  if (fate === "picked") return;
  await writers.insist(`/deliveries/${delivery}/complete/`);
  if (fate === "completed") return;
  if (fate === "announced") {
    const back = await send(writers, { customer, kind: DeliveryKind.return, fate: "received", boxes, contents });
    if (!back) return;
  }
  const codes = boxes.map(({ code }) => code);
  await writers.carryOut([
    ...codes.map((code) => scanOf({ kind: "receive", code })),
    ...contents.map((content) => scanOf({ kind: "receive", content })),
  ]);
  await writers.store(codes);
}

/** Picks what is found and reports the rest as missing; answers what was found. */
async function fetchAll(writers: Writing, order: Order, delivery: number): Promise<Pick<Order, "boxes" | "contents">> {
  const isFound = () => Math.random() < 0.9;
  // the first one is always found: a delivery without anything picked has not begun
  const boxes = order.boxes.filter((_, index) => index === 0 || isFound());
  const contents = order.contents.filter((_, index) => (index === 0 && boxes.length === 0) || isFound());
  const text = "Nicht am Platz";
  await writers.carryOut([
    ...boxes.map(({ code }) => scanOf({ kind: "pick", delivery, code })),
    ...contents.map((content) => scanOf({ kind: "pick", delivery, content })),
    ...order.boxes
      .filter((box) => !boxes.includes(box))
      .map(({ code }) => scanOf({ kind: "missing", delivery, code, text })),
    ...order.contents
      .filter((content) => !contents.includes(content))
      .map((content) => scanOf({ kind: "missing", delivery, content, text })),
  ]);
  return { boxes, contents };
}
