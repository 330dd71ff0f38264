import { type RawBuilder, sql } from "kysely";
import type { FullRoute } from "#contract/route.ts";
import type { Database } from "#server/database/database.ts";
import { urlOf } from "#test/support/client.ts";
import { type Caller, calls, exampleOf } from "#test/contract/examples.ts";
import type { factories } from "#test/support/factories.ts";
import { type Question, writtenForm } from "./crawl.ts";
import { type Extent, queriesOf, type Query, selectionsOf, spread, wordsOf } from "./list-queries.ts";

/**
 * Not crawled: they answer something random, end own sessions, save what is the caller's alone, report the caller's own calls, or want a password and soon refuse
 * whoever says a wrong one. None says anything about anybody's things.
 */
const notAsked: ReadonlySet<string> = new Set([
  "login",
  "logout",
  "beginCompanySignIn",
  "openCompanySession",
  "addIdentity",
  "confirmSession",
  "endOtherSessions",
  "knowSessions",
  "recordOfUser",
  "requestPasswordLink",
  "setPasswordByLink",
  "saveView",
  "createToken",
  "createWebhook",
  "beginSecondFactor",
  "confirmSecondFactor",
  "endSecondFactor",
  "newRecoveryCodes",
]);

/** Tables of the things below a path, by the first word of the path. */
const tables: Readonly<Record<string, string>> = {
  boxes: "boxes",
  boximages: "images",
  proofs: "delivery_proofs",
  copies: "digital_copies",
  waiting: "waiting_entries",
  boxcontents: "contents",
  customers: "customers",
  users: "users",
  colleagues: "users",
  deliveries: "deliveries",
  areas: "areas",
  rows: "rows",
  sessions: "tokens",
  tokens: "api_tokens",
  views: "saved_views",
  holds: "holds",
  "destruction-batches": "destruction_batches",
  "procedure-changes": "procedure_changes",
  imports: "imports",
  webhooks: "webhooks",
  "company-sign-in": "user_identities",
  stocktakes: "stocktakes",
  cases: "cases",
  "closing-days": "closing_days",
  addresses: "customer_addresses",
  invoices: "invoices",
};

/** Things whose ids are drawn by lot: the ids that come are not the next ones. */
const byLot: ReadonlySet<string> = new Set([
  "holds",
  "imports",
  "procedure-changes",
  "tokens",
  "webhooks",
  "waiting",
  "copies",
  "company-sign-in",
  "invoices",
]);

export function tableOf({ path }: FullRoute): string {
  if (path.startsWith("/deliveries/options/")) return "delivery_options";
  const table = tables[path.split("/")[1] ?? ""];
  if (table === undefined) throw new Error(`Whose things are below ${path}? Say it in test/leaks/questions.ts.`);
  return table;
}

const isForUsers = ({ access }: FullRoute) => access !== "staff";

/** The calls that a customer user may make and that a crawl asks. */
export const asked = calls.filter(([name, route]) => isForUsers(route) && !notAsked.has(name));

/** The ids of a call's path that are the user's own. */
export async function ownIds(db: Database, route: FullRoute, userId: number): Promise<Set<number>> {
  const table = tableOf(route);
  const customers = sql`(select customer_id from customer_users where user_id = ${userId})`;
  const owned: Readonly<Record<string, RawBuilder<unknown>>> = {
    users: sql`id = ${userId}`,
    tokens: sql`user_id = ${userId}`,
    api_tokens: sql`user_id = ${userId}`,
    webhooks: sql`user_id = ${userId}`,
    waiting_entries: sql`user_id = ${userId}`,
    user_identities: sql`user_id = ${userId}`,
    saved_views: sql`user_id = ${userId}`,
    customers: sql`id in ${customers}`,
  };
  // labels are of new boxes, and a delivery without any has none
  const labelled = sql`id in (select l.delivery_id from delivery_boxes l join boxes b on b.id = l.box_id where b.state = 0)`;
  const which = route.path.endsWith("/labels/") ? labelled : sql`true`;
  const mine = owned[table] ?? sql`customer_id in ${customers} and ${which}`;
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where ${mine}`.execute(db.read);
  return new Set(rows.map(({ id }) => id));
}

/** The ids of things that are there and not the user's. */
export async function foreignIds(db: Database, route: FullRoute, userId: number): Promise<number[]> {
  const own = await ownIds(db, route, userId);
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(tableOf(route))} order by id`.execute(db.read);
  return rows.map(({ id }) => id).filter((id) => !own.has(id));
}

