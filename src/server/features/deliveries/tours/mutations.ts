import { sql } from "kysely";
import type * as contract from "#contract/calls/deliveries/tours.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { changedFields } from "#rules/access/audit/changed-fields.ts";
import { showDate } from "#rules/dates.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { TourState } from "#rules/deliveries/tours.ts";
import * as refused from "#rules/texts/tour-refusals.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import type { CustomerMail } from "#server/database/messages/mail-facts.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

// Whoever changes a tour locks it first, and its stops and deliveries only afterwards.

/** Locks a tour. @throws 404, or a 400 where it is over */
async function lockTour(tx: Transaction, id: number) {
  const those = tx.selectFrom("tours").select(["state", "day", "vehicle", "driver"]).where("id", "=", id).forUpdate();
  const tour = await those.executeTakeFirst();
  if (!tour) throw notFound();
  if (tour.state === TourState.over) throw refuse(refused.tourOver);
  return tour;
}

type Tour = Pick<Awaited<ReturnType<typeof lockTour>>, "day" | "vehicle">;
const nameOf = ({ day, vehicle }: Tour) => [showDate(day), vehicle].filter((text) => text !== "").join(", ");
const recordChange = (tx: Transaction, actor: Actor, tour: Tour, what: string) =>
  record(tx, actor, { kind: AuditKind.tourChanged, meta: { about: `${nameOf(tour)}, ${what}` } });

/** As the audit trail names what has changed. */
const labels = { day: "Tag", vehicle: "Fahrzeug", driver: "Fahrer" } as const;

/** Plans a tour; answers its id. @throws a 400 for a delivery that cannot be on it */
export async function createTour(
  tx: Transaction,
  actor: Actor,
  scope: Scope,
  { day, vehicle, driver, deliveries }: Body<typeof contract.createTour>,
): Promise<number> {
  const values = { day, vehicle, driver, user_id: scope.userId };
  const { id } = await tx.insertInto("tours").values(values).returning("id").executeTakeFirstOrThrow();
  await putStops(tx, id, deliveries, []);
  await record(tx, actor, { kind: AuditKind.tourCreated, meta: { about: nameOf({ day, vehicle }) } });
  return id;
}

/** Changes day, vehicle and driver. @throws a 400 where the tour is over */
export async function editTour(
  tx: Transaction,
  actor: Actor,
  id: number,
  { before: seen, ...body }: Body<typeof contract.editTour>,
): Promise<void> {
  const before = await lockTour(tx, id);
  refuseOverwriting(before, body, seen, { day: showDate });
  const values = pickSent(body);
  if (Object.keys(values).length > 0) await tx.updateTable("tours").set(values).where("id", "=", id).execute();
  const changes = changedFields(labels, before, values);
  if (changes !== "") await recordChange(tx, actor, before, changes);
}

/** Deletes a tour that has not begun. @throws a 400 for any other */
export async function deleteTour(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const tour = await lockTour(tx, id);
  if (tour.state !== TourState.planned) throw refuse(refused.tourBegun);
  await tx.deleteFrom("tours").where("id", "=", id).execute();
  await record(tx, actor, { kind: AuditKind.tourDeleted, meta: { about: nameOf(tour) } });
}

/** Sets the open stops of a tour, in order. @throws a 400 where they are others than the caller saw, or one cannot be on it */
export async function setStops(
  tx: Transaction,
  actor: Actor,
  id: number,
  { deliveries, before }: Body<typeof contract.setStops>,
): Promise<void> {
  const tour = await lockTour(tx, id);
  const open = await openStops(tx, id);
  if (before && String(before) !== String(open)) throw refuse(refused.stopsChanged);
  await putStops(tx, id, deliveries, open);
  if (String(deliveries) !== String(open)) await recordChange(tx, actor, tour, `${deliveries.length} offene Halte`);
}

/** The deliveries of a tour's open stops, in order. */
async function openStops(tx: Transaction, id: number): Promise<number[]> {
  const { rows } = await sql<{ delivery_id: number }>`
    select delivery_id from tour_stops where tour_id = ${id}::bigint and ended is null order by place, id`.execute(tx);
  return rows.map(({ delivery_id }) => delivery_id);
}

async function putStops(tx: Transaction, id: number, deliveries: readonly number[], before: readonly number[]) {
  if (new Set(deliveries).size < deliveries.length) throw badInput({ deliveries: [refused.stopTwice] });
  const added = deliveries.filter((delivery) => !before.includes(delivery));
  await refuseUnfit(tx, added);
  await sql`
    delete from tour_stops where tour_id = ${id}::bigint and ended is null and delivery_id <> all(${deliveries}::bigint[])`.execute(
    tx,
  );
  await sql`
    update tour_stops s set place = wanted.place from unnest(${deliveries}::bigint[]) with ordinality wanted(delivery, place)
    where s.tour_id = ${id}::bigint and s.ended is null and s.delivery_id = wanted.delivery`.execute(tx);
  const { rows } = await sql<{ delivery_id: number }>`
    insert into tour_stops (tour_id, delivery_id, place)
    select ${id}::bigint, delivery, place from unnest(${deliveries}::bigint[]) with ordinality wanted(delivery, place)
    where delivery = any(${added}::bigint[]) order by delivery
    on conflict (delivery_id) where ended is null do nothing returning delivery_id`.execute(tx);
  const taken = added.find((delivery) => !rows.some(({ delivery_id }) => delivery_id === delivery));
  if (taken !== undefined) await refuseTaken(tx, taken);
}

