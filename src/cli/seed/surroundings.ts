import { businessZone } from "#rules/dates.ts";
import { between, pick, randomFrom } from "./random.ts";
import type { SeededIds, SeededRow } from "./boxes.ts";
import { dayText, minuteText } from "./days.ts";
import type { PlannedDelivery } from "./deliveries.ts";
import type { BulkLoad } from "#server/database/sql/load-much.ts";
import type { ArchivePlan } from "./plan.ts";
import { retentionClasses } from "./retention.ts";

/** The staff of the seeded archive. */
export const staff = [
  { first: "Sabine", last: "Krüger", email: "sabine.krueger@muster-archiv.example", gender: "F" },
  { first: "Łukasz", last: "Nowak", email: "lukasz.nowak@muster-archiv.example", gender: "M" },
  { first: "Jörg", last: "Čermák", email: "joerg.cermak@muster-archiv.example", gender: "M" },
  { first: "Anja", last: "Großmann", email: "anja.grossmann@muster-archiv.example", gender: "F" },
] as const;

const userColumns = "id, email, first_name, last_name, gender, phone1, is_staff, init_password, password_hash, created";

/** Everything that a box needs around it. Answers the ids that it was given. */
export async function loadSurroundings(loading: BulkLoad, plan: ArchivePlan, passwordHash: string): Promise<SeededIds> {
  const authors = await loadStaff(loading, plan, passwordHash);
  const { customers, options } = await loadCustomers(loading, plan, passwordHash);
  const rows = await loadStock(loading, plan);
  const delivery = { id: await loading.nextId("deliveries"), code: await loading.nextId("deliveries", "code") };
  await loadDeliveries(loading, plan, { ...delivery, customers, options, authors });
  return {
    customers,
    rows,
    classes: await retentionClasses(loading),
    staff: authors,
    firstDelivery: delivery.id,
    firstDeliveryCode: delivery.code,
    firstBox: await loading.nextId("boxes"),
    firstContent: await loading.nextId("contents"),
  };
}

async function loadStaff({ query }: BulkLoad, plan: ArchivePlan, passwordHash: string): Promise<number[]> {
  const startedAt = minuteText(plan.wanted.now - 5500 * 1440);
  for (const { email, first, last, gender } of staff) {
    await query(
      `insert into users (email, first_name, last_name, gender, is_staff, password_hash, created)
       values ($1, $2, $3, $4, true, $5, $6) on conflict (email) do nothing`,
      [email, first, last, gender, passwordHash, startedAt],
    );
  }
  const users = await query<{ id: number }>("select id from users where email = any($1) order by id", [
    staff.map(({ email }) => email),
  ]);
  return users.map(({ id }) => id);
}

/** Customers, their users and their delivery options, with the ids of the first two. */
async function loadCustomers(loading: BulkLoad, plan: ArchivePlan, passwordHash: string) {
  const first = {
    customer: await loading.nextId("customers"),
    user: await loading.nextId("users"),
    option: await loading.nextId("delivery_options"),
  };
  const lines = { customers: "", users: "", assigned: "", options: "" };
  let [user, option] = [first.user, first.option];
  const options: number[] = [];
  for (const [index, each] of plan.customers.entries()) {
    const id = first.customer + index;
    const createdAt = minuteText(each.since * 1440 + 480);
    lines.customers += `${id}\t${each.code}\t${each.name}\t${each.notes}\t${each.name}\t${each.postcode}\t${each.city}\t${each.street}\t${each.meterPrice}\t${createdAt}\n`;
    for (const person of each.users) {
      lines.users += `${user}\t${person.email}\t${person.firstName}\t${person.lastName}\t${person.gender}\t${person.phone}\tf\tt\t${passwordHash}\t${createdAt}\n`;
      lines.assigned += `${id}\t${user++}\n`;
    }
    options.push(option);
    for (const { description, days, from, to, prior, window, price } of each.options) {
      lines.options += `${option++}\t${id}\t${description}\t{${days.join(",")}}\t${from}\t${to}\t${prior}\t${window}\t${price}\t${createdAt}\n`;
    }
  }
  await loading.copy(
    "customers",
    "id, code, name, notes, address_name, address_postcode, address_city, address_street, meter_price, created",
    [lines.customers],
  );
  await loading.copy("users", userColumns, [lines.users]);
  await loading.copy("customer_users", "customer_id, user_id", [lines.assigned]);
  await loading.copy(
    "delivery_options",
    "id, customer_id, description, days, from_time, to_time, prior_hours, window_hours, price, created",
    [lines.options],
  );
  await loading.usedIds("customers", first.customer + plan.customers.length - 1);
  if (user > first.user) await loading.usedIds("users", user - 1);
  await loading.usedIds("delivery_options", option - 1);
  return { customers: plan.customers.map((_, index) => first.customer + index), options };
}

