import { sql } from "kysely";
import { constantSql, type Sql } from "#server/database/connections/statement.ts";

/** What is missing when nobody says what the object is: the type cannot be inferred from its SQL. */
interface WithoutName {
  readonly "the type of json<T>": never;
}

/**
 * SQL for an object of the type `T` as JSON text, from SQL for each of its fields, of which a text is the name of a column: a field that
 * `T` gets is missing here until its SQL is written, and the compiler says so. The type is always named: `json<Customer>({ … })`.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type, nothing infers it
export function json<T extends object = WithoutName>(fields: Readonly<Record<keyof NoInfer<T>, string | Sql>>): Sql {
  const pairs = Object.entries<string | Sql>(fields).map(
    ([name, value]) => sql`${sql.lit(name)}, ${typeof value === "string" ? sql.ref(value) : value}`,
  );
  return constantSql(sql`json_build_object(${sql.join(pairs)})`);
}
