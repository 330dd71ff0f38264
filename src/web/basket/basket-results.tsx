import { clsx } from "clsx";
import type { ReactNode } from "react";
import { showBoxes } from "#rules/amounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { BasketBox } from "./basket-box.tsx";
import type { Choosing, ChoosingFor, BasketResult } from "./basket.ts";

interface BasketResultsProps extends Choosing {
  readonly of: ChoosingFor;
  readonly found: BasketResult;
  readonly wanted: string;
  readonly onMore: () => void;
  /** True where the message above already speaks of the code, so that nothing need be repeated. */
  readonly isSaid: boolean;
  /** Words that were probably meant, where nothing fits. */
  readonly meant: ReactNode;
}

/** The customer's boxes that fit to what is looked for; old ones stay, dimmed, while new ones come. */
export function BasketResults({ chosen, act, of, found, wanted, onMore, isSaid, meant }: BasketResultsProps) {
  const { boxes, count, error, isFetching, refetch, notice } = found;
  return (
    <section aria-label="Gefundene Boxen" aria-busy={isFetching} className="mt-1 sm:mt-3">
      <p role="status" className="min-h-5 text-muted tabular-nums">
        {boxes &&
          boxes.length > 0 &&
          resultText(Math.max(count, boxes.length), boxes.length, wanted ? "gefunden" : of.all)}
      </p>
      <div className="relative mt-1 rounded-md border border-line bg-surface">
        {isFetching && boxes && <span aria-hidden className="working top-0 text-accent" />}
        {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
        {!boxes && !error && <Loading />}
        {boxes?.length === 0 && (
          <EmptyState reason={isSaid ? undefined : (notice ?? of.nothing(wanted))} action={!notice && meant} />
        )}
        <ul className={clsx(isFetching && "stale")}>
          {boxes?.map((box) => (
            <BasketBox key={box.id} chosen={chosen} act={act} of={of} box={box} wanted={wanted} />
          ))}
        </ul>
      </div>
      {boxes && boxes.length < count && (
        <Button className="mt-2" pending={isFetching} onClick={onMore}>
          Mehr Boxen zeigen
        </Button>
      )}
    </section>
  );
}

function resultText(count: number, shown: number, how: string): string {
  return `${showBoxes(count)} ${how}${shown < count ? `, davon ${shown} gezeigt` : ""}`;
}