/** The largest id of a table. */
async function highestId(db: Database, route: FullRoute): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(tableOf(route))}`.execute(
    db.read,
  );
  return rows[0]?.id ?? 0;
}

/** Returns the questions about the things of one path: each id, and for some of them each selection. */
async function byId(db: Database, [call, route]: (typeof calls)[number], userId: number, extent: Extent) {
  const own = spread([...(await ownIds(db, route, userId))], extent.own);
  const last = byLot.has(tableOf(route)) ? 0 : await highestId(db, route);
  const spare = Array.from({ length: extent.spare }, (_, index) => last + index + 1);
  const ids = [...own, ...spread(await foreignIds(db, route, userId), extent.foreign), ...spare];
  const several = [...spread(own, extent.selected), ...spread(ids, extent.selected)];
  const one = (id: number, query: Query = {}): Question => ({
    call,
    id,
    method: route.method,
    url: urlOf(route, { path: { id }, query }),
  });
  const all = [...ids, 2_000_000_000].map((id) => one(id));
  const some = route.query ? several.flatMap((id) => selectionsOf(route).map((query) => one(id, { query }))) : [];
  const few = Math.min(2, extent.foreign);
  const heads = [...spread(own, few), ...spread(ids, few)].map((id) => ({ ...one(id), method: "HEAD" }));
  return [...all, ...some, ...heads];
}

/** Sends calls that change something with another customer's things: they must be refused, and always alike. */
async function writing(
  db: Database,
  [call, route]: (typeof calls)[number],
  { a, other, userId, extent }: Asking,
): Promise<Question[]> {
  const { path, query = {}, body } = await exampleOf(call, a, other);
  const form = route.multipart && (await writtenForm(body as object));
  const one = (given: Record<string, number>): Question => ({
    call,
    method: route.method,
    url: urlOf(route, { path: given, query }),
    ...(given["id"] !== undefined && { id: given["id"] }),
    ...(form === undefined ? body !== undefined && { body } : { form }),
  });
  if (path?.["id"] === undefined) return [one({})];
  const own = await ownIds(db, route, userId);
  const highest = await highestId(db, route);
  const amount = Math.min(highest, extent.foreign, 20);
  const ids = [
    path["id"],
    ...(tableOf(route) === "deliveries" ? [] : [highest + extent.spare]), // who crawls orders, and the next delivery may be theirs
    2_000_000_000,
    ...Array.from({ length: amount }, (_, index) => Math.floor((index * highest) / amount) + 1),
  ];
  return [...new Set(ids)].filter((id) => !own.has(id)).map((id) => one({ id })); // once: the same key twice at a time is a 409
}

/**
 * Orders for the own customers, and for one that nobody has, and a change of one, into which another customer's things are mixed, or things
 * that do not exist: none may be distinguished from the other.
 */
async function mixedOrders(db: Database, { a, other, userId }: Asking): Promise<Question[]> {
  const first = async (table: string, mine: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where ${mine} order by id limit 1`.execute(db.read);
    return rows[0]?.id ?? 2_000_000_000;
  };
  const customer = await first(
    "customers",
    sql`id in (select customer_id from customer_users where user_id = ${userId})`,
  );
  const own = (table: string, more = sql`true`) => first(table, sql`customer_id = ${customer}::bigint and ${more}`);
  const theirs = (table: string) => first(table, sql`customer_id = ${other.owner.id}::bigint and state = 0`);
  const option = await own("delivery_options");
  const [box, content] = [await own("boxes", sql`state = 1`), await own("contents", sql`state = 0`)];
  const foreign = {
    customer: other.owner.id,
    delivery_option: (await a.option({ owner: other.owner })).id,
    boxes: [box, (await a.box({ owner: other.owner, state: 1 })).id],
    boxcontents: [await theirs("contents"), content],
  };
  const missing = {
    customer: 2_000_000_000,
    delivery_option: 2_000_000_000,
    boxes: [box, 2_000_000_000],
    boxcontents: [2_000_000_000, content],
  };
  const basic = { kind: 0, customer, delivery_option: option, boxes: [box] };
  const given = Object.keys(foreign) as (keyof typeof foreign)[];
  const open = await own("deliveries", sql`state = 0 and kind = 0`);
  const changes = (["boxes", "boxcontents"] as const).flatMap((field) =>
    [foreign, missing].map((values) => ({
      call: "setDeliveryLines",
      method: "PUT",
      url: `/api/v1/deliveries/${open}/lines/`,
      body: { boxes: [], boxcontents: [], [field]: values[field] },
      twin: `${field} of an order that is changed`,
    })),
  );
  const orders = given.flatMap((field) =>
    [foreign, missing].flatMap((values) =>
      [0, 1].map((kind) => ({
        call: "createDelivery",
        method: "POST",
        url: "/api/v1/deliveries/",
        body: { ...basic, kind, [field]: values[field] },
        twin: `${field} of kind ${kind}`,
      })),
    ),
  );
  return [...orders, ...changes];
}

