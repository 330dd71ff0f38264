import { tmpdir } from "node:os";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { prove, runChecks } from "./check.ts";
import { checks } from "./checks.ts";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { resultClasses } from "#rules/stocktake/results.ts";
import { blankTexts } from "#server/database/destruction/blank-texts.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { acceptResults } from "#server/features/stocktake/acceptance/mutations.ts";
import { testDatabase } from "#test/support/database.ts";
import { factories } from "#test/support/factories.ts";
import { storesIn } from "#server/storage/stores.ts";

const { db, connection } = await testDatabase();
const options = { boxes: 2000, seed: 1, add: false, now: new Date("2026-11-20T12:00:00Z"), say: () => {} };

/** A box in the state, as a condition on `id`. */
const one = (state: number) => `id = (select min(id) from boxes where state = ${state})`;
const withoutConstraint = (name: string) => `alter table boxes drop constraint ${name};`;
/** Values of an entry's salt, digest and hash that prove nothing. */
const unproven = "decode(repeat('00', 16), 'hex'), decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')";
const freeCodes = "alter table boxes alter column code drop expression;";

/** For each proof what breaks it, while the database's own guards are off. */
const breaks: Record<string, string> = {
  "box codes are made of customer code and box number": `${freeCodes} update boxes set code = '9999999999' where ${one(1)}`,
  "every box code exists once": `${freeCodes} drop index boxes_code;
    update boxes set code = (select max(code) from boxes) where ${one(1)}`,
  "a number that a table gives next is not there yet": "alter sequence boxes_id_seq restart",
  "a place holds one box at most": `drop index boxes_place; update boxes b set row_id = o.row_id, part = o.part, height = o.height
    from boxes o where b.${one(1)} and o.id = (select max(id) from boxes where state = 1)`,
  "a place is whole, and its area is the area of its row": `update boxes set place_area = 4711 where ${one(1)}`,
  "boxes in stock have a place, and only those that may": `${withoutConstraint("boxes_place_by_state")}
    update boxes set state = 2 where ${one(1)}`,
  "marked boxes, and only they, know the state before": `${withoutConstraint("boxes_marked")}
    update boxes set marked_from = 1 where ${one(1)}`,
  "destroyed boxes, and only they, have a destruction date": `${withoutConstraint("boxes_destroyed")}
    update boxes set destroyed = current_date where ${one(1)}`,
  "the database allows the changes of state that the rules allow": "delete from box_state_changes where from_state = 6",
  "history counts from 1 without a gap": `delete from history where (box_id, seq) = (select id, 2 from boxes where ${one(1)})`,
  "history belongs to a box, there or deleted": `insert into history (box_id, seq, kind, salt, digest, hash) values (999999999, 1, 0, ${unproven})`,
  "whoever wrote an entry is kept as an author": `insert into history (box_id, seq, kind, user_id, salt, digest, hash)
    select id, history_count + 1, 23, 999999999, ${unproven} from boxes where ${one(1)}`,
  "history and audit trail are sealed: nobody changes them, and with the embedded database nobody could":
    "alter table audit disable trigger audit_age; alter table history owner to magazin",
  "audit entries follow each other in time": `insert into audit (kind, at)
    values (1, now()), (1, now() - interval '1 hour'), (1, now())`,
  "no audit entry is kept longer than it may be": `insert into audit (kind, at) values (1, now() - interval '403 days'), (1, now())`,
  "deleted boxes are gone, and their history is kept": `insert into deleted_boxes
    (box_id, customer_id, code, size, created, contents, images, history_count) values (999999999, 1, '0001999999', 400, now(), '[]', 0, 2)`,
  "history begins with the creation and follows the table of states": `insert into history
    (box_id, seq, kind, salt, digest, hash) select id, history_count + 1, 7, ${unproven} from boxes where ${one(1)}`,
  "the state is what history leads to": `update boxes set state = 5 where ${one(2)}`,
  "the place is the one that history names last": `update boxes set part = 999 where ${one(1)}`,
  "year, destroy year, first delivery, size, period and a changed destruction date are those that history names last": `
    update boxes set meta_year = 1900 where ${one(1)}`,
  "a box is of a collective destruction when its last destruction in history has that moment": `
    update boxes set destruction = now() where ${one(6)}`,
  "a box goes on as the box of another customer that history names, and loses its texts with that one": `
    update boxes set continued_as = (select max(id) from boxes) where ${one(2)}`,
  "storage periods are those that history leads to": `update storage_periods set from_day = from_day - 1
    where box_id = (select min(box_id) from storage_periods)`,
  "what is charged of a box is what its history records, on that day": `insert into service_entries
    (customer_id, day, item, unit, quantity, price, vat_category, vat_rate, box_id, seq)
    select b.customer_id, '2020-01-01', 'intake', 'box', 1, 1, 'S', 19, b.id, 1 from boxes b where ${one(1)}`,
  "every completed delivery with a price is charged once, at its price": `update deliveries set price = 12.5
    where id = (select min(id) from deliveries where state = 2)`,
  "the numbers of invoices and of cancellations have no gap in any year":
    "insert into invoice_series (kind, year, last) values (380, 2019, 2)",
  "what an invoice sums up is what its lines say, and its XML is the one that was kept": `alter table invoices disable trigger invoices_rows;
    update invoices set net = net + 1, gross = gross + 1`,
  "the storage on invoices is what the history counts, and what was out at most": `update invoices set snapshot = jsonb_set(snapshot, '{lines,0}',
    '{"item": "storage", "unit": "metre_day", "quantity": "1.000", "from": "2020-01-01", "to": "2020-02-01"}')`,
  "a line of storage is what the runs of days add up to that are kept with it": `update invoices set snapshot = jsonb_set(snapshot, '{lines,0}',
    '{"item": "storage", "unit": "metre_day", "quantity": "1.000", "runs": []}')`,
  "the services on an invoice are those that it took":
    "update service_entries set quantity = quantity + 1 where invoice_id is not null",
  "a month is billed by an invoice that is not cancelled, and its services by that invoice": `update billed_months
    set month = month - interval '1 year'`,
  "no month that was billed in advance is settled by more than was billed, nor by the price of another quantity": `
    alter table invoices disable trigger invoices_rows;
    update invoices set snapshot = jsonb_set(snapshot, '{lines,0}',
      (snapshot -> 'lines' -> 0) || '{"item": "storage", "from": null, "quantity": "-900000.000"}') where id in (select settled_by from billed_months)`,
  "what was billed in advance by the day is, with what settled it, what stood in the store":
    "update storage_periods set size_mm = size_mm + 100",
  "contents and pictures are as many as history records":
    "delete from contents where id = (select min(id) from contents)",
  "the database holds the law that the rules have": "update retention_rules set years = years + 1 where id = 1",
  "every box is kept as long as its class, its contents and the applied law say": `update boxes set retention_from = retention_from - 400
    where id = (select min(id) from boxes where retain_until is not null and state = 1)`,
  "no end has moved without an entry in the history": `update boxes set retain_until = retain_until + 1
    where id = (select min(id) from boxes where retain_until is not null and state = 1)`,
  "boxes and contents have classes of the law or of their own customer": `insert into retention_classes
      (key, customer_id, name, personal, tax, default_level) select 'eigen-1', max(id), 'Eigene', false, false, 4 from customers;
    update boxes set retention_class_id = (select max(id) from retention_classes) where id = (select min(id) from boxes)`,
  "holds are counted by box and by customer": `update boxes set hold_count = hold_count + 1 where ${one(1)}`,
  "every delivery has lines": `insert into deliveries (customer_id, kind) select min(id), 0 from customers`,
  "open lines have neither come back nor are they missing": "update delivery_boxes set missing = now() where open",
  "nothing of an open or a cancelled delivery is picked": `update delivery_boxes set picked = now()
    where delivery_id = (select min(id) from deliveries where state = 3)`,
  "every line of a completed delivery is picked, missing or back; a return is open as long as one of its lines is": `update deliveries
    set state = 0 where id = (select min(id) from deliveries where state = 2 and kind = 1)`,
  "every order and every pick stands in the history of its box": `delete from history
    where (box_id, seq) = (select box_id, seq from history where kind = 17 order by 1, 2 limit 1)`,
  "a delivery stands where its events lead to, and began and ended once": `insert into delivery_events (delivery_id, kind)
    select min(id), 'canceled' from deliveries where state = 2`,
  "price and time of a delivery are those that its events name last": `insert into delivery_events (delivery_id, kind, to_value)
    select min(id), 'price', '4711.00' from deliveries where state = 2`,
  "open lines belong to open or running deliveries": `update delivery_boxes set open = true
    where box_id = (select min(l.box_id) from delivery_boxes l join deliveries d on d.id = l.delivery_id where d.state = 3)`,
  "ordered boxes, and only they, have one open delivery line; picked ones have no place": `update delivery_boxes set open = false
    where box_id = (select min(id) from boxes where state = 4)`,
  "ordered contents, and only they, have one open delivery line that is not picked":
    "update contents set state = 2 where id = (select min(id) from contents where state = 0)",
  "picked contents of running deliveries are outside":
    "update delivery_contents set picked = now() where open and picked is null",
  "no box is ordered whole and in parts": `update contents set state = 2 where box_id in (select id from boxes where state = 4)`,
  "only customer users are given customers": `insert into customer_users
    select (select min(id) from customers), id from users where is_staff`,
  "contents and pictures belong to the customer of their box": `update contents set customer_id = customer_id + 1
    where id = (select min(id) from contents)`,
  "boxes and stored metres are counted by customer":
    "update customer_counts set placed_mm = placed_mm + 1 where state = 1",
  "deliveries are counted by customer": "update delivery_counts set deliveries = deliveries + 1 where state = 2",
  "boxes that fall due are counted by customer and year":
    "insert into due_counts select customer_id, year, 0, 1 from due_counts limit 1",
  "contents and pictures are counted by customer": "update customer_items set images = images + 1",
  "the database allows the steps of destruction batches that the rules allow":
    "delete from destruction_state_changes where from_state = 3",
  "destruction batches have the numbers from 1 on, and a last event that matches their state":
    "delete from destruction_events where kind = 8",
  "every box that was scanned at the shredder was approved, waited for, and has it in its history":
    "delete from history where kind = 30",
  "no history records a shredder that no line knows":
    "update destruction_lines set scanned_at = null, scanned_by = null, weight_kg = null",
  "no batch was approved or confirmed, no destruction witnessed and no change of a procedure agreed to by one person alone": `
    insert into access_given (user_id, by_user, what, at)
    select confirmed_by, proposed_by, 'account', confirmed_at - interval '1 second' from destruction_batches where confirmed_at is not null`,
  "since a customer's boxes are destroyed with approval only, none was without": `update customers
    set destruction_procedure = 1, procedure_since = '2001-01-01' where id in (select customer_id from boxes where ${one(6)})`,
  "a box is to be destroyed by one batch at most, and only while that is open":
    "update destruction_lines set living = true",
  "the archive's copies of certificates are what was certified":
    "update destruction_papers set bytes = bytes || '\\x00' where kind = 'certificate'",
  "what was decided of a batch's boxes is what was sealed": "update destruction_lines set metres_mm = 1",
  "what boxes held when they were proposed is what was sealed, or was blanked with its box":
    "update destruction_lines set contents_snapshot = null, contents_salt = null where contents_digest is not null",
  "texts are blanked of destroyed boxes alone, and their history says so": `update boxes set blanked = now() where ${one(6)}`,
  "every event of a destruction batch follows the one before it":
    "update destruction_events set text = 'anders' where seq = 2",
  "the database allows the steps of stocktakes that the rules allow":
    "delete from stocktake_state_changes where from_state = 3",
  "the database allows the steps of cases that the rules allow": "delete from case_state_changes where from_state = 3",
  "a stocktake is as far as its rows": "update stocktakes set state = 1",
  "rows of the halls were counted when the last count ended of which everything is accepted":
    "update rows set last_verified = now() where last_verified is not null",
  "boxes were seen when an accepted count scanned them last": `update boxes set last_verified = now() where ${one(1)}`,
  "every box that a count confirmed has an entry of it, and no other":
    "delete from stocktake_accepted where class = 'right'",
  "a row is checked when all that came of it is accepted, and by whom it may be":
    "update stocktakes set second_person = true",
  "every case has a log that begins with it and ends when it is closed": "delete from case_events",
  "boxes are counted by area": "delete from area_counts where state = 1",
  "boxes are counted by row": "insert into row_counts select min(id), -1 from rows",
  "the stock of months that are over is noted as the storage periods have it, of each customer and of all":
    "update customer_months set mm = mm + 1 where (customer_id, month) = (select customer_id, month from customer_months order by month, 1 limit 1)",
  "what came and what left in months that are over is noted of each customer as the storage periods have it":
    "update customer_months set went = went + 1 where (customer_id, month) = (select customer_id, month from customer_months order by month, 1 limit 1)",
  "what was ordered, scanned and handed over in months that are over is noted as deliveries have it, of each customer and of all":
    "update delivery_months set orders = orders + 1 where month = (select min(month) from delivery_months)",
  "what was handed over by a delivery option in a month that is over is noted as deliveries have it, and in time by its window of then":
    "update option_months set median_hours = median_hours + 1 where (customer_id, month) = (select customer_id, month from option_months order by month, 1 limit 1)",
  "the boxes of a hall are noted of months that are over as history records where they stood": `update area_months set boxes = boxes + 1
    where (area_id, month) = (select area_id, month from area_months order by month desc, 1 limit 1)`,
};

