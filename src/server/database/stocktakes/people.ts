import { sql } from "kysely";

/** A member of staff by a column with their id, as one object; null where it is. */
export const personAs = (column: string) => sql`(
  select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) from users u where u.id = ${sql.ref(column)})`;
