import * as refused from "#rules/texts/refusal-texts.ts";
import { badInput } from "#server/http/errors.ts";

/** As texts come in now; what was kept before may be written otherwise. */
export const normalize = (value: unknown) => (typeof value === "string" ? value.normalize("NFC") : value);

/**
 * Refuses what would overwrite somebody else's change: `before` is what the caller saw of the fields, `now` what they are.
 * @throws a 400 beside each field that has changed since, and is wanted otherwise
 */
export function refuseOverwriting(now: object, wanted: object, before: object): void {
  const value = (of: object, field: string): unknown => of[field as keyof typeof of];
  const overwritten = Object.keys(wanted).filter((field) => {
    const [seen, current] = [value(before, field), value(now, field)];
    return seen !== undefined && normalize(seen) !== normalize(current) && value(wanted, field) !== current;
  });
  if (overwritten.length === 0) return;
  throw badInput(
    Object.fromEntries(overwritten.map((field) => [field, [refused.changedMeanwhile(String(value(now, field)))]])),
  );
}
