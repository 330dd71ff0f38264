import type { Ref } from "react";
import { BasketLines } from "./basket-lines.tsx";
import type { Choosing } from "./basket.ts";

interface BasketChosenProps extends Choosing {
  readonly ref?: Ref<HTMLElement>;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
}

/** The basket beside what was found, on a phone below it. */
export function BasketChosen({ chosen, act, ref, error, className }: BasketChosenProps) {
  return (
    <section ref={ref} aria-label="Ausgewählt" tabIndex={-1} className={className ?? "min-w-0"}>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <h3>Ausgewählt</h3>
        <span role="alert" className="text-danger">
          {error}
        </span>
      </div>
      {chosen.boxes.length + chosen.contents.length === 0 ? (
        <p className="text-muted">Noch nichts. Wählen Sie ganze Boxen oder einzelne Inhalte.</p>
      ) : (
        <BasketLines chosen={chosen} act={act} />
      )}
    </section>
  );
}
