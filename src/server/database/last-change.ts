import { sql } from "kysely";
import { archiveAuthor, type HistoryMeta, historySentence } from "#rules/stock/history.ts";
import { showUserName } from "#rules/access/users.ts";
import type { Transaction } from "#server/database/database.ts";
import type { ScanAuthor } from "#server/database/tables.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface ChangeRow {
  kind: number;
  meta: HistoryMeta | null;
  text: string | null;
  at: string;
  first_name: string | null;
  last_name: string | null;
}

const changeRow = selectList<ChangeRow>({
  ...fromTable("h", "kind", "meta", "text"),
  ...fromTable("u", "first_name", "last_name"),
  at: sql`coalesce(h.happened, h.created)`,
});

/** Returns the last change to a box and its author, as staff read it; null where there is no such box. */
export async function lastChange(tx: Transaction, code: string | null): Promise<ScanAuthor | null> {
  if (code === null) return null;
  const { rows } = await sql<ChangeRow>`
    select ${changeRow}
    from boxes b join history h on h.box_id = b.id and h.seq = b.history_count left join users u on u.id = h.user_id
    where b.code = ${code}`.execute(tx);
  const [entry] = rows;
  if (!entry) return null;
  const { kind, meta, text, at, first_name, last_name } = entry;
  const name = last_name === null ? archiveAuthor : showUserName({ first_name: first_name ?? "", last_name });
  return { name, at, text: historySentence(kind, meta, text) };
}
