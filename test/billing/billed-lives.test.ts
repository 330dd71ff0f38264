import pg from "pg";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { prove } from "#cli/check/check.ts";
import { billingChecks } from "#cli/check/checks-billing.ts";
import { cancelInvoice, issueInvoice, listInvoices } from "#contract/calls/billing/invoices.ts";
import { setPrice } from "#contract/calls/billing/price-lists.ts";
import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import type { Customer } from "#test/support/factories.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";
import {
  type Agreement,
  type BoxLife,
  chargesOf,
  daysOf,
  halfUp,
  type LifeEvent,
  type LifeStep,
  priceOn,
  type PriceHistory,
  storageCents,
} from "./recount.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
beforeAll(() => superuser.connect());
afterAll(() => superuser.end());

const now = berlinDay(new Date()).slice(0, 7);
const months = [-4, -3, -2, -1].map((before) => addMonths(now, before));
const days = months.flatMap(daysOf);
const items = ["storage", "intake", "retrieval_box", "return_box", "withdrawal", "destruction"] as const;
type Item = (typeof items)[number];

const kinds = { store: 1, undo: 31, withdraw: 3, return: 4, destroy: 6, size: 16, pick: 17 } as const satisfies Record<
  LifeStep,
  number
>;
/** Where a box must be for a step, and where it is then. */
const flow: Readonly<Record<LifeStep, readonly [from: readonly string[], to: string | null]>> = {
  store: [["new", "placed", "back"], "placed"],
  undo: [["placed"], "back"],
  size: [["new", "placed", "out", "back"], null],
  pick: [["placed"], "out"],
  withdraw: [["placed"], "out"],
  return: [["out"], "back"],
  destroy: [["placed", "out", "back"], "gone"],
};

/** Steps in any order become the life of a box, several on a day: what cannot be is left out. */
function livedOf({ size, steps }: { size: number; steps: readonly (readonly [number, LifeStep, number])[] }): BoxLife {
  let [where, mm, before] = ["new", size, "new"];
  const events: LifeEvent[] = [];
  for (const [at, step, to] of steps.toSorted(([one], [other]) => one - other)) {
    const [from, next] = flow[step];
    if (!from.includes(where) || (step === "size" && to === mm)) continue;
    const last = events.at(-1)?.step;
    if (step === "undo" && (last !== "store" || before === "placed")) continue; // taken back is what was done last; who was moved goes back
    if (step === "store") before = where;
    where = step === "undo" ? before : (next ?? where);
    if (step === "size") mm = to;
    events.push({ day: days[at] ?? "", step, size: mm });
  }
  return { size, events };
}

/** Much happens on a few days, so that a box does several things on one. */
const nthDay = fc.oneof(
  fc.nat({ max: days.length - 1 }),
  fc.nat({ max: 5 }).map((nth) => nth * 13),
);
const mm = fc.constantFrom(333, 400, 517);
const steps = fc.array(
  fc.tuple(
    nthDay,
    fc.constantFrom<LifeStep>(
      "store",
      "store",
      "undo",
      "size",
      "pick",
      "pick",
      "withdraw",
      "return",
      "return",
      "destroy",
    ),
    mm,
  ),
  {
    minLength: 3,
    maxLength: 14,
    size: "max",
  },
);
const lives = fc.array(fc.record({ size: mm, steps }).map(livedOf), { minLength: 1, maxLength: 4 });
const agreement: fc.Arbitrary<Agreement> = fc.record({
  mode: fc.constantFrom("day", "day", "month_any_day", "month_end"),
  isPaidWhileOut: fc.boolean(),
});
const price = fc.integer({ min: 1, max: 99_999 }); // ten-thousandths
const who = fc.nat({ max: 1 });
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("issue" as const), who, month: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), nth: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("work" as const),
      who,
      day: nthDay,
      quantity: fc.integer({ min: 1, max: 9_999 }),
      price,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("agree" as const), who, month: fc.nat({ max: 3 }), agreed: agreement }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("price" as const), item: fc.constantFrom(...items), day: nthDay, price }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

const euros = (tenThousandths: number) =>
  `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, "0")}`;
const cents = (text: string) => BigInt(text.replace(".", ""));

/** Two customers with a price list, of which the test keeps its own account. */
class Provider {
  readonly prices: Record<Item, PriceHistory>;
  /** Typed entries, in thousandths and ten-thousandths. */
  readonly typed: { readonly who: number; readonly day: string; readonly quantity: number; readonly price: number }[] =
    [];
  readonly owners: Customer[] = [];
  readonly #boxes: readonly (readonly BoxLife[])[];
  /** By customer what was agreed from which month on, the latest last. */
  readonly #agreed: { readonly from: string; readonly terms: Agreement }[][];
  #list = 0;

  constructor(boxes: readonly (readonly BoxLife[])[], agreed: readonly Agreement[], first: readonly number[]) {
    this.#boxes = boxes;
    this.#agreed = agreed.map((terms) => [{ from: "", terms }]);
    this.prices = Object.fromEntries(
      items.map((item, nth) => [item, [{ from: "2000-01-01", price: BigInt(first[nth] ?? 1) }]]),
    ) as never;
  }

