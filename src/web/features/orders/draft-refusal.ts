import { CallError } from "#web/api/call-error.ts";

/** Fields of the summary beside which a refusal is said. */
const summaryFields = ["date", "price", "comment"] as const;
export type SummaryField = (typeof summaryFields)[number];

/** The refusal of an order, told apart by where it is shown. */
export interface Refusal {
  readonly fields: Readonly<Partial<Record<SummaryField, string | undefined>>>;
  /** About what was chosen. */
  readonly lines: readonly string[];
  /** What belongs to no place of the form. */
  readonly other: string | null;
}

export const notRefused: Refusal = { fields: {}, lines: [], other: null };

export function refusalOf(error: Error): Refusal {
  const said = error instanceof CallError ? error.fields : {};
  const lines = [said["boxes"], said["boxcontents"]].filter((line) => line !== undefined);
  const fields = Object.fromEntries(summaryFields.flatMap((field) => (said[field] ? [[field, said[field]]] : [])));
  const placed = lines.length + Object.keys(fields).length > 0;
  return { fields, lines, other: placed ? null : error.message };
}
