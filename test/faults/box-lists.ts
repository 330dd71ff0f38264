import type { Import } from "#contract/schemas/exchange/imports.ts";
import { askDatabase, call, killHard, type Product, signIn, until } from "./product.ts";
import type { Outcome, Workplace } from "./workplace.ts";

const rows = 10_000;
/** Lock that a list being taken over or back holds until it commits. */
const midway = "select from pg_locks where relation = 'late_counts'::regclass and mode = 'RowExclusiveLock'";

/** The list of a customer of its own, sent in by whoever the token is of. */
interface Sent {
  readonly product: Product;
  readonly token: string;
  readonly customer: number;
  readonly id: number;
}

/**
 * The server is killed while a list of boxes is checked, taken over and taken back: each time nothing of it was done, and what is asked for
 * again after the start is done once.
 */
export function cutOffLists({ at }: { readonly at: Workplace }): Promise<Outcome> {
  const { product } = at;
  return at.during(async () => {
    const sent = await sendList(product);
    await cutOff(sent, "check", async () => (await look(sent)).rows > 0);
    await mustBe(sent, { checked: false, committed: false, undone: false, boxes: 0 });
    await ask(sent, "check");
    await cutOff(sent, "commit", () => isMidway(product));
    await mustBe(sent, { checked: true, committed: false, undone: false, boxes: 0 });
    await ask(sent, "commit");
    await mustBe(sent, { checked: true, committed: true, undone: false, boxes: rows });
    await cutOff(sent, "undo", () => isMidway(product));
    await mustBe(sent, { checked: true, committed: true, undone: false, boxes: rows });
    await ask(sent, "undo");
    await mustBe(sent, { checked: true, committed: true, undone: true, boxes: 0 });
    return `${rows} boxes checked, taken over and taken back, each killed once and asked for again`;
  });
}

async function sendList(product: Product): Promise<Sent> {
  const token = await signIn(product.url);
  const { id: customer } = await call<{ id: number }>(product.url, token, "POST /customers/", { name: "Liste" });
  const lines = Array.from({ length: rows }, (_, index) => `${index + 1};Akten ${index};2019`);
  const form = new FormData();
  form.set("customer", String(customer));
  form.set("name", "Boxen.csv");
  form.set("file", new Blob([["Boxnummer;Inhalt;Jahrgang", ...lines].join("\n")]), "Boxen.csv");
  const { id } = await call<Import>(product.url, token, "POST /imports/", form);
  return { product, token, customer, id };
}

const look = ({ product, token, id }: Sent) => call<Import>(product.url, token, `GET /imports/${id}/`);

const ask = ({ product, token, id }: Sent, what: "check" | "commit" | "undo") =>
  call<Import>(product.url, token, `POST /imports/${id}/${what}/`, what === "commit" ? { again: false } : {});

const isMidway = async ({ connection }: Product) => (await askDatabase(connection, midway)).length > 0;

/** Asks for something and kills the server in its middle; comes back when the next one answers. */
async function cutOff(sent: Sent, what: "check" | "commit" | "undo", isUnderWay: () => Promise<boolean>) {
  const { product } = sent;
  const killed = product.server;
  let answer: string | undefined;
  const asked = ask(sent, what).then(
    () => (answer = "done"),
    (error: Error) => (answer = error.message),
  );
  await until(`a list is in the middle of its ${what}`, async () => {
    if (answer !== undefined) throw new Error(`the ${what} was ${answer} before anybody could kill it`);
    return isUnderWay();
  });
  killHard([killed]);
  await asked;
  if (answer === "done") throw new Error(`the ${what} was done before the kill`);
  await until("another server runs", () => product.server !== undefined && product.server !== killed);
  await product.ready();
}

async function mustBe(sent: Sent, wanted: { checked: boolean; committed: boolean; undone: boolean; boxes: number }) {
  const { product, token, customer } = sent;
  const { checked, committed, undone } = await look(sent);
  const list = await call<{ count: number }>(product.url, token, `GET /boxes/?owner_id=${customer}&limit=1`);
  const found = {
    checked: checked !== null,
    committed: committed !== null,
    undone: undone !== null,
    boxes: list.count,
  };
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`the list is ${JSON.stringify(found)}, and should be ${JSON.stringify(wanted)}`);
}