  async open(): Promise<void> {
    const first = items.map((item) => [item, euros(Number(this.prices[item][0]?.price))]);
    this.#list = (await a.priceList(Object.fromEntries(first))).id;
    for (const [nth, boxes] of this.#boxes.entries()) {
      const owner = await a.customer();
      const { mode, isPaidWhileOut } = this.#termsIn(nth, "");
      const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };
      await staff.call(editCustomer, { path: { id: owner.id }, body: address });
      const terms = {
        price_list: this.#list,
        storage_mode: mode,
        also_while_out: isPaidWhileOut,
        valid_from: "2000-01-01",
        confirmed: true,
      };
      await staff.call(setTerms, { path: { id: owner.id }, body: terms });
      for (const box of boxes) await live(owner, box);
      this.owners.push(owner);
    }
  }

  async act(each: Action): Promise<void> {
    if (each.do === "issue") await this.issue(each.who, months[each.month] ?? "");
    else if (each.do === "cancel") await this.#cancel(each.nth);
    else if (each.do === "work") await this.#work(each);
    else if (each.do === "agree") await this.#agree(each);
    else await this.#price(each);
  }

  /** Answers whether there was anything to bill. */
  async issue(nth: number, month: string): Promise<boolean> {
    const { status, body } = await staff.ask(issueInvoice, { body: { customer: this.owners[nth]?.id ?? 0, month } });
    if (status === 201) return true;
    const said = JSON.stringify(body);
    if (!/Der Monat ist schon abgerechnet|In diesem Monat ist nichts abzurechnen/.test(said)) throw new Error(said);
    return false;
  }

  readonly #termsIn = (nth: number, month: string) =>
    this.#agreed[nth]?.findLast(({ from }) => from <= month)?.terms as Agreement;

  /** Agrees on terms from a month on that is not billed, in place of those agreed for it or later. */
  async #agree({ who: nth, month: at, agreed }: Extract<Action, { do: "agree" }>): Promise<void> {
    const month = months[at] ?? "";
    const terms = { price_list: this.#list, storage_mode: agreed.mode, also_while_out: agreed.isPaidWhileOut };
    const body = { ...terms, valid_from: `${month}-01`, confirmed: true };
    const { status } = await staff.ask(setTerms, { path: { id: this.owners[nth]?.id ?? 0 }, body });
    if (status !== 200) return; // a month of it, or after it, is billed
    const before = (this.#agreed[nth] ?? []).filter(({ from }) => from < month);
    this.#agreed[nth] = [...before, { from: month, terms: agreed }];
  }

  async #cancel(nth: number): Promise<void> {
    const open = (await this.invoices()).filter(({ kind, is_cancelled }) => kind === 380 && !is_cancelled);
    const invoice = open[nth % Math.max(1, open.length)];
    if (invoice) await staff.call(cancelInvoice, { path: { id: invoice.id }, body: { number: invoice.number } });
  }

  async #work({ who: nth, day, quantity, price: one }: Extract<Action, { do: "work" }>): Promise<void> {
    const body = {
      customer: this.owners[nth]?.id ?? 0,
      day: days[day] ?? "",
      item: "hours" as const,
      text: "Umräumen",
    };
    const amount = `${Math.floor(quantity / 1000)}.${String(quantity % 1000).padStart(3, "0")}`;
    await staff.call(createServiceEntry, { body: { ...body, quantity: amount, price: euros(one) } });
    this.typed.push({ who: nth, day: body.day, quantity, price: one });
  }

  async #price({ item, day, price: one }: Extract<Action, { do: "price" }>): Promise<void> {
    const body = { item, price: euros(one), valid_from: days[day] ?? "" };
    const { status } = await staff.ask(setPrice, { path: { id: this.#list }, body });
    if (status !== 200) return; // a month after it is billed
    const others = this.prices[item].filter(({ from }) => from !== body.valid_from);
    this.prices[item] = [...others, { from: body.valid_from, price: BigInt(one) }].sort((x, y) =>
      x.from < y.from ? -1 : 1,
    );
  }

  async invoices() {
    const all = [];
    for (const owner of this.owners) {
      const { results } = await staff.call(listInvoices, { query: { customer: owner.id, limit: 100 } });
      all.push(...results.map((each) => ({ ...each, customer: owner.id })));
    }
    const cancelled = new Set(all.map(({ corrects }) => corrects?.id));
    return all.map((each) => ({ ...each, is_cancelled: cancelled.has(each.id) }));
  }

  /** Σ invoices − Σ cancellations by customer, and what that must be: the storage of the months that are billed, counted anew, and the services that are. */
  async sums(): Promise<{ readonly billed: bigint[]; readonly owed: bigint[] }> {
    const invoices = await this.invoices();
    const sums = { billed: [] as bigint[], owed: [] as bigint[] };
    for (const [nth, owner] of this.owners.entries()) {
      const own = invoices.filter(({ customer }) => customer === owner.id);
      sums.billed.push(own.reduce((sum, { kind, net }) => sum + (kind === 380 ? cents(net) : -cents(net)), 0n));
      const open = own.filter(({ kind, is_cancelled }) => kind === 380 && !is_cancelled);
      const stored = open.map(({ period_from }) =>
        storageCents(
          this.#boxes[nth] ?? [],
          period_from.slice(0, 7),
          this.#termsIn(nth, period_from.slice(0, 7)),
          this.prices.storage,
        ),
      );
      const { rows } = await superuser.query<{ cents: string }>(
        `select (quantity * 1000)::bigint * (price * 10000)::bigint as cents
        from (select sum(quantity) as quantity, price from service_entries
          where customer_id = $1 and invoice_id is not null group by invoice_id, item, price) e`,
        [owner.id],
      );
      const served = rows.reduce((sum, each) => sum + halfUp(BigInt(each.cents), 100_000n), 0n);
      sums.owed.push(stored.reduce((sum, each) => sum + each, served));
    }
    return sums;
  }

  /** The services that are billed, and those that were done, once each at the price of its day. */
  async services(): Promise<{ readonly billed: string[]; readonly done: string[] }> {
    const services = { billed: [] as string[], done: [] as string[] };
    for (const [nth, owner] of this.owners.entries()) {
      const { rows } = await superuser.query<{ what: string }>(
        `select day || ' ' || item || ' ' || (quantity * 1000)::bigint || ' ' || (price * 10000)::bigint
          || case when invoice_id is null then ' open' else '' end as what
        from service_entries where customer_id = $1 order by 1`,
        [owner.id],
      );
      const done = (this.#boxes[nth] ?? [])
        .flatMap(chargesOf)
        .map(({ day, item }) => `${day} ${item} 1000 ${priceOn(this.prices[item as Item], day)}`);
      const typed = this.typed
        .filter((each) => each.who === nth)
        .map((each) => `${each.day} hours ${each.quantity} ${each.price}`);
      services.billed.push(...rows.map(({ what }) => `${nth} ${what}`).sort());
      services.done.push(...[...done, ...typed].map((what) => `${nth} ${what}`).sort());
    }
    return services;
  }
}

/** Writes down what a box went through, as the history would have; the periods of its storage follow from it. */
async function live(owner: Customer, { size, events }: BoxLife): Promise<void> {
  const { id } = await a.box({ owner, size });
  let before = size;
  for (const [nth, { day, step, size: to }] of events.entries()) {
    const meta = step === "size" ? JSON.stringify({ from: before, to }) : null;
    before = to;
    // in the first or the last minutes of the day, which are another day in UTC
    const at = nth % 2 === 0 ? "00:05" : "23:55";
    await superuser.query(
      `insert into history (box_id, seq, kind, created, meta)
      select $1, max(seq) + 1, $2, ($3 || ' ' || $4)::timestamp at time zone 'Europe/Berlin', $5::jsonb from history where box_id = $1`,
      [id, kinds[step], day, at, meta],
    );
  }
  await superuser.query("begin");
  await superuser.query("set local session_replication_role = replica");
  const isDestroyed = events.at(-1)?.step === "destroy";
  await superuser.query(
    `update boxes set size = $2, history_count = history_count + $3, state = case when $4 then 6 else state end,
      destroyed = case when $4 then current_date end where id = $1`,
    [id, before, events.length, isDestroyed],
  );
  await superuser.query("insert into storage_periods select * from storage_from_history() where box_id = $1", [id]);
  await superuser.query("commit");
}

expensive("twelve random lives of boxes, billed again and again")(
  "whatever happens to boxes and is billed, cancelled and billed again, the invoices are what was stored and done, to the cent",
  async () => {
    const property = fc.asyncProperty(
      fc.tuple(lives, lives),
      fc.tuple(agreement, agreement),
      fc.array(price, { minLength: items.length, maxLength: items.length }),
      fc.array(action, { minLength: 4, maxLength: 14, size: "max" }),
      async (boxes, agreed, first, actions) => {
        const provider = new Provider(boxes, agreed, first);
        await provider.open();
        for (const each of actions) {
          await provider.act(each);
          const { billed, owed } = await provider.sums();
          expect(billed).toEqual(owed);
        }
        for (const month of months) for (const nth of [0, 1]) await provider.issue(nth, month);
        const [sums, services] = [await provider.sums(), await provider.services()];
        expect(sums.billed).toEqual(sums.owed);
        expect(services.billed).toEqual(services.done);
        for (const month of months) for (const nth of [0, 1]) expect(await provider.issue(nth, month)).toBe(false);
      },
    );
    await fc.assert(
      property,
      { numRuns: repeated(12, 400), endOnFailure: true } /* a smaller one would take minutes */,
    );
    const query = async <Row extends object>(text: string) => (await superuser.query(text)).rows as Row[];
    for (const check of billingChecks) expect(await prove(query, check)).toMatchObject({ violations: 0 });
  },
  repeated(120_000, 3_600_000),
);
