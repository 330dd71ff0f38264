import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { changeRights } from "#contract/calls/access/rights.ts";
import { deleteDeliveryOption, editDeliveryOption } from "#contract/calls/deliveries/delivery-options.ts";
import { activityReport, serviceReport } from "#contract/calls/reports/reports.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths, monthOf } from "#rules/months.ts";
import { Database } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";
import { keepMonths } from "./keep-months.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const owners = [await a.customer(), await a.customer()] as const;
const [owner, other] = owners;
const user = await server.asCustomer(owner);
const both = await server.asCustomer(owner, other);
const centre = "Einkauf";
const lookers = await a.user({ customers: [owner] });
await staff.call(changeRights, { path: { id: owner.id }, body: { user: lookers.id, cost_centres: [centre] } });
const department = await server.as(lookers);
const boxes = [await a.box({ owner, state: 1 }), await a.box({ owner: other, state: 1 })] as const;
await forge(connection, `update boxes set cost_centre = '${centre}' where id = ${boxes[0].id}`);
const options = [
  await a.option({ owner }),
  await a.option({ owner, days: [2] }),
  await a.option({ owner: other }),
] as const;

const month = monthOf(new Date());
const before = addMonths(month, -1);
const begin = (of: string) => `('${of}-01'::timestamp at time zone 'Europe/Berlin')`;

/** A delivery of one of the customers. */
interface Life {
  readonly whose: 0 | 1;
  readonly kind: number;
  readonly state: number;
  readonly option: number | null;
  readonly centre: string;
  /** When it was ordered, in SQL. */
  readonly created: string;
  /** Minutes until it was handed over or cancelled, and until it was promised. */
  readonly done: number;
  readonly promised: number | null;
  readonly copies: number;
}

const clear = ["delivery_months", "option_months", "digital_copies", "delivery_events", "deliveries"].map(
  (table) => `delete from ${table}`,
);

const deliverySql = (life: Life, index: number): string[] => {
  const id = index + 1;
  const after = (minutes: number) => `least(now(), ${life.created} + interval '${minutes} minutes')`;
  const state = life.kind === 1 && life.state === 3 ? 2 : life.state;
  const option =
    life.option === null
      ? undefined
      : options.filter((each) => each.customer_id === owners[life.whose].id)[life.option];
  const [customer, box] = [owners[life.whose].id, boxes[life.whose].id];
  return [
    `insert into deliveries (id, code, customer_id, option_id, kind, state, time, created, cost_centre) values (${id}, ${id}, ${customer}, ${option?.id ?? null},
      ${life.kind}, ${state}, ${life.promised === null ? null : `${life.created} + interval '${life.promised} minutes'`}, ${life.created}, '${life.centre}')`,
    ...(state < 2
      ? []
      : [
          `insert into delivery_events (delivery_id, kind, created) values (${id}, '${state === 2 ? "completed" : "canceled"}', ${after(life.done)})`,
        ]),
    ...Array.from(
      { length: life.copies },
      (
        _,
        n,
      ) => `insert into digital_copies (delivery_id, customer_id, box_id, sha256, bytes, pages, kept_until, created)
        values (${id}, ${customer}, ${box}, sha256('${id} ${n}'), 1, 1, current_date, ${after(life.done)})`,
    ),
  ];
};

/** Returns the answers for everybody who may read the reports. */
function answers() {
  const query = { limit: 500 };
  const ofService = [query, { ...query, customer: owner.id }, { ...query, until: before, months: 3 }];
  return Promise.all([
    ...ofService.map((each) => staff.call(serviceReport, { query: each })),
    ...ofService.map((each) => staff.call(activityReport, { query: each })),
    ...[user, both, department].map((client) => client.call(activityReport, { query })),
  ]);
}

async function noteMonths(): Promise<void> {
  await db.write((tx) => sql`select close_history(date_trunc('day', now(), 'Europe/Berlin'))`.execute(tx));
  await db.write((tx) => keepMonths(tx, new Date()));
}

beforeEach(() => forge(connection, ...clear));

const minutes = (days: number) => days * 24 * 60;
const created = fc.oneof(
  fc.nat({ max: minutes(150) }).map((ago) => `(now() - interval '${ago} minutes')`),
  // the last moment of a month, and the first
  fc
    .tuple(fc.constantFrom(0, -1, -2), fc.constantFrom(0, 1))
    .map(([months, micros]) => `(${begin(addMonths(month, months))} - interval '${micros} microseconds')`),
);
const life: fc.Arbitrary<Life> = fc.record({
  whose: fc.constantFrom(0, 1),
  kind: fc.constantFrom(0, 0, 0, 1, 2, 3),
  state: fc.constantFrom(0, 1, 2, 2, 2, 3),
  option: fc.constantFrom(null, 0, 1),
  centre: fc.constantFrom("", centre),
  created,
  done: fc.nat({ max: minutes(20) }),
  promised: fc.option(fc.nat({ max: minutes(10) }), { freq: 4 }),
  copies: fc.constantFrom(0, 0, 1, 2),
});

