import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { providerSettings } from "#test/support/provider.ts";
import { askDatabase, call, freePort, killHard, Product, signIn, until } from "./product.ts";

const customers = 25;
const kills = 2; // each takes until the product is back
const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };

interface Issue {
  readonly customer: number;
  readonly month: string;
}

/** Says whether an error is that of a server that was killed, or of one that comes back. */
const isAway = (error: unknown): boolean =>
  !/answered (4|500)/.test(String(error)) || /answered (408|425|429)/.test(String(error));

/** Asks until an answer comes; answers whether it was done by this request. @throws Error for another refusal than that it was done already */
async function insist(url: string, token: string, what: string, body: object): Promise<boolean> {
  for (;;) {
    try {
      await call(url, token, what, body);
      return true;
    } catch (error) {
      if (/schon abgerechnet|schon storniert/.test(String(error))) return false;
      if (!isAway(error)) throw error;
      await sleep(50);
    }
  }
}

/**
 * Each customer is billed twice at the same moment, and half of what was issued is cancelled and billed again, while the server is killed: the numbers have no
 * gap, nothing is billed twice, and every XML is the one whose hash was kept.
 */
export async function billInStorm({ folder }: { readonly folder: string }): Promise<string> {
  const product = new Product(folder, await freePort(), { env: { ...providerSettings } });
  product.start();
  try {
    await product.ready();
    const { url } = product;
    const token = await signIn(url);
    const last = addMonths(berlinDay(new Date()).slice(0, 7), -1);
    const issues = await workDone(url, token, last);
    const issueAll = () =>
      Promise.all([...issues, ...issues].map((body) => insist(url, token, "POST /invoices/", body)));
    await whileKilled(product, issueAll, kills);
    const made = await askDatabase<{ id: number; number: string }>(
      product.connection,
      "select id, number from invoices order by number",
    );
    const half = made.filter((_, nth) => nth % 2 === 0);
    const cancelAll = () =>
      Promise.all(
        [...half, ...half].map(({ id, number }) => insist(url, token, `POST /invoices/${id}/cancel/`, { number })),
      );
    await whileKilled(product, cancelAll);
    await whileKilled(product, issueAll);
    const said = await expectBilled(product, issues.length, half.length);
    return `${said}; ${await product.check()}`;
  } finally {
    await product.discard();
  }
}

async function workDone(url: string, token: string, month: string): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (let nth = 1; nth <= customers; nth++) {
    const { id } = await call<{ id: number }>(url, token, "POST /customers/", { name: `Kunde ${nth}` });
    await call(url, token, `PATCH /customers/${id}/`, address);
    for (const day of [`${month}-05`, `${month}-12`]) {
      const work = { customer: id, day, item: "hours", quantity: "1.5", price: "48.00", text: "Umräumen" };
      await call(url, token, "POST /service-entries/", work);
    }
    issues.push({ customer: id, month });
  }
  return issues;
}

/** Kills the server at random moments while something is done. */
async function whileKilled(product: Product, work: () => Promise<unknown>, times = 1): Promise<void> {
  const state = { isDone: false };
  const working = work().finally(() => (state.isDone = true));
  working.catch(() => undefined); // heard of below
  for (let kill = 0; kill < times && !state.isDone; kill++) {
    await sleep(Math.random() * 400);
    const { server } = product;
    killHard([server]);
    await until("the next server starts", () => product.server !== undefined && product.server !== server);
    if (!state.isDone) await product.ready();
  }
  await working;
  await product.ready();
}

async function expectBilled(product: Product, billed: number, cancelled: number): Promise<string> {
  const ask = <Row extends object>(text: string) =>
    askDatabase<Row & Record<string, unknown>>(product.connection, text);
  const invoices = await ask<{ number: string; xml: string; hash: string }>(
    "select number, xml, encode(xml_sha256, 'hex') as hash from invoices order by number",
  );
  const [counts] = await ask<{ months: number; open: number; wrong: number }>(`
    select (select count(*)::int from billed_months) as months, (select count(*)::int from service_entries where invoice_id is null) as open,
      (select count(*)::int from invoices where kind = 380 and net <> 144) as wrong`);
  const { months, open, wrong } = counts ?? {};
  if (months !== billed || open !== 0 || wrong !== 0)
    throw new Error(
      `${months} months of ${billed} are billed, ${open} services are not, ${wrong} invoices have another sum`,
    );
  const year = berlinDay(new Date()).slice(0, 4);
  const numbers = (kind: string, amount: number) =>
    Array.from({ length: amount }, (_, nth) => `${kind}-${year}-${String(nth + 1).padStart(5, "0")}`);
  const expected = [...numbers("RE", billed + cancelled), ...numbers("ST", cancelled)];
  if (invoices.map(({ number }) => number).join() !== expected.join())
    throw new Error(`the numbers are ${invoices.map(({ number }) => number).join(", ")}`);
  const changed = invoices.filter(({ xml, hash }) => createHash("sha256").update(xml).digest("hex") !== hash);
  if (changed.length > 0)
    throw new Error(`${changed.map(({ number }) => number).join()}: another XML than the one kept`);
  return `${expected.length} numbers without a gap`;
}
