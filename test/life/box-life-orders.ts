import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  cancelDelivery,
  completeDelivery,
  createDelivery,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import type { Operation, OperationResult } from "#contract/schemas/scanning/scans.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { Database } from "#server/database/database.ts";
import type { Answer, Client } from "#test/support/client.ts";
import type { Box, Customer, factories } from "#test/support/factories.ts";

type Id = { readonly id: number };

/** An option with which something can be ordered at any time: every day, until the last minute of it. */
export const anyDay = { days: [1, 2, 3, 4, 5, 6, 7], to: "23:59", prior: 0 };

/** A box with one of its contents, and staff who act on them. */
interface Acting {
  readonly db: Database;
  readonly staff: Client;
  /** A delivery option of the box's owner. */
  readonly option: Id;
  readonly box: Box;
  readonly content: Id;
}

type Act = (acting: Acting) => Promise<Answer>;
type Kinds = { [K in Operation["kind"]]: Omit<Extract<Operation, { kind: K }>, "id"> }[Operation["kind"]];

/** One scan; answers its result. */
export async function scanned(staff: Client, operation: Kinds): Promise<OperationResult | undefined> {
  return (await staff.call(scan, { body: { operations: [{ ...operation, id: randomUUID() }] } })).results[0];
}

interface OpenLine {
  readonly delivery: number;
  readonly code: number;
}

/** The open delivery that a box, or one of its contents, is in. */
async function openDelivery(db: Database, box: Id): Promise<OpenLine | undefined> {
  const { rows } = await sql<OpenLine>`
    select d.id as delivery, d.code from deliveries d where id in (
      select delivery_id from delivery_boxes where open and box_id = ${box.id}
      union select delivery_id from delivery_contents where open and box_id = ${box.id}) order by d.id limit 1`.execute(
    db.read,
  );
  return rows[0];
}

/** Its number, as people read it. */
export async function deliveryOf(db: Database, box: Id): Promise<string> {
  return showDeliveryCode((await openDelivery(db, box))?.code ?? 0);
}

const ordering =
  (kind: 0 | 1, things: (acting: Acting) => { boxes?: number[]; boxcontents?: number[] }): Act =>
  (acting) => {
    const { staff, option, box } = acting;
    const delivery_option = kind === DeliveryKind.return ? null : option.id; // a return has none
    const body = { kind, customer: box.owner.id, delivery_option, ...things(acting) };
    return staff.ask(createDelivery, { body });
  };

/** An act on the delivery that the box or one of its contents is in; of one that nobody has where it is in none. */
const within =
  (act: (acting: Acting, delivery: number) => Promise<Answer>): Act =>
  async (acting) =>
    act(acting, (await openDelivery(acting.db, acting.box))?.delivery ?? 2_000_000_000);

const scanning = (operation: (acting: Acting, delivery: number) => Kinds): Act =>
  within((acting, delivery) =>
    acting.staff.ask(scan, { body: { operations: [{ ...operation(acting, delivery), id: randomUUID() }] } }),
  );

/** Everything that deliveries do to a box and its contents. */
export const deliveryActions = {
  order: ordering(DeliveryKind.customer, ({ box }) => ({ boxes: [box.id] })),
  orderContent: ordering(DeliveryKind.customer, ({ content }) => ({ boxcontents: [content.id] })),
  announce: ordering(DeliveryKind.return, ({ box }) => ({ boxes: [box.id] })),
  announceContent: ordering(DeliveryKind.return, ({ content }) => ({ boxcontents: [content.id] })),
  start: within(({ staff }, id) => staff.ask(startDelivery, { path: { id } })),
  pick: scanning(({ box }, delivery) => ({ kind: "pick", delivery, code: box.code })),
  pickContent: scanning(({ content }, delivery) => ({ kind: "pick", delivery, content: content.id })),
  missing: scanning(({ box }, delivery) => ({ kind: "missing", delivery, code: box.code, text: "nicht am Platz" })),
  missingContent: scanning(({ content }, delivery) => ({
    kind: "missing",
    delivery,
    content: content.id,
    text: "nicht in der Box",
  })),
  complete: within(({ staff }, id) => staff.ask(completeDelivery, { path: { id } })),
  cancel: within(({ staff }, id) => staff.ask(cancelDelivery, { path: { id } })),
} satisfies Record<string, Act>;
export type DeliveryAction = keyof typeof deliveryActions;

interface Ordering {
  readonly a: ReturnType<typeof factories>;
  readonly client: Client;
  readonly owner: Customer;
}

/** Orders boxes and contents for a customer, with a delivery option that is made for it. */
export async function ordered(
  { a, client, owner }: Ordering,
  boxes: readonly Id[],
  contents: readonly Id[] = [],
): Promise<DeliveryDetail> {
  const option = await a.option({ owner, ...anyDay });
  const body = { customer: owner.id, delivery_option: option.id };
  const ids = (things: readonly Id[]) => things.map(({ id }) => id);
  return client.call(createDelivery, { body: { ...body, boxes: ids(boxes), boxcontents: ids(contents) } });
}

/** Orders one box as staff and takes it from its place. */
export async function orderedAndPicked({ a, client }: Omit<Ordering, "owner">, box: Box): Promise<DeliveryDetail> {
  const delivery = await ordered({ a, client, owner: box.owner }, [box]);
  const picked = await scanned(client, { kind: "pick", delivery: delivery.id, code: box.code });
  if (picked?.status !== "done") throw new Error(`The box was not picked: ${picked?.message}`);
  return delivery;
}
