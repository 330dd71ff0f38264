import { between, pick, type Random, randomFrom } from "./random.ts";
import type { BoxPlan } from "./box-plan.ts";
import { deliveryDay, type PlannedCustomer, type SeedPlan } from "./customers.ts";
import { dayOf, later, storedAt, workDay } from "./days.ts";
import { type Ending, boxCourses } from "./fates.ts";

export interface PlannedDelivery {
  readonly customer: number;
  readonly kind: 0 | 1;
  readonly ending: Ending;
  /** Among the customer's delivery options; undefined for a return. */
  readonly option: number | undefined;
  /** Its place in the order of creation, from 0. */
  order: number;
  /** Minutes since 1970. */
  created: number;
  picked: number;
  /** Handed over, received or cancelled. */
  done: number;
  /** The day it is promised or announced for. */
  day: number;
  state: number;
}

interface Collecting {
  readonly index: number;
  left: number;
}

/** The last minute at which something in the delivery was not ready for it. */
type ReadyAt = Map<PlannedDelivery, number>;

/**
 * Puts the boxes that were ordered into deliveries of their customer, and those that came back into returns. Sets `delivery`
 * and `back` of the boxes; answers the deliveries.
 */
export function planDeliveries(
  wanted: SeedPlan,
  customers: readonly PlannedCustomer[],
  boxes: BoxPlan,
): PlannedDelivery[] {
  const random = randomFrom(wanted.seed, "deliveries");
  const out = collect(random, customers, boxes, wanted.now);
  for (const [delivery, ready] of out.readyAt) setTimes(random, delivery, { ready, now: wanted.now, customers });
  const back = collectReturns(random, boxes, out.deliveries, wanted.now);
  for (const [delivery, ready] of back.readyAt) setReturnTimes(random, delivery, ready, wanted.now);
  const deliveries = [...out.deliveries, ...back.deliveries];
  [...deliveries]
    .sort((a, b) => a.created - b.created || a.customer - b.customer)
    .forEach((each, order) => (each.order = order));
  return deliveries;
}

const newDelivery = (customer: number, kind: 0 | 1, ending: Ending, option: number | undefined): PlannedDelivery => ({
  customer,
  kind,
  ending,
  option,
  order: 0,
  created: 0,
  picked: 0,
  done: 0,
  day: 0,
  state: { open: 0, done: 2, cancelled: 3 }[ending],
});

function collect(random: Random, customers: readonly PlannedCustomer[], boxes: BoxPlan, now: number) {
  const deliveries: PlannedDelivery[] = [];
  const readyAt: ReadyAt = new Map();
  const collecting = new Map<string, Collecting>();
  for (let box = 0; box < boxes.count; box++) {
    const fate = boxCourses[boxes.fate[box] ?? 0];
    if (!fate?.delivery) continue;
    const customer = boxes.customer[box] ?? 0;
    const key = `${customer} ${fate.delivery}`;
    let group = collecting.get(key);
    if (!group || group.left === 0) {
      const option = between(random, 0, (customers[customer]?.options.length ?? 1) - 1);
      const index = deliveries.push(newDelivery(customer, 0, fate.delivery, option)) - 1;
      group = { index, left: between(random, 1, 9) };
      collecting.set(key, group);
    }
    group.left--;
    boxes.delivery[box] = group.index;
    const delivery = deliveries[group.index] as PlannedDelivery;
    if (fate.delivery === "open" && (fate.steps.includes("pick") || random() < 0.05)) delivery.state = 1;
    readyAt.set(delivery, Math.max(readyAt.get(delivery) ?? 0, storedAt(boxes.created[box] ?? 0, now)));
  }
  return { deliveries, readyAt };
}

interface Times {
  readonly ready: number;
  readonly now: number;
  readonly customers: readonly PlannedCustomer[];
}

function setTimes(random: Random, delivery: PlannedDelivery, { ready, now, customers }: Times): void {
  const today = dayOf(now);
  const option = customers[delivery.customer]?.options[delivery.option ?? 0];
  const open = delivery.ending === "open";
  const day = open ? today - between(random, 0, 2) : between(random, dayOf(ready) + 1, today - 12);
  delivery.created = later(ready, day, between(random, 360, 840), now - 60);
  const earliest = open ? Math.max(today, dayOf(delivery.created) + 1) : dayOf(delivery.created) + 1;
  delivery.day = option ? deliveryDay(option, earliest) : earliest;
  delivery.picked = later(delivery.created, open ? today : delivery.day, between(random, 300, 480), now);
  const handedOver = later(delivery.picked, delivery.day, between(random, 500, 720), now);
  delivery.done = delivery.ending === "cancelled" ? delivery.created + between(random, 5, 50) : handedOver;
}

function collectReturns(random: Random, boxes: BoxPlan, out: readonly PlannedDelivery[], now: number) {
  const deliveries: PlannedDelivery[] = [];
  const readyAt: ReadyAt = new Map();
  const collecting = new Map<string, Collecting>();
  for (let box = 0; box < boxes.count; box++) {
    const delivery = out[boxes.delivery[box] ?? -1];
    const steps = boxCourses[boxes.fate[box] ?? 0]?.steps;
    if (!delivery || !steps?.includes("announce")) continue;
    const ending = steps.includes("receive") ? "done" : "open";
    const key = `${delivery.customer} ${ending}`;
    let group = collecting.get(key);
    if (!group || group.left === 0) {
      const index = deliveries.push(newDelivery(delivery.customer, 1, ending, undefined)) - 1;
      group = { index, left: between(random, 1, 6) };
      collecting.set(key, group);
    }
    group.left--;
    boxes.back[box] = out.length + group.index;
    const back = deliveries[group.index] as PlannedDelivery;
    readyAt.set(back, Math.max(readyAt.get(back) ?? 0, Math.min(delivery.done, now)));
  }
  return { deliveries, readyAt };
}

function setReturnTimes(random: Random, delivery: PlannedDelivery, ready: number, now: number): void {
  const today = dayOf(now);
  const open = delivery.ending === "open";
  const day = open
    ? today - between(random, 0, 2)
    : between(random, dayOf(ready) + 1, Math.max(dayOf(ready) + 1, today - 4));
  delivery.created = later(ready, day, between(random, 360, 840), now - 240);
  delivery.day = workDay(today + between(random, 1, 3));
  if (open) return;
  delivery.done = later(delivery.created, dayOf(delivery.created) + 1, pick(random, [400, 520, 700]), now - 120);
  delivery.picked = delivery.done;
}