/** Areas, and how much of the rows each has. */
const areaShares: readonly (readonly [name: string, share: number])[] = [
  ["Halle 1", 5],
  ["Halle 2", 5],
  ["Halle 10", 4],
  ["Kellerarchiv", 2],
  ["Tresorraum", 1],
  ["Außenlager Süd", 3],
  ["Planlager", 1],
];
const furtherAreas = [
  "Halle 3",
  "Halle 4",
  "Halle 5",
  "Halle 6",
  "Halle 7",
  "Halle 8",
  "Halle 9",
  "Halle 11",
  "Halle 12",
  "Halle 13",
  "Halle 14",
  "Klimaraum",
  "Übergabelager",
];

async function loadStock(loading: BulkLoad, { rows, rowSize, wanted }: ArchivePlan): Promise<SeededRow[]> {
  const startedAt = minuteText(wanted.now - 5500 * 1440);
  const further = furtherAreas.slice(0, Math.min(furtherAreas.length, Math.floor(rows / 100)));
  const shares = [...areaShares, ...further.map((name) => [name, 4] as const)];
  const areas: { id: number; name: string; share: number; rows: number }[] = [];
  for (const [name, share] of shares) {
    const [area] = await loading.query<{ id: number; name: string }>(
      `insert into areas (name, created) select case when exists (select from areas where name = $1)
         then $1 || ', Abschnitt ' || (select count(*) + 1 from areas where name like $1 || ', Abschnitt %') else $1 end, $2
       returning id, name`,
      [name, startedAt],
    );
    if (area) areas.push({ ...area, share, rows: 0 });
  }
  const turns = areas.flatMap((area) => Array.from({ length: area.share }, () => area));
  const random = randomFrom(wanted.seed, "rows");
  const firstRow = await loading.nextId("rows");
  const rowRecords = Array.from({ length: rows }, (_, index): SeededRow => {
    const area = (index < areas.length ? areas[index] : pick(random, turns)) as (typeof areas)[number];
    return { id: firstRow + index, areaId: area.id, area: area.name, number: ++area.rows };
  });
  const lines = rowRecords.map(
    ({ id, areaId, number }) =>
      `${id}\t${areaId}\t${number}\t${number % 2 === 0 ? "t" : "f"}\t${rowSize.parts}\t${rowSize.heights}\t${startedAt}\n`,
  );
  await loading.copy("rows", "id, area_id, number, reverse, parts, heights, created", lines);
  await loading.usedIds("rows", firstRow + rows - 1);
  return rowRecords;
}

interface DeliveryIds {
  readonly id: number;
  readonly code: number;
  readonly customers: readonly number[];
  /** The id of each customer's first option. */
  readonly options: readonly number[];
  readonly authors: readonly number[];
}

const comments = [
  "",
  "",
  "",
  "",
  "",
  "Bitte an der Pforte abgeben.",
  "Eilt: Prüfung durch das Finanzamt.",
  "Rückgabe voraussichtlich in zwei Wochen.",
];

async function loadDeliveries(
  loading: BulkLoad,
  plan: ArchivePlan,
  { id, code, customers, options, authors }: DeliveryIds,
): Promise<void> {
  const random = randomFrom(plan.wanted.seed, "delivery texts");
  let lines = "";
  let events = "";
  for (const delivery of [...plan.deliveries].sort((a, b) => a.order - b.order)) {
    const optionChoice =
      delivery.option === undefined ? undefined : plan.customers[delivery.customer]?.options[delivery.option];
    const option = optionChoice ? (options[delivery.customer] ?? 0) + (delivery.option ?? 0) : "\\N";
    const isOpenReturn = delivery.kind === 1 && delivery.ending === "open";
    const deliveryDay =
      optionChoice || isOpenReturn ? `${dayText(delivery.day)} ${optionChoice?.from ?? "00:00"} ${businessZone}` : null;
    const time = deliveryDay ?? minuteText(delivery.done);
    lines += `${id + delivery.order}\t${code + delivery.order}\t${customers[delivery.customer]}\t${option}\t${delivery.kind}\t${delivery.state}\t${time}\t${
      optionChoice?.price ?? "0.00"
    }\t${pick(random, comments)}\t${authors[between(random, 0, authors.length - 1)]}\t${minuteText(delivery.created)}\n`;
    for (const { kind, at } of eventsOf(delivery)) {
      const author = authors[between(random, 0, authors.length - 1)];
      events += `${id + delivery.order}\t${kind}\t${author}\t${minuteText(at)}\n`;
    }
  }
  await loading.copy(
    "deliveries",
    "id, code, customer_id, option_id, kind, state, time, price, comment, user_id, created",
    [lines],
  );
  await loading.copy("delivery_events", "delivery_id, kind, user_id, created", [events]);
  if (plan.deliveries.length === 0) return;
  await loading.usedIds("deliveries", id + plan.deliveries.length - 1);
  await loading.usedIds("deliveries", code + plan.deliveries.length - 1, "code");
}

function eventsOf({ kind, state, picked, done }: PlannedDelivery): { kind: string; at: number }[] {
  const end = { kind: state === 3 ? "canceled" : "completed", at: done };
  if (kind === 1) return state === 2 ? [end] : [];
  return [...(state === 1 || state === 2 ? [{ kind: "started", at: picked }] : []), ...(state > 1 ? [end] : [])];
}
