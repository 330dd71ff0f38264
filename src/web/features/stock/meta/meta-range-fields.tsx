import { showBoxes } from "#rules/amounts.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import type { MetaRangeDraft } from "./use-meta-range.ts";

/** Whose boxes, and which of them, with how many these are. */
export function MetaRangeFields({ meant }: { meant: MetaRangeDraft }) {
  return (
    <div className="grid gap-3">
      {meant.customerField}
      {meant.rangeFields}
      <Count meant={meant} />
    </div>
  );
}

function Count({ meant: { blocked, count, countError, recount } }: { meant: MetaRangeDraft }) {
  if (countError) return <ErrorState error={countError} onRetry={recount} />;
  const text = () => {
    if (blocked) return blocked;
    if (count === undefined) return rangeTexts.counting;
    return count === 0 ? rangeTexts.empty : `Betrifft ${showBoxes(count)}.`;
  };
  return (
    <p role="status" className="tabular-nums">
      {text()}
    </p>
  );
}
