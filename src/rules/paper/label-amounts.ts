/** A sheet has 3 x 8 labels, so the list adds this many at once (specification 9, product 9). */
export const sheetLabels = 24;
/** Labels in one download. */
export const maxLabels = 10_000;

/** The label-print list (specification 4): box code, ten digits, to its number of labels, 1 or more, in the order of choice. */
export type LabelAmounts = ReadonlyMap<string, number>;

/** One line of the list, as `labelprintV2` takes it and as it is kept (product 8). */
export interface Labels {
  readonly code: string;
  readonly amount: number;
}

/** The empty list. */
export function resetAmounts(): LabelAmounts {
  return new Map();
}

/** The labels of all boxes together. */
export function totalLabels(amounts: LabelAmounts): number {
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
}

/** Raises each code's amount; once the list holds `maxLabels`, what is left over is cut off, from the last codes first. */
export function addLabels(
  amounts: LabelAmounts,
  codes: readonly string[],
  by: 1 | typeof sheetLabels = 1,
): LabelAmounts {
  const newAmounts = new Map(amounts);
  let room = maxLabels - totalLabels(amounts);
  for (const code of codes) {
    const added = Math.min(by, room);
    if (added <= 0) break;
    newAmounts.set(code, (newAmounts.get(code) ?? 0) + added);
    room -= added;
  }
  return newAmounts;
}

/** Lowers each code's amount by 1; a code without labels leaves the list. */
export function takeLabels(amounts: LabelAmounts, codes: readonly string[]): LabelAmounts {
  const newAmounts = new Map(amounts);
  for (const code of codes) {
    const amount = (newAmounts.get(code) ?? 0) - 1;
    if (amount > 0) newAmounts.set(code, amount);
    else newAmounts.delete(code);
  }
  return newAmounts;
}

/** Takes the codes off the list, whatever their amount. */
export function removeLabels(amounts: LabelAmounts, codes: readonly string[]): LabelAmounts {
  const newAmounts = new Map(amounts);
  for (const code of codes) newAmounts.delete(code);
  return newAmounts;
}

/** The list as it is sent and kept; `amountsFrom` reads it back. */
export function labelList(amounts: LabelAmounts): Labels[] {
  return [...amounts].map(([code, amount]) => ({ code, amount }));
}

/** The list out of parsed JSON; the empty one where it is malformed or holds more than `maxLabels`. */
export function amountsFrom(kept: unknown): LabelAmounts {
  if (!Array.isArray(kept) || !kept.every(isLabels)) return resetAmounts();
  const amounts = new Map(kept.map(({ code, amount }) => [code, amount]));
  return amounts.size === kept.length && totalLabels(amounts) <= maxLabels ? amounts : resetAmounts();
}

function isLabels(line: unknown): line is Labels {
  if (typeof line !== "object" || line === null) return false;
  const { code, amount } = line as Partial<Record<keyof Labels, unknown>>;
  return typeof code === "string" && /^\d{10}$/.test(code) && Number.isSafeInteger(amount) && Number(amount) >= 1;
}

/** The label at which printing starts, as typed; null where it is none of a sheet of so many labels. */
export function parseStart(text: string, labels: number = sheetLabels): number | null {
  const number = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= labels ? number : null;
}
