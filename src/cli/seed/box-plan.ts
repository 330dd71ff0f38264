import { between, pickWeighted, randomFrom } from "./random.ts";
import type { PlannedCustomer, SeedPlan } from "./customers.ts";
import { dayOf, later } from "./days.ts";
import { boxCourses } from "./fates.ts";

/** One entry per box, in the order of their creation. */
export interface BoxPlan {
  readonly count: number;
  readonly customer: Int32Array;
  readonly number: Int32Array;
  /** Minutes since 1970. */
  readonly created: Int32Array;
  readonly fate: Uint8Array;
  /** Counts through the places row by row; -1 where it never had one. */
  readonly place: Int32Array;
  /** Delivery that brought it or its content out, -1 for none. */
  readonly delivery: Int32Array;
  /** Return by which it came back, -1 for none. */
  readonly back: Int32Array;
}

export interface RowSize {
  readonly parts: number;
  readonly heights: number;
}

/** The last boxes were made this many days ago, so that there is time for their deliveries. */
const lastDaysAgo = 21;

/** Returns the size of a row, in parts and heights, for an archive of so many boxes. */
export function rowSizeFor(boxes: number): RowSize {
  if (boxes < 5000) return { parts: 10, heights: 5 };
  return boxes < 50_000 ? { parts: 20, heights: 6 } : { parts: 70, heights: 7 };
}

interface Batch {
  readonly customer: number;
  readonly first: number;
  readonly amount: number;
  readonly created: number;
}

/** Customers bring their boxes in batches over the years; boxes of all customers are made in turn. */
function planBatches({ seed, now }: SeedPlan, customers: readonly PlannedCustomer[]): Batch[] {
  const random = randomFrom(seed, "batches");
  const lastDay = dayOf(now) - lastDaysAgo;
  const batches = customers.flatMap(({ boxes, since }, customer) => {
    const amounts: number[] = [];
    for (let remaining = boxes; remaining > 0; remaining -= amounts.at(-1) ?? 0) {
      amounts.push(Math.min(remaining, between(random, 2, Math.max(4, Math.min(120, Math.ceil(boxes / 15))))));
    }
    const times = amounts
      .map(() => later(0, between(random, since, lastDay - 3), between(random, 360, 900), now))
      .sort((a, b) => a - b);
    let first = 1;
    return amounts.map((amount, index) => {
      const batch = { customer, first, amount, created: times[index] ?? 0 };
      first += amount;
      return batch;
    });
  });
  return batches.sort((a, b) => a.created - b.created || a.customer - b.customer);
}

/** Plans which customer brought which box when, and the fate of each box. */
export function planBoxes(wanted: SeedPlan, customers: readonly PlannedCustomer[]): BoxPlan {
  const random = randomFrom(wanted.seed, "fates");
  const column = () => new Int32Array(wanted.boxes);
  const fate = new Uint8Array(wanted.boxes);
  const [customer, number, created, place] = [column(), column(), column(), column()];
  const weights = [0, 1, 2].map((age) => boxCourses.map((each) => each.weights[age] ?? 0));
  let box = 0;
  for (const batch of planBatches(wanted, customers)) {
    const all = customers[batch.customer]?.boxes ?? 1;
    for (let next = batch.first; next < batch.first + batch.amount; next++, box++) {
      const age = next / all;
      customer[box] = batch.customer;
      number[box] = next;
      created[box] = batch.created;
      fate[box] = pickWeighted(random, weights[age < 0.25 ? 0 : age < 0.97 ? 1 : 2] ?? []);
    }
  }
  const none = () => new Int32Array(wanted.boxes).fill(-1);
  return { count: wanted.boxes, customer, number, created, fate, place, delivery: none(), back: none() };
}

/** Gives the boxes their places. Several rows are being filled at a time; a batch stands together. Answers how many rows there are. */
export function placeBoxes(
  seed: number,
  { count, created, customer, fate, place }: BoxPlan,
  { parts, heights }: RowSize,
): number {
  const random = randomFrom(seed, "places");
  const perRow = parts * heights;
  let rows = 0;
  const open = Array.from({ length: Math.min(12, Math.ceil(count / perRow)) }, () => rows++ * perRow);
  let at = 0;
  for (let box = 0; box < count; box++) {
    const sameBatch = box > 0 && created[box] === created[box - 1] && customer[box] === customer[box - 1];
    if (!sameBatch) at = between(random, 0, open.length - 1);
    place[box] = -1;
    if (!boxCourses[fate[box] ?? 0]?.steps.includes("move")) continue;
    const free = (open[at] ?? 0) + (random() < 0.04 ? 1 : 0);
    place[box] = free;
    open[at] = free + 1;
    // A skipped place may be the row's last: rows end where the next free place would lie in another one.
    if (Math.floor((free + 2) / perRow) !== Math.floor(free / perRow)) open[at] = rows++ * perRow;
  }
  return rows;
}
