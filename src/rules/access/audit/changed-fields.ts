const longest = 80; // characters of a value

const show = (value: unknown): string => {
  const text = Array.isArray(value)
    ? value.join(", ")
    : typeof value === "boolean"
      ? value
        ? "ja"
        : "nein"
      : typeof value === "string" || typeof value === "number"
        ? String(value)
        : "";
  if (text === "") return "–";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

/** Lists the changed fields of a thing, for its entry: `Straße Hafenstraße 1 → Hafenstraße 2, Ort – → Kiel`. Empty where nothing has changed. */
export const changedFields = <T extends object>(
  labels: { readonly [K in keyof T]?: string },
  before: T,
  after: Partial<T>,
): string =>
  (Object.keys(labels) as (keyof T)[])
    .filter((name) => name in after && show(before[name]) !== show(after[name]))
    .map((name) => `${labels[name]} ${show(before[name])} → ${show(after[name])}`)
    .join(", ");
