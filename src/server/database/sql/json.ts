import { sql } from "kysely";
import { constantSql, type Sql } from "#server/database/connections/statement.ts";

/** Marker for the missing type of an object that nobody has named: it cannot be inferred from its SQL. */
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

/**
 * A select list of the columns of the type `T`, from SQL for each of them, as `json` has it. The rows are read by the same type, so that none of its
 * columns can be forgotten: ``sql<Customer>`select ${selectList<Customer>({ … })} from …` ``.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type, nothing infers it
export function selectList<T extends object = WithoutName>(
  fields: Readonly<Record<keyof NoInfer<T>, string | Sql>>,
): Sql {
  const list = Object.entries<string | Sql>(fields).map(
    ([name, value]) => sql`${typeof value === "string" ? sql.ref(value) : value} as ${sql.ref(name)}`,
  );
  return constantSql(sql.join(list));
}

/** Columns that are read under their own names, of the table or alias `of`: `...fromTable("b", "id", "code")`. */
export const fromTable = <Name extends string>(of: string, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, `${of}.${name}`])) as Readonly<Record<Name, string>>;