interface UnfitDelivery {
  id: number;
  code: number;
  open: boolean;
}

const unfitDelivery = selectList<UnfitDelivery>({
  ...fromTable("deliveries", "id", "code"),
  open: sql`state in (0, 1)`,
});

/** @throws a 400 for what is no delivery, or is finished */
async function refuseUnfit(tx: Transaction, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<UnfitDelivery>`
    select ${unfitDelivery} from deliveries where id = any(${ids}::bigint[])`.execute(tx);
  if (rows.length < ids.length) throw badInput({ deliveries: [refused.noSuchDelivery] });
  const over = rows.find(({ open }) => !open);
  if (over) throw badInput({ deliveries: [refused.deliveryOver(showDeliveryCode(over.code))] });
}

async function refuseTaken(tx: Transaction, id: number): Promise<never> {
  const those = tx.selectFrom("deliveries").select("code").where("id", "=", id);
  const { code } = await those.executeTakeFirstOrThrow();
  throw badInput({ deliveries: [refused.onOtherTour(showDeliveryCode(code))] });
}

const stopFacts = selectList<StopFacts>({
  ...fromTable("d", "id", "code", "kind", "customer_id"),
  is_picked: sql`exists (
    select from delivery_boxes where delivery_id = d.id and open and picked is not null
    union all select from delivery_contents where delivery_id = d.id and open and picked is not null)`,
});

/**
 * Begins a tour. Where it is one of `today` (`YYYY-MM-DD`) it notifies the customers to whom something is on its way, or from whom something is fetched.
 * @throws a 400 where it has begun, or goes nowhere
 */
export async function startTour(tx: Transaction, actor: Actor, id: number, today: string): Promise<void> {
  const tour = await lockTour(tx, id);
  if (tour.state !== TourState.planned) throw refuse(refused.tourBegun);
  const { rows } = await sql<StopFacts>`
    select ${stopFacts}
    from tour_stops s join deliveries d on d.id = s.delivery_id
    where s.tour_id = ${id}::bigint and s.ended is null and d.state in (0, 1) order by s.place, s.id`.execute(tx);
  if (rows.length === 0) throw refuse(refused.tourEmpty);
  await sql`
    update tours set state = ${TourState.underway}::smallint, started = now() where id = ${id}::bigint`.execute(tx);
  await recordChange(tx, actor, tour, "begonnen");
  if (tour.day !== today) return;
  for (const stop of rows.filter(({ kind, is_picked }) => kind === DeliveryKind.pickup || is_picked))
    await notifyOnce(tx, stop, { mail: "vanUnderway", delivery: stop.id, code: stop.code, kind: stop.kind }, id);
}

interface StopFacts {
  readonly id: number;
  readonly code: number;
  readonly kind: DeliveryKind;
  readonly customer_id: number;
  /** True where anything of the delivery is off the shelf. */
  readonly is_picked?: boolean;
}

const notifyOnce = (tx: Transaction, stop: StopFacts, mail: CustomerMail, tour: number) =>
  notifyCustomer(tx, stop.customer_id, mail, `${stop.id} ${tour}`);

/** Ends a tour: what was not handed over may go on another one. @throws a 400 where it is not under way */
export async function endTour(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const tour = await lockTour(tx, id);
  if (tour.state !== TourState.underway) throw refuse(refused.tourNotBegun);
  await sql`update tours set state = ${TourState.over}::smallint, ended = now() where id = ${id}::bigint`.execute(tx);
  await sql`update tour_stops set ended = now() where tour_id = ${id}::bigint and ended is null`.execute(tx);
  await recordChange(tx, actor, tour, "beendet");
}

const absentStop = selectList<Omit<StopFacts, "is_picked">>(fromTable("d", "id", "code", "kind", "customer_id"));

/** Reports that nobody took a delivery over, and notifies its customer. @throws a 400 where it is no open stop of a tour under way */
export async function reportAbsence(
  tx: Transaction,
  actor: Actor,
  id: number,
  { delivery, absence }: Body<typeof contract.reportAbsence>,
): Promise<void> {
  const tour = await lockTour(tx, id);
  if (tour.state !== TourState.underway) throw refuse(refused.tourNotBegun);
  const { rows } = await sql<Omit<StopFacts, "is_picked">>`
    update tour_stops s set ended = now(), absence = ${absence} from deliveries d
    where s.tour_id = ${id}::bigint and s.delivery_id = ${delivery}::bigint and s.ended is null and d.id = s.delivery_id and d.state in (0, 1)
    returning ${absentStop}`.execute(tx);
  const [stop] = rows;
  if (!stop) throw badInput({ delivery: [refused.noStop] });
  await recordChange(tx, actor, tour, `nicht angetroffen: ${showDeliveryCode(stop.code)}`);
  await notifyOnce(tx, stop, { mail: "notMet", delivery: stop.id, code: stop.code, kind: stop.kind, absence }, id);
}
