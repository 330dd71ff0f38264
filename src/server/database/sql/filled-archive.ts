import { sql } from "kysely";
import { toStatement } from "#server/database/connections/statement.ts";
import type { Reader } from "#server/database/database.ts";
import type { BulkLoad } from "./load-much.ts";

interface Filled {
  readonly what: string;
}

/** Everything that stands in the way of ids that come from elsewhere. */
const filled = sql<Filled>`
  select 'Boxen' as what where exists (select from boxes) or exists (select from history)
  union all select 'Kunden' where exists (select from customers)
  union all select 'Lieferungen' where exists (select from deliveries)
  union all select 'Bereiche' where exists (select from areas)`;

/** What an archive has of boxes, customers, deliveries and areas, in German; nothing where it is empty. */
export const whatIsFilled = (db: Reader): Promise<readonly Filled[]> => db.list("filled-archive", filled);

/** The same in the transaction that fills it, in which nobody else writes. */
export const whatIsFilledNow = ({ query }: BulkLoad): Promise<readonly Filled[]> =>
  query<{ what: string }>(toStatement(filled).sql);
