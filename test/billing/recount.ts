/**
 * Steps of a box for a second count of a customer's debt. It goes day by day, box by box, in whole numbers, from the events that the test itself
 * states. It shares nothing with the product.
 */

export type LifeStep = "store" | "undo" | "size" | "pick" | "withdraw" | "return" | "destroy";

/** Events of a box on a day (`YYYY-MM-DD`), in order; a `size` has the new one in mm. */
export interface LifeEvent {
  readonly day: string;
  readonly step: LifeStep;
  readonly size: number;
}

export interface BoxLife {
  /** mm, before anything happened. */
  readonly size: number;
  readonly events: readonly LifeEvent[];
}

export interface Agreement {
  readonly mode: "day" | "month_any_day" | "month_end";
  readonly isPaidWhileOut: boolean;
}

/** Ten-thousandths of a euro from a day on, the newest last. */
export type PriceHistory = readonly { readonly from: string; readonly price: bigint }[];

/** A quotient of what is not negative, rounded half up. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** All days of a month `YYYY-MM`. */
export function daysOf(month: string): string[] {
  const days = [];
  for (let at = new Date(`${month}-01T12:00:00Z`); at.toISOString().startsWith(month); at = new Date(+at + 86_400_000))
    days.push(at.toISOString().slice(0, 10));
  return days;
}

export const priceOn = (prices: PriceHistory, day: string): bigint | undefined =>
  prices.findLast(({ from }) => from <= day)?.price;

/**
 * Returns the mm of a box that count at the end of a day; 0n where it does not count. For a box that came and left on one day, its largest size
 * counts.
 */
function countedOn({ size, events }: BoxLife, day: string, { isPaidWhileOut }: Agreement): bigint {
  let [isPlaced, mm, leftWith, since, most] = [false, size, 0, "", 0];
  let [isGone, wasCounted] = [false, false];
  for (const event of events.filter((each) => each.day <= day)) {
    if (isPlaced && event.step === "store") continue; // moved: it stands there as before
    if (isPlaced) most = since === event.day ? Math.max(most, mm) : 0;
    if (event.step === "size") mm = event.size;
    else if (event.step === "store") {
      wasCounted = leftWith > 0 && !isGone;
      [isPlaced, isGone] = [true, false];
    } else {
      if (event.step === "undo") isGone = !wasCounted;
      else isGone ||= event.step === "withdraw" || event.step === "destroy";
      if (isPlaced) leftWith = since === event.day ? most : mm;
      isPlaced = false;
    }
    if (isPlaced && since !== event.day) [since, most] = [event.day, 0];
  }
  if (isPlaced) return BigInt(mm);
  if (!isPaidWhileOut || leftWith === 0) return 0n;
  // what happens later says nothing about this day
  return isGone ? 0n : BigInt(leftWith);
}

/** Returns the cost of a month's storage, in cents: a line for each price, each rounded once. */
export function storageCents(
  boxes: readonly BoxLife[],
  month: string,
  agreed: Agreement,
  prices: PriceHistory,
): bigint {
  const days = daysOf(month);
  const lastDay = days.at(-1) ?? "";
  if (agreed.mode !== "day") {
    const wholeMonth = (box: BoxLife) => {
      if (agreed.mode === "month_end") return countedOn(box, lastDay, agreed);
      const mm = days.map((day) => countedOn(box, day, agreed));
      return mm.reduce((most, each) => (each > most ? each : most), 0n);
    };
    const mm = boxes.reduce((sum, box) => sum + wholeMonth(box), 0n);
    return halfUp(mm * (priceOn(prices, lastDay) ?? 0n), 100_000n);
  }
  const lines = new Map<string, bigint>(); // by the day from which their price holds
  for (const day of days) {
    const since = prices.findLast(({ from }) => from <= day)?.from ?? "";
    const mm = boxes.reduce((sum, box) => sum + countedOn(box, day, agreed), 0n);
    lines.set(since, (lines.get(since) ?? 0n) + mm);
  }
  const base = BigInt(days.length);
  let cents = 0n;
  for (const [since, mm] of lines) cents += halfUp(mm * (priceOn(prices, since) ?? 0n), 100_000n * base);
  return cents;
}

const chargedAs: Readonly<Partial<Record<LifeStep, string>>> = {
  pick: "retrieval_box",
  withdraw: "withdrawal",
  return: "return_box",
  destroy: "destruction",
};

/** Returns the charges for a box besides its storage, as `day item`. */
export function chargesOf({ events }: BoxLife): { readonly day: string; readonly item: string }[] {
  const first = events.find(({ step }, nth) => step === "store" && events[nth + 1]?.step !== "undo");
  return events.flatMap((event) => {
    const item = event === first ? "intake" : chargedAs[event.step];
    return item ? [{ day: event.day, item }] : [];
  });
}