beforeAll(async () => {
  await seedArchive(connection, options);
  const a = factories(db, storesIn(tmpdir()).pictures); // makes no picture
  for (const state of [0, 1, 2, 3, 4, 5, 6, 7] as const) await a.box({ state });
  for (const state of [0, 3] as const) await a.content({ state });
  const shredded = await a.box({ state: 7 });
  const row = await a.row();
  const [{ code }] = [
    await a.box({ state: 1, place: { row, part: 1, height: 1 } }),
    await a.box({ state: 1, place: { row, part: 2, height: 1 } }),
  ];
  const { stocktake, counter } = await a.count({ row, places: [{ part: 1, height: 1, code }], until: "ended" });
  const accepting = { id: stocktake, classes: [...resultClasses], days: [1, 3] as const };
  for (const looked_again of [false, true])
    await db.write((tx) => acceptResults(tx, counter.id, { ...accepting, looked_again }));
  await a.invoice(shredded.owner, await a.user({ isStaff: true }));
  const { rows: most } = await db.pools.reading.query<{ id: number }>(
    "select customer_id as id from storage_periods group by 1 order by count(*) desc, 1 limit 1",
  );
  await a.settledMonth(most[0]!, await a.user({ isStaff: true }));
  await a.batch({ owner: shredded.owner, boxes: [shredded], until: "certified" });
  await db.pools.writing.query("select close_history(now())");
  await db.write((tx) => keepMonths(tx, new Date()));
});

