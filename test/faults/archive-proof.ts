import pg from "pg";
import { prove as proveOne } from "#cli/check/check.ts";
import { checks } from "#cli/check/checks.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { compareDeliveries, type StoredDelivery, storedDeliveries } from "./deliveries-proof.ts";
import { comparePictures, type Entries } from "./pictures.ts";
import type { Archive } from "./product.ts";
import type { Writers } from "./writers.ts";
import { saidBy, type Scan } from "./writing.ts";

interface StoredBox {
  readonly id: number;
  readonly code: string;
  readonly customer: number;
  readonly number: number;
  readonly size: number;
  readonly state: number;
  readonly place: string | null;
  readonly entries: number;
  readonly contents: readonly number[];
}

const resentAtOnce = 500; // product 7
const listedAtOnce = 1000; // product 8

const allBoxes = `
  select id, code, customer_id as customer, number, size, state,
    row_id || '/' || part || '/' || height as place,
    (select count(*) from history h where h.box_id = b.id) as entries,
    array(select id::int from contents c where c.box_id = b.id) as contents
  from boxes b order by id`;

const holes = `
  select customer_id from boxes group by customer_id having max(number) <> count(*) or min(number) <> 1`;

/** Outcome of the requests that nobody acknowledged. */
export interface Proof {
  readonly complaints: readonly string[];
  readonly whole: number;
  readonly notAtAll: number;
}

/** Compares what was acknowledged with what is there; scans sent for the first time since `proved` are sent again. */
export async function prove(archive: Archive, writers: Writers, proved: Set<string>): Promise<Proof> {
  const complaints: string[] = [];
  const client = new pg.Client(archive.connection);
  await client.connect();
  let boxes: StoredBox[];
  let deliveries: StoredDelivery[];
  let pictures: Awaited<ReturnType<typeof comparePictures>>;
  try {
    boxes = (await client.query<StoredBox>(allBoxes)).rows;
    deliveries = await storedDeliveries(client);
    pictures = await comparePictures(archive, writers, client, complaints);
    complaints.push(...(await findings(client)), ...compareScans(writers, await storedScans(client)));
  } finally {
    await client.end();
  }
  const creations = compareCreations(writers, boxes, complaints);
  const orders = compareDeliveries(writers, deliveries, complaints);
  compareBoxes(writers, { boxes, deliveries, pictures: pictures.entries }, complaints);
  compareContents(writers, boxes, complaints);
  await sendAgain(writers, proved, complaints);
  await compareLists(writers, boxes, complaints);
  complaints.push(...writers.surprises.splice(0));
  return {
    complaints,
    whole: creations.whole + orders.whole + pictures.whole,
    notAtAll: creations.notAtAll + orders.notAtAll + pictures.notAtAll,
  };
}

/** Returns the findings that `magazin check` proves, without stopping the server. */
async function findings(client: pg.Client): Promise<string[]> {
  const said: string[] = [];
  for (const check of checks) {
    const { violations, first } = await proveOne(async (text) => (await client.query(text)).rows, check);
    if (violations > 0) said.push(`not "${check.name}": ${first.slice(0, 3).join("; ")}`);
  }
  if ((await client.query(holes)).rows.length > 0) said.push("a customer's numbers have a hole");
  return said;
}

async function storedScans(client: pg.Client): Promise<Map<string, { status?: string }>> {
  const { rows } = await client.query<{ id: string; result: { status?: string } }>("select id, result from scans");
  return new Map(rows.map(({ id, result }) => [id, result]));
}

