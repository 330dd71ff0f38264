import { boxStateText } from "#rules/box-state.ts";
import type { StateCount } from "./state-counts.ts";
import { showShare, stateFill } from "./state-share.ts";

type StateBarProps = { counts: readonly StateCount[]; others: number; total: number };

/** The whole as one bar. The tiles below it say the same in words, so that it is a picture only. */
export function StateBar({ counts, others, total }: StateBarProps) {
  return (
    <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-sm bg-line">
      {counts.map(({ state, count = 0 }) =>
        count === 0 ? null : (
          <div
            key={state}
            title={`${boxStateText[state]}: ${showShare(count, total)}`}
            className={`min-w-0.5 ${stateFill(state)}`}
            style={{ flex: `${count} 0 0` }}
          />
        ),
      )}
      {others > 0 && <div style={{ flex: `${others} 0 0` }} />}
    </div>
  );
}
