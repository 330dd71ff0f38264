import type pg from "pg";
import { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";
import type { Writers } from "./writers.ts";
import type { Order, Scan } from "./writing.ts";

export interface StoredDelivery {
  readonly id: number;
  readonly customer: number;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  readonly comment: string;
  /** Ordered things and their outcome: `box 17 open picked`. */
  readonly lines: readonly string[];
}

/** Where a delivery stands that has gone as far as it was to go. */
const stateAfter = { open: 0, canceled: 3, started: 1, picked: 1, completed: 2, received: 2, announced: 2 } as const;

const line = (
  thing: string,
) => `concat_ws(' ', ${thing}, case when open then 'open' end, case when picked is not null then 'picked' end,
  case when missing is not null then 'missing' end, case when received is not null then 'received' end)`;
const allDeliveries = `
  select id, customer_id as customer, kind, state, comment,
    array(select ${line("'box', box_id")} from delivery_boxes where delivery_id = d.id order by box_id)
    || array(select ${line("'content', content_id")} from delivery_contents where delivery_id = d.id order by content_id) as lines
  from deliveries d order by id`;

export const storedDeliveries = async (client: pg.Client): Promise<StoredDelivery[]> =>
  (await client.query<StoredDelivery>(allDeliveries)).rows;

/** Every order whole or not at all; acknowledged ones whole and where the last acknowledged step left them. */
export function compareDeliveries(writers: Writers, stored: readonly StoredDelivery[], complaints: string[]) {
  const byComment = Map.groupBy(stored, ({ comment }) => comment);
  const ends = endsOf(writers);
  let [whole, notAtAll] = [0, 0];
  for (const [index, order] of writers.orders.entries()) {
    const found = byComment.get(String(index + 1)) ?? [];
    const wanted = JSON.stringify(expected(order, ends));
    const right = found.length === 1 && found[0] !== undefined && wanted === shown(found[0]);
    const free = order.delivery === undefined && found.length === 0;
    if (free && !order.refused) notAtAll++;
    if (order.delivery === undefined && right && !order.refused) whole++;
    const same = order.delivery === undefined || order.delivery === found[0]?.id;
    if (order.refused ? free : free || (right && same)) continue;
    complaints.push(
      `order ${index + 1}, acknowledged as ${order.delivery}: ${found.map(shown).join()} is not ${wanted}`,
    );
  }
  compareReturns(byComment.get("") ?? [], ends, complaints);
  const foreign = stored.filter(({ comment }) => comment !== "" && !writers.orders[Number(comment) - 1]);
  if (foreign.length > 0) complaints.push(`${foreign.length} deliveries that nobody ordered`);
  return { whole, notAtAll };
}

const shown = ({ customer, kind, state, lines }: StoredDelivery) => JSON.stringify({ customer, kind, state, lines });

/** Effects of done scans on things: by delivery where they name it, else by the thing alone. */
interface Ends {
  readonly picked: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  readonly received: ReadonlySet<string>;
  /** The things that came back without being announced. */
  readonly unannounced: readonly string[];
}

function endsOf({ scans, orders, creations }: Writers): Ends {
  const idOf = new Map([...creations.values()].flatMap(({ boxes = [] }) => boxes.map(({ id, code }) => [code, id])));
  const done = [...scans.values()].filter(({ result }) => result?.status === "done");
  const things = (kind: Scan["operation"]["kind"]) =>
    done.flatMap(({ operation }) => {
      if (operation.kind !== kind) return [];
      const delivery = "delivery" in operation ? `${operation.delivery} ` : "";
      const content = "content" in operation ? operation.content : undefined;
      return [`${delivery}${content === undefined ? `box ${idOf.get(operation.code ?? "")}` : `content ${content}`}`];
    });
  const received = things("receive");
  const announced = new Set(
    orders.filter(({ kind, delivery }) => kind === DeliveryKind.return && delivery !== undefined).flatMap(thingsOf),
  );
  return {
    picked: new Set(things("pick")),
    missing: new Set(things("missing")),
    received: new Set(received),
    unannounced: received.filter((thing) => !announced.has(thing)),
  };
}

const thingsOf = ({ boxes, contents }: Pick<Order, "boxes" | "contents">) => [
  ...boxes.map(({ id }) => `box ${id}`),
  ...contents.map((id) => `content ${id}`),
];

/** Returns what must be stored of an order; of one that was not acknowledged, if anything. */
function expected(order: Order, ends: Ends) {
  const { customer, kind, delivery } = order;
  const state = delivery === undefined ? DeliveryState.open : stateAfter[order.fate];
  const running = state === DeliveryState.open || state === DeliveryState.processing;
  const lines = thingsOf(order).map((thing) => {
    const isMissing = ends.missing.has(`${delivery} ${thing}`);
    const isPicked = ends.picked.has(`${delivery} ${thing}`);
    const isReceived = kind === DeliveryKind.return && delivery !== undefined && ends.received.has(thing);
    const words = [running && !isMissing && "open", isPicked && "picked", isMissing && "missing"];
    return [thing, ...words, isReceived && "received"].filter(Boolean).join(" ");
  });
  return { customer, kind, state, lines };
}

/** Each thing that came back without being announced is a return of its own, once. */
function compareReturns(returns: readonly StoredDelivery[], { unannounced }: Ends, complaints: string[]): void {
  const there = returns.map(({ kind, state, lines }) => `${kind} ${state} ${lines.join()}`).sort();
  const wanted = unannounced.map((thing) => `1 2 ${thing} received`).sort();
  if (there.join() !== wanted.join())
    complaints.push(`${there.length} returns are kept of ${wanted.length} things that came back unannounced`);
}