interface Asking {
  readonly a: ReturnType<typeof factories>;
  /** Owner of the things that are to be written. */
  readonly other: Caller;
  readonly userId: number;
  readonly extent: Extent;
}

/** A list's spreadsheet is what its list's own query finds, of which everything is asked. */
const sheetQuestions = 6;

/** Everything that a customer user can ask, the same for every crawl: of calls that join the contract, too. */
export async function questionsFor(db: Database, asking: Asking): Promise<Question[]> {
  const { userId, extent } = asking;
  const words = await wordsOf(db, userId, extent);
  const questions: Question[] = [];
  for (const named of asked.filter(([, { writes }]) => writes)) questions.push(...(await writing(db, named, asking)));
  questions.push(...(await mixedOrders(db, asking)));
  for (const named of asked.filter(([, { writes }]) => !writes)) {
    const [call, route] = named;
    if (route.path.includes("{id}")) questions.push(...(await byId(db, named, userId, extent)));
    else {
      const one = (query: Query) => ({ call, method: route.method, url: urlOf(route, { query }) });
      questions.push(...bodiesOf(call, words.texts).map((body) => ({ ...one({}), body })));
      const queries = queriesOf(route, words, extent);
      const most = route.path.endsWith("/sheet/") ? sheetQuestions : extent.queries;
      questions.push(...spread(queries, most).map(one));
    }
  }
  for (const [call, route] of calls.filter(([, each]) => !isForUsers(each)))
    questions.push({ call, method: route.method, url: urlOf(route, { path: { id: 1, row: 1, session: 1 } }) });
  return questions;
}

/** Returns the bodies for a call whose input is too long for an address: every text alone, and all of them in one list. */
const bodiesOf = (call: string, texts: readonly string[]): unknown[] =>
  call === "findBoxes" ? [...texts, texts.join("\n")].map((text) => ({ purpose: "order", text: `${text}\n1–3` })) : [];

/** Each statement once: few numbers, no spare ids. */
const once: Extent = {
  spare: 0,
  foreign: 1,
  own: 1,
  values: 1,
  queries: Infinity,
  mixtures: 2,
  limits: [30],
  offsets: [0],
  selected: 0,
};

/** Extent with few questions of each call: an own thing, a foreign one, one to come, none; a whole list, and one that is searched. */
export const oneEach: Extent = { ...once, spare: 1, own: 2, queries: 3, mixtures: 0 };

/** Every call by which a customer user reads, with each of its filters and orders; by id of an own thing, of a foreign one, of none. */
export async function readsFor(db: Database, userId: number, texts: readonly string[]): Promise<Question[]> {
  const { numbers } = await wordsOf(db, userId, once);
  const words = { numbers: numbers.slice(0, 2), texts };
  const questions: Question[] = [];
  for (const [call, route] of asked.filter(([, { writes }]) => !writes)) {
    const hasId = route.path.includes("{id}");
    const [own] = hasId ? await ownIds(db, route, userId) : [];
    const [foreign] = hasId ? await foreignIds(db, route, userId) : [];
    const all = queriesOf(route, words, once).filter((query) => !("query" in query));
    const queries = route.path.endsWith("/sheet/") ? spread(all, 2 * sheetQuestions) : all;
    for (const body of bodiesOf(call, texts)) questions.push({ call, method: route.method, url: urlOf(route), body });
    for (const id of hasId ? [own, foreign, 2_000_000_000] : [undefined])
      for (const query of id === own ? queries : queries.slice(0, 1))
        if (id !== undefined || !hasId)
          questions.push({
            call,
            method: route.method,
            url: urlOf(route, { ...(id !== undefined && { path: { id } }), query }),
          });
  }
  return questions;
}
