import { sql } from "kysely";
import type { Reader } from "#server/database/database.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Facts that identify a picture. */
export interface KeptPicture {
  readonly sha256: Buffer;
  readonly bytes: number;
}

const pageLength = 1000;

const keptPicture = selectList<KeptPicture>(fromTable("next", "sha256", "bytes"));

/** The next pictures that rows have, of boxes, of deliveries and of what was scanned, by their SHA-256, each once, however many have it. */
export async function keptPictures(
  db: Reader,
  { sha256, bytes }: KeptPicture = { sha256: Buffer.alloc(0), bytes: 0 },
): Promise<KeptPicture[]> {
  const { rows } = await sql<KeptPicture>`
    select distinct ${keptPicture}
    from (${nextOf("images", { sha256, bytes })} union all ${nextOf("delivery_proofs", { sha256, bytes })}
      union all ${nextOf("digital_copies", { sha256, bytes }, sql`and deleted is null`)}) next
    order by sha256, bytes limit ${pageLength}`.execute(db);
  return rows;
}

/** A page of each table by its own index: of all together every one would sort them all. */
const nextOf = (
  table: "images" | "delivery_proofs" | "digital_copies",
  { sha256, bytes }: KeptPicture,
  which = sql``,
) => sql`(
  select distinct sha256, bytes from ${sql.table(table)} where (sha256, bytes) > (${sha256}, ${bytes}::int) ${which}
  order by sha256, bytes limit ${pageLength})`;
