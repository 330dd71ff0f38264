type FieldSet<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Only the fields of a body that were sent: those that are not `undefined`. */
export function pickSent<T extends object>(fields: T): FieldSet<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as FieldSet<T>;
}
