import * as refused from "#rules/texts/refusal-texts.ts";
import { badInput } from "#server/http/errors.ts";

/** As texts come in now; what was kept before may be written otherwise. */
export const normalize = (value: unknown) => (typeof value === "string" ? value.normalize("NFC") : value);

/** Texts, numbers and ticks as they are, lists with commas. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(",");
  if (typeof value === "string") return value.normalize("NFC");
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
const yesOrNo = (text: string) => ({ true: "ja", false: "nein" })[text] ?? text;

/**
 * Refuses what would overwrite somebody else's change: `before` is what the caller saw of the fields, `now` what they are, both as they are answered; `show`
 * says how people read a field that is no text.
 * @throws a 400 beside each field that has changed since, and is wanted otherwise
 */
export function refuseOverwriting(
  now: object,
  wanted: object,
  before: object = {},
  show: Readonly<Record<string, (text: string) => string>> = {},
): void {
  const value = (of: object, field: string): unknown => of[field as keyof typeof of];
  const overwritten = Object.keys(wanted).filter((field) => {
    const [seen, current, next] = [value(before, field), value(now, field), value(wanted, field)];
    const isChanged = seen !== undefined && next !== undefined && asText(seen) !== asText(current);
    return isChanged && asText(next) !== asText(current);
  });
  if (overwritten.length === 0) return;
  const shown = (field: string) => (show[field] ?? yesOrNo)(asText(value(now, field)));
  throw badInput(Object.fromEntries(overwritten.map((field) => [field, [refused.changedMeanwhile(shown(field))]])));
}
