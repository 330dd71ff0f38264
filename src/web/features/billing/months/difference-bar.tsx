import { showMoney } from "#rules/money.ts";
import { differenceOf, showDifference } from "#rules/billing/amount-texts.ts";
import { FillBar } from "#web/ui/page/fill-bar.tsx";

type DifferenceBarProps = {
  net: string;
  before: string;
  /** Of all that stand below each other, in euro: what the bar goes up to. */
  most: number;
};

/** What the month before was, and how far this one is from it: more goes to the right, less to the left. */
export function DifferenceBar({ net, before, most }: DifferenceBarProps) {
  const difference = differenceOf(net, before);
  const share = most > 0 ? Math.abs(Number(difference)) / most : 0;
  const isLess = difference.startsWith("-");
  return (
    <span className="inline-flex items-center gap-2" title={`${showDifference(difference)} gegenüber dem Vormonat`}>
      {showMoney(before)}
      <span className="sr-only">, {showDifference(difference)}</span>
      <span className="grid w-16 grid-cols-2">
        <span dir="rtl">
          <FillBar share={isLess ? share : 0} />
        </span>
        <FillBar share={isLess ? 0 : share} />
      </span>
    </span>
  );
}
