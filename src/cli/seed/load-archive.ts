import { randomBytes } from "node:crypto";
import { maxBoxNumber, maxCustomerCode } from "#rules/stock/box-code.ts";
import type { Connection } from "#server/database/database.ts";
import { hashPassword } from "#server/http/passwords/passwords.ts";
import { CommandError } from "#cli/command.ts";
import { BoxWriter, noLines, type SeededIds } from "./boxes.ts";
import { type BulkLoad, loadMuch } from "#server/database/sql/load-much.ts";
import { type ArchivePlan, planArchive } from "./plan.ts";
import { loadHold } from "./retention.ts";
import { loadSurroundings, staff } from "./surroundings.ts";

export interface SeedOptions {
  readonly boxes: number;
  readonly customers?: number | undefined;
  readonly seed: number;
  /** True where customers may exist already. */
  readonly add: boolean;
  /** Nothing in the archive is later than this. */
  readonly now: Date;
  readonly say: (text: string) => void;
  /** From so many boxes on, the indexes are made anew instead of kept. */
  readonly anewFrom?: number;
}

export interface SeedResult {
  readonly boxes: number;
  readonly contents: number;
  readonly customers: number;
  readonly staffEmail: string;
}

const batch = 10_000;
const pace = 2_000; // ms between two lines of progress at least

/** Fills the database with an archive that looks like a German one. The same options make the same archive. */
export async function seedArchive(connection: Connection, options: SeedOptions): Promise<SeedResult> {
  const { boxes, seed, add, say, anewFrom = 100_000 } = options;
  const customers = options.customers ?? Math.max(5, Math.min(200, Math.round(Math.sqrt(boxes) / 5)));
  if (customers > boxes) throw new CommandError("There must be at least as many boxes as customers.");
  const nobodysPassword = await hashPassword(randomBytes(24).toString("base64url"));
  return loadMuch(connection, { anew: boxes >= anewFrom, say }, async (loading) => {
    const highestCode = await highestCustomerCode(loading);
    if (highestCode > 0 && !add)
      throw new CommandError("There are customers in this database already. With --add, the archive is added to it.");
    const now = Math.floor(options.now.getTime() / 60_000);
    say("customers, users, halls and deliveries");
    const plan = planArchive({ seed, boxes, customers, now, highestCode, added: add });
    if ((plan.customers.at(-1)?.code ?? 0) > maxCustomerCode)
      throw new CommandError("The numbers of customers end at 9999: these are too many customers.");
    if (plan.customers.some((each) => each.boxes > maxBoxNumber))
      throw new CommandError("No customer can have more than 999,999 boxes: more --customers, please.");
    const ids = await loadSurroundings(loading, plan, nobodysPassword);
    const contents = await loadBoxes(loading, plan, ids, say);
    await loading.query("delete from jobs where name = 'words'"); // the server counts them soon
    return { boxes, contents, customers, staffEmail: staff[0].email };
  });
}

async function highestCustomerCode({ query }: BulkLoad): Promise<number> {
  const [found] = await query<{ code: number | null }>("select max(code) as code from customers");
  return found?.code ?? 0;
}

const columns = {
  boxes:
    "id, customer_id, customer_code, number, state, marked_from, marked, place_area, row_id, part, height, placed, size, meta_year, meta_destroy_year, meta_first_delivery, retention_class_id, retention_from, retain_until, proposed_destroy_year, created, destroyed, history_count",
  contents: "id, box_id, customer_id, state, text, created",
  history: "box_id, seq, kind, user_id, meta, text, created",
  delivery_boxes: "delivery_id, customer_id, box_id, open, picked, missing, received, text",
  delivery_contents: "delivery_id, customer_id, content_id, box_id, content, open, picked, missing, received, text",
} as const;
const tables = ["boxes", "contents", "history", "delivery_boxes", "delivery_contents"] as const;

/** Answers how many contents there are. */
async function loadBoxes(
  loading: BulkLoad,
  plan: ArchivePlan,
  ids: SeededIds,
  say: (text: string) => void,
): Promise<number> {
  const writer = new BoxWriter(plan, ids);
  const { count } = plan.boxes;
  await loading.query("alter table boxes disable trigger boxes_stored_in"); // these boxes took their places in the past
  const start = performance.now();
  let said = start;
  for (let begin = 0; begin < count; begin += batch) {
    const end = Math.min(count, begin + batch);
    const parts = writeParts(writer, begin, end);
    for (const table of tables)
      await loading.copy(
        table,
        columns[table],
        parts.map((part) => part[table]),
      );
    const now = performance.now();
    if (end < count && now - said < pace) continue;
    said = now;
    say(`${format(end)} of ${format(count)} boxes, ${format((end / (now - start)) * 1000)} a second`);
  }
  say("storage periods");
  await loading.query("insert into storage_periods select * from storage_from_history() where box_id >= $1", [
    ids.firstBox,
  ]);
  // noted before these boxes had been there all the time
  for (const noted of ["stock_months", "customer_months", "area_months", "delivery_months", "option_months"])
    await loading.query(`delete from ${noted}`);
  await loading.query("alter table boxes enable trigger boxes_stored_in");
  await loadHold(loading, plan, ids);
  await loading.usedIds("boxes", ids.firstBox + count - 1);
  if (writer.nextContent > ids.firstContent) await loading.usedIds("contents", writer.nextContent - 1);
  return writer.nextContent - ids.firstContent;
}

/** Long texts that grow line by line keep the garbage collector busy: they become bytes before they are long. */
const boxesInPart = 250;

function writeParts(writer: BoxWriter, begin: number, end: number): Record<(typeof tables)[number], Buffer>[] {
  const parts = [];
  for (let first = begin; first < end; first += boxesInPart) {
    const lines = noLines();
    for (let box = first; box < Math.min(end, first + boxesInPart); box++) writer.write(box, lines);
    parts.push({
      boxes: Buffer.from(lines.boxes),
      contents: Buffer.from(lines.contents),
      history: Buffer.from(lines.history),
      delivery_boxes: Buffer.from(lines.delivery_boxes),
      delivery_contents: Buffer.from(lines.delivery_contents),
    });
  }
  return parts;
}

const format = (value: number) => Math.round(value).toLocaleString("en");
