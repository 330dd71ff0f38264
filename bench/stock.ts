import { join, resolve } from "node:path";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { sql } from "kysely";
import { Database } from "#server/database/database.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, type OpenDatabase } from "#server/open-database.ts";

/** Where an archive of so many boxes is kept: below `.cache/bench`, or where BENCH_DIR says. */
export const stockFolder = (boxes: number) => join(process.env["BENCH_DIR"] ?? ".cache/bench", String(boxes));

/** An archive of so many boxes, made once and kept. */
export async function openStock(boxes: number): Promise<OpenDatabase> {
  const stock = await openDatabase({ ...readConfig({}), dataDir: resolve(stockFolder(boxes)) }, () => {});
  const some = await stock.db.read.selectFrom("boxes").select("id").limit(1).executeTakeFirst();
  if (some) return stock;
  console.error(`making an archive of ${boxes.toLocaleString("en")} boxes, this is done once ...`);
  await seedArchive(stock.connection, { boxes, seed: 1, add: false, now: new Date(), say: () => {} });
  return stock;
}

/** The ids of customers with boxes, the largest first. */
export async function customersBySize(db: Database) {
  const rows = await db.read.list(
    "bench-customers",
    sql<{ id: number; code: number; boxes: number }>`
      select id, code, sum(boxes)::int as boxes from customer_counts k join customers c on c.id = k.customer_id
      group by 1, 2 having sum(boxes) > 0 order by 3 desc, 1`,
  );
  const [big] = rows;
  const middling = rows[Math.floor(rows.length / 2)];
  if (!big || !middling) throw new Error("There are no boxes.");
  return { big, middling, all: rows };
}

/** Returns the value at the upper end of the quickest tenth. */
export const undisturbed = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? 0;
