import pg from "pg";
import type { Box } from "#contract/boxes.ts";
import type { Product } from "./faults-product.ts";
import type { Scan, Writers } from "./faults-writers.ts";

interface StoredBox {
  readonly id: number;
  readonly code: string;
  readonly customer: number;
  readonly number: number;
  readonly size: number;
  readonly state: number;
  readonly place: string | null;
  readonly entries: number;
}

const resentAtOnce = 500; // product 7
const listedAtOnce = 1000; // product 8

const allBoxes = `
  select id, code, customer_id as customer, number, size, state,
    row_id || '/' || part || '/' || height as place,
    (select count(*) from history h where h.box_id = b.id) as entries
  from boxes b order by id`;

/** What `magazin check` proves too, but without stopping the server: each answers a row for every fault. */
const invariants = {
  "a box's history has a hole": `
    select b.code from boxes b join history h on h.box_id = b.id
    group by b.id having count(*) <> b.history_count or max(h.seq) <> b.history_count`,
  "a customer's counter is wrong": `
    select customer_id, state from customer_counts k
    full join (select customer_id, state, count(*) n, coalesce(sum(size) filter (where row_id is not null), 0) mm
      from boxes group by 1, 2) b using (customer_id, state)
    where coalesce(k.boxes, 0) <> coalesce(b.n, 0) or coalesce(k.placed_mm, 0) <> coalesce(b.mm, 0)`,
  "an area's counter is wrong": `
    select area_id, state from area_counts k
    full join (select place_area as area_id, state, count(*) n from boxes group by 1, 2) b using (area_id, state)
    where coalesce(k.boxes, 0) <> coalesce(b.n, 0)`,
  "a customer's numbers have a hole": `
    select customer_id from boxes group by customer_id having max(number) <> count(*) or min(number) <> 1`,
};

/** What became of the requests that nobody acknowledged. */
export interface Proof {
  readonly complaints: readonly string[];
  readonly whole: number;
  readonly notAtAll: number;
}

/** Compares what was acknowledged with what is there; scans sent for the first time since `proved` are sent again. */
export async function prove(product: Product, writers: Writers, proved: Set<string>): Promise<Proof> {
  const complaints: string[] = [];
  const client = new pg.Client(product.connection);
  await client.connect();
  let boxes: StoredBox[];
  try {
    boxes = (await client.query<StoredBox>(allBoxes)).rows;
    for (const [fault, text] of Object.entries(invariants)) {
      const { rows } = await client.query<Record<string, unknown>>(text);
      if (rows[0]) complaints.push(`${fault}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    complaints.push(...compareScans(writers, await storedScans(client)));
  } finally {
    await client.end();
  }
  const { whole, notAtAll } = compareCreations(writers, boxes, complaints);
  comparePlaces(writers, boxes, complaints);
  await sendAgain(writers, proved, complaints);
  await compareLists(writers, boxes, complaints);
  complaints.push(...writers.surprises.splice(0));
  return { complaints, whole, notAtAll };
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

const placeOf = ({ row, part, height }: Scan["operation"]) => `${row}/${part}/${height}`;

/** Every box stands where its last done scan put it, with exactly one entry in its history for each. */
function comparePlaces({ scans }: Writers, boxes: readonly StoredBox[], complaints: string[]): void {
  const done = [...scans.values()].filter(({ result }) => result?.status === "done");
  const byCode = Map.groupBy(done, ({ operation }) => operation.code);
  const wrong = boxes.filter(({ code, state, place, entries }) => {
    const last = byCode.get(code)?.at(-1);
    if (entries !== 1 + (byCode.get(code)?.length ?? 0)) return true;
    return last ? state !== 1 || place !== placeOf(last.operation) : state !== 0 || place !== null;
  });
  if (wrong.length > 0) complaints.push(`${wrong.length} boxes stand elsewhere: ${JSON.stringify(wrong.slice(0, 2))}`);
}

async function sendAgain(writers: Writers, proved: Set<string>, complaints: string[]): Promise<void> {
  const fresh = [...writers.scans.values()].filter(({ operation }) => !proved.has(operation.id));
  for (let from = 0; from < fresh.length; from += resentAtOnce) {
    const part = fresh.slice(from, from + resentAtOnce);
    const results = await writers.sendScans(part.map(({ operation }) => operation));
    const other = part.filter(({ result }, index) => JSON.stringify(results?.[index]) !== JSON.stringify(result));
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
