/** Format in which a moment or a day is written. */
export type MomentForm = "Z" | "offset" | "no-zone" | "day" | "other";

const forms: readonly (readonly [MomentForm, RegExp])[] = [
  ["day", /^\d{4}-\d{2}-\d{2}$/],
  ["Z", /^\d{4}-\d{2}-\d{2}[T ][\d:.]+Z$/],
  ["offset", /^\d{4}-\d{2}-\d{2}[T ][\d:.]+[+-]\d{2}:?\d{2}$/],
  ["no-zone", /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/],
];

const momentNames = new Set(["created", "destroyed", "time", "last_login", "meta_first_delivery_customer"]);

/** Reports the format of each moment in an answer, by the name of its field, at every depth. */
export function momentForms(value: unknown, report: (field: string, form: MomentForm) => void): void {
  if (Array.isArray(value)) for (const each of value) momentForms(each, report);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [name, each] of Object.entries(value)) {
    if (momentNames.has(name) && typeof each === "string" && each !== "")
      report(name, forms.find(([, pattern]) => pattern.test(each))?.[0] ?? "other");
    else momentForms(each, report);
  }
}
