import { sql } from "kysely";
import type { Reader } from "#server/database/database.ts";
import { selectList } from "#server/database/sql/json.ts";

/** Number of messages that wait to be sent, seconds that the oldest one has waited, and number of messages given up. */
export interface MessageCounts {
  readonly waiting: number;
  readonly oldest: number;
  readonly failed: number;
}

const messageCountsColumns = selectList<MessageCounts>({
  waiting: sql`(select count(*) from messages where done_at is null)::int`,
  oldest: sql`(select coalesce(extract(epoch from now() - min(created)), 0) from messages
    where done_at is null)::float`,
  failed: sql`(select count(*) from messages where failed)::int`,
});

export async function messageCounts(db: Reader): Promise<MessageCounts> {
  const { rows } = await sql<MessageCounts>`
    select ${messageCountsColumns}`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: 0, failed: 0 };
}
