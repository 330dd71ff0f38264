/** What is missing when nobody says what the object is: the type cannot be inferred from its SQL. */
interface WithoutName {
  readonly "the type of json<T>": never;
}

/**
 * SQL for an object of the type `T` as JSON text, from SQL for each of its fields: a field that `T` gets is missing here until
 * its SQL is written, and the compiler says so. The type is always named: `json<Customer>({ … })`.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type, nothing infers it
export function json<T extends object = WithoutName>(fields: Readonly<Record<keyof NoInfer<T>, string>>): string {
  const pairs = Object.entries<string>(fields).map(([name, sql]) => `'${name}', ${sql}`);
  return `json_build_object(${pairs.join(", ")})`;
}