test("a seeded archive is without a fault", async () => {
  expect(await runChecks(db)).toEqual([]);
});

test("an archive is without a fault when the texts of its destroyed boxes are blanked, whatever they went through", async () => {
  const { rows: due } = await db.pools.reading.query(
    "select from boxes where state = 6 and destroyed < current_date - 2",
  );
  expect(due.length).toBeGreaterThan(20);
  expect(await blankTexts(db, 1, new AbortController().signal)).toBeGreaterThan(20);
  expect(await runChecks(db)).toEqual([]);
});

test("a deleted box leaves its history behind, which is no fault", async () => {
  await db.pools.writing.query("delete from boxes where id = (select max(id) from boxes where state = 0)");
  expect(await runChecks(db)).toEqual([]);
});

describe("every proof finds what breaks its rule", () => {
  const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
  const query = async <Row extends object>(sql: string) => (await superuser.query(sql)).rows as Row[];
  beforeAll(() => superuser.connect());
  afterAll(() => superuser.end());

  test.each(checks)("$name", async (check) => {
    await query("begin");
    try {
      // no trigger and no foreign key holds it back
      await query("set local session_replication_role = replica");
      await query(breaks[check.name] ?? "");
      const { violations, first } = await prove(query, check);
      expect(violations).toBeGreaterThan(0);
      expect(first[0]).toBeTruthy();
    } finally {
      await query("rollback");
    }
  });

  test("options that are changed or deleted after a month is noted make nothing of it wrong", async () => {
    await query("begin");
    try {
      await query("update delivery_options set window_hours = window_hours + 30");
      await query("delete from delivery_options where id in (select option_id from option_months order by 1 limit 3)");
      for (const each of checks.filter(({ over }) => over === "delivery_months" || over === "option_months"))
        expect((await prove(query, each)).first).toEqual([]);
    } finally {
      await query("rollback");
    }
  });

  test("a clock that was put back is reported with both instants, and is not wrong; what was written ahead of it makes nothing too old", async () => {
    await query("begin");
    try {
      await query("set local session_replication_role = replica");
      await query("insert into audit (kind, at) values (1, now()), (1, '2099-06-01 12:00+00'), (1, now())");
      const found = [];
      for (const each of checks.filter(({ over }) => over === "audit")) found.push(await prove(query, each));
      const odd = found.filter(({ violations }) => violations > 0);
      expect(odd.map(({ warning }) => warning)).toEqual(["odd"]);
      expect(odd[0]?.first).toEqual([
        expect.stringMatching(/^entry \d+ of 20.+ came after one of 2099-06-01 12:00:00\+00: the clock/),
      ]);
    } finally {
      await query("rollback");
    }
  });

  test("boxes are named as people read them, the first twenty of them", async () => {
    await query("begin");
    await query("set local session_replication_role = replica");
    await query("update boxes set part = part + 1000 where state = 1");
    const check = checks.find(({ name }) => name.startsWith("the place is"));
    const { violations, first } = await prove(query, check!);
    await query("rollback");
    expect(violations).toBeGreaterThan(1000);
    expect(first).toHaveLength(20);
    expect(first[0]).toMatch(/^\d{4}\.\d{3}\.\d{3}: on .+, \d+, 10\d\d, \d+, history names \{.*"part": \d+/);
  });
});