expensive("random deliveries noted and counted many times")(
  "what is noted is what is counted, of any deliveries, and what happens to them later counts where it belongs",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 10, maxLength: 60, size: "max" }), async (lives) => {
        await forge(connection, ...clear, ...lives.flatMap(deliverySql));
        const counted = await answers();
        await noteMonths();
        expect(await answers()).toEqual(counted);
        await forge(
          connection,
          "insert into delivery_events (delivery_id, kind) select id, 'canceled' from deliveries where state = 0 and kind <> 1",
          "update deliveries set state = 3 where state = 0 and kind <> 1",
          "insert into delivery_events (delivery_id, kind) select id, 'completed' from deliveries where state = 1",
          "update deliveries set state = 2 where state = 1",
        );
        const later = await answers();
        await forge(connection, "delete from delivery_months", "delete from option_months");
        expect(later).toEqual(await answers());
      }),
      { numRuns: repeated(4, 300) },
    );
  },
  repeated(60_000, 3_600_000),
);

const inTime: Life = {
  whose: 0,
  kind: 0,
  state: 2,
  option: 0,
  centre,
  created: `(${begin(before)} + interval '3 days')`,
  done: 60 * 9,
  promised: 60 * 6,
  copies: 0,
};
const figures = { month: before, deliveries: 2, median_hours: 9, ninetieth_hours: 9 };

test("a month that is noted keeps what was in time when the window of an option is changed, and when the option is deleted", async () => {
  await forge(connection, ...[inTime, { ...inTime, option: 1 }, { ...inTime, whose: 1 as const }].flatMap(deliverySql));
  await noteMonths();
  const ask = () => staff.call(serviceReport, { query: { customer: owner.id } });
  const noted = await ask();
  expect(noted.months.at(-2)).toEqual({ ...figures, in_time: 1 });
  await staff.call(editDeliveryOption, { path: { id: options[0].id }, body: { window: 1 } });
  expect(await ask()).toEqual(noted);
  await staff.call(deleteDeliveryOption, { path: { id: options[0].id } });
  const [first, second] = noted.results;
  expect(await ask()).toEqual({ ...noted, results: [{ ...first, option: null }, second] });
});

test("a month is reported as it is noted, and to a department as its own deliveries are", async () => {
  await forge(connection, ...deliverySql({ ...inTime, option: null }, 0));
  await noteMonths();
  await forge(
    connection,
    "update delivery_months set orders = 40, deliveries = 30, median_hours = 20 where deliveries > 0",
    "update option_months set ninetieth_hours = 10",
  );
  const answer = await staff.call(serviceReport, {});
  expect(answer.months.at(-2)).toMatchObject({ deliveries: 30, median_hours: 20 });
  expect(answer.results).toMatchObject([{ month: before, deliveries: 1, ninetieth_hours: 10 }]);
  const orders = async (client: typeof staff) => (await client.call(activityReport, {})).results.at(-1)?.orders;
  expect(await orders(user)).toBe(40);
  expect(await orders(department)).toBe(1);
});

test("a month is not noted before its second day is closed, since who began in it may still write", async () => {
  const second = new Date(`${month}-02T12:00:00Z`);
  const noted = async () =>
    (await sql`select from delivery_months where month = ${`${before}-01`}`.execute(db.read)).rows.length;
  const closed = (day: string) =>
    forge(connection, `update history_floor set at = '${day}T00:00:00'::timestamp at time zone 'Europe/Berlin'`);
  await closed(`${month}-01`);
  await db.write((tx) => keepMonths(tx, second));
  expect(await noted()).toBe(0);
  await closed(berlinDay(second));
  await db.write((tx) => keepMonths(tx, second));
  expect(await noted()).toBeGreaterThan(0);
});

test("an archive that is migrated with its deliveries notes them", async () => {
  const old = await emptyDatabase();
  await migrate(old, { upTo: "0118_searched-codes" });
  await forge(
    old,
    `insert into customers (id, code, name) values (${owner.id}, 1, 'A')`,
    ...Array.from({ length: 9 }, (_, n) => deliverySql({ ...inTime, option: null, done: 60 * n }, n)).flat(),
  );
  await migrate(old);
  const migrated = new Database(old);
  try {
    await migrated.write((tx) => sql`select close_history(date_trunc('day', now(), 'Europe/Berlin'))`.execute(tx));
    await migrated.write((tx) => keepMonths(tx, new Date()));
    const { rows } = await sql`
      select orders, deliveries, dated, in_time, median_hours, ninetieth_hours from delivery_months where customer_id is null and deliveries > 0`.execute(
      migrated.read,
    );
    expect(rows).toEqual([
      { orders: 9, deliveries: 9, dated: 9, in_time: 9, median_hours: "4.0", ninetieth_hours: "7.2" },
    ]);
  } finally {
    await migrated.close();
  }
});
