import { clsx } from "clsx";
import { showBoxes } from "#rules/amounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { BasketBox } from "./basket-box.tsx";
import { useFoundBoxes } from "#web/lines/basket-search.ts";
import type { StepProps } from "./draft-wizard.ts";

interface BasketResultsProps extends StepProps {
  readonly owner: number;
  readonly wanted: string;
  readonly amount: number;
  readonly onMore: () => void;
  /** What is said above about a code need not be said again. */
  readonly isSaid: boolean;
}

/** The customer's boxes that fit to what is looked for; old ones stay, dimmed, while new ones come. */
export function BasketResults({ draft, act, owner, wanted, amount, onMore, isSaid }: BasketResultsProps) {
  const { shown, notice } = useFoundBoxes(owner, wanted, amount);
  const { data, error, isFetching, refetch } = shown;
  const boxes = data?.results ?? [];
  return (
    <section aria-label="Gefundene Boxen" aria-busy={isFetching} className="mt-3">
      <p role="status" className="min-h-5 text-muted tabular-nums">
        {data && data.count > 0 && found(data.count, boxes.length, wanted)}
      </p>
      <div className="relative mt-1 rounded-md border border-line bg-surface">
        {isFetching && data && <span aria-hidden className="working top-0 text-accent" />}
        {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
        {!data && !error && <Loading />}
        {data?.count === 0 && <EmptyState reason={isSaid ? undefined : (notice ?? nothing(wanted))} />}
        <ul className={clsx(isFetching && "stale")}>
          {boxes.map((box) => (
            <BasketBox key={box.id} draft={draft} act={act} box={box} wanted={wanted} />
          ))}
        </ul>
      </div>
      {data && boxes.length < data.count && (
        <Button className="mt-2" pending={isFetching} onClick={onMore}>
          Mehr Boxen zeigen
        </Button>
      )}
    </section>
  );
}

function found(count: number, shown: number, wanted: string): string {
  const part = shown < count ? `, davon ${shown} gezeigt` : "";
  return `${showBoxes(count)} ${wanted === "" ? "eingelagert" : "gefunden"}${part}`;
}

const nothing = (wanted: string) =>
  wanted === ""
    ? "Dieser Kunde hat keine eingelagerte Box."
    : `Keine eingelagerte Box des Kunden passt zu „${wanted}“. Was unterwegs ist, kann nicht bestellt werden.`;
