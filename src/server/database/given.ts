type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Only the fields of a body that were sent: those that are not `undefined`. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