function compareScans({ scans }: Writers, stored: Map<string, { status?: string }>): string[] {
  const lost = [...scans.values()].filter(
    ({ operation, result }) => stored.get(operation.id)?.status !== result?.status,
  );
  const unknown = [...stored.keys()].filter((id) => !scans.has(id));
  return [
    ...(lost.length > 0 ? [`${lost.length} scans are not kept as answered`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} scans are kept that nobody sent`] : []),
  ];
}

/** Every request whole or not at all, acknowledged ones whole, with the codes of the answer, without a hole. */
function compareCreations({ creations }: Writers, boxes: readonly StoredBox[], complaints: string[]) {
  const bySize = Map.groupBy(boxes, ({ size }) => size);
  let [whole, notAtAll] = [0, 0];
  for (const [size, { customer, amount, boxes: acknowledged }] of creations) {
    const found = bySize.get(size) ?? [];
    if (!acknowledged && found.length === 0) notAtAll++;
    if (!acknowledged && found.length === amount) whole++;
    const right = found.length === amount || (!acknowledged && found.length === 0);
    const consecutive = found.every((box, index) => box.number === (found[0]?.number ?? 0) + index);
    const same = acknowledged?.every(({ id, code }, index) => found[index]?.id === id && found[index].code === code);
    if (right && consecutive && same !== false && found.every((box) => box.customer === customer)) continue;
    complaints.push(
      `of ${amount} boxes of one request, acknowledged ${acknowledged?.length}, there are ${found.length}`,
    );
  }
  const foreign = [...bySize.keys()].filter((size) => !creations.has(size));
  if (foreign.length > 0) complaints.push(`boxes of ${foreign.length} requests that nobody sent`);
  return { whole, notAtAll };
}

/** Every box is where its last done scan and its deliveries have put it, with exactly one entry in its history for each. */
function compareBoxes({ scans }: Writers, stored: Stored, complaints: string[]): void {
  const { boxes, deliveries, pictures } = stored;
  const done = [...scans.values()].filter(({ result }) => result?.status === "done");
  const byThing = Map.groupBy(done, ({ operation }) => ("content" in operation && operation.content) || operation.code);
  const lines = Map.groupBy(
    deliveries
      .filter(({ comment }) => comment !== "")
      .flatMap((delivery) => delivery.lines.map((line) => ({ state: delivery.state, line }))),
    ({ line }) => line.split(" ", 2).join(" "),
  );
  const wrong = boxes.filter(({ id, code, state, place, entries, contents }) => {
    const own = lines.get(`box ${id}`) ?? [];
    const orders = [...own, ...contents.flatMap((content) => lines.get(`content ${content}`) ?? [])];
    const entryCount = [code, ...contents].flatMap((thing) => byThing.get(thing) ?? []).length;
    const due = 1 + contents.length + entryCount + orders.flatMap(entriesOf).length + (pictures.get(id) ?? 0);
    const [wantedState, wantedPlace] = whereabouts(byThing.get(code)?.at(-1), own);
    return entries !== due || state !== wantedState || place !== wantedPlace;
  });
  if (wrong.length > 0) complaints.push(`${wrong.length} boxes stand elsewhere: ${JSON.stringify(wrong.slice(0, 2))}`);
}

interface Stored {
  readonly boxes: readonly StoredBox[];
  readonly deliveries: readonly StoredDelivery[];
  readonly pictures: Entries;
}

interface Line {
  /** The delivery's. */
  readonly state: DeliveryState;
  readonly line: string;
}

/** A line is recorded when it is ordered or announced, when it is cancelled, and when a picked box leaves the archive. */
const entriesOf = ({ state, line }: Line) => {
  const left = state === DeliveryState.completed && line.startsWith("box") && line.includes("picked");
  return ["ordered", ...(state === DeliveryState.canceled ? ["canceled"] : []), ...(left ? ["left"] : [])];
};

/** The state of a box and its place. */
function whereabouts(last: Scan | undefined, orders: readonly Line[]): [state: number, place: string | null] {
  if (!last) return [0, null];
  const { operation, result } = last;
  if (operation.kind === "pick") return [orders.some(({ state }) => state === DeliveryState.completed) ? 2 : 4, null];
  if (operation.kind !== "store") return [result?.state ?? -1, null];
  const ordered = orders.some(({ line }) => line.includes("open"));
  return [ordered ? 4 : 1, `${operation.row}/${operation.part}/${operation.height}`];
}

function compareContents({ contents }: Writers, boxes: readonly StoredBox[], complaints: string[]): void {
  const boxOf = new Map(boxes.flatMap((box) => box.contents.map((content) => [content, box.id] as const)));
  const lost = [...contents].filter(([id, box]) => boxOf.get(id) !== box.id);
  if (lost.length > 0) complaints.push(`${lost.length} contents are not where they were added`);
}

async function sendAgain(writers: Writers, proved: Set<string>, complaints: string[]): Promise<void> {
  const fresh = [...writers.scans.values()].filter(({ operation }) => !proved.has(operation.id));
  for (let from = 0; from < fresh.length; from += resentAtOnce) {
    const part = fresh.slice(from, from + resentAtOnce);
    const results = await writers.sendScans(part.map(({ operation }) => operation));
    const other = part.filter(({ result }, index) => {
      const answer = results?.[index];
      return !answer?.again || !result || saidBy(answer) !== saidBy(result);
    });
    if (other.length > 0) complaints.push(`${other.length} scans that were sent again answered differently`);
    for (const { operation } of part) proved.add(operation.id);
  }
}

/** The newest boxes of every customer as the list shows them. */
async function compareLists(writers: Writers, boxes: readonly StoredBox[], complaints: string[]): Promise<void> {
  for (const customer of writers.customers) {
    const own = boxes.filter((box) => box.customer === customer).sort((a, b) => b.number - a.number);
    const url = `/boxes/?owner_id=${customer}&order_by=-code&limit=${listedAtOnce}`;
    const { count, results } = await writers.get<{ count: number; results: Box[] }>(url);
    const shown = results.map((box) => `${box.id} ${box.code} ${box.state} ${placeIn(box)}`);
    const there = own.slice(0, listedAtOnce).map((box) => `${box.id} ${box.code} ${box.state} ${box.place}`);
    if (count !== own.length || shown.join() !== there.join())
      complaints.push("a list shows other boxes than there are");
  }
}

const placeIn = ({ position }: Box) => (position ? `${position.row.id}/${position.part}/${position.height}` : null);
