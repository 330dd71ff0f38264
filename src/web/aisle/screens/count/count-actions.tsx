import { countingOf } from "#rules/aisle/count/count.ts";
import { uncountedBoxes } from "#rules/aisle/count/count-places.ts";
import { ActionBar } from "#web/aisle/screens/action-bar.tsx";
import { Button } from "#web/ui/button/button.tsx";
import type { CountRun } from "./count-run.ts";

interface CountActionsProps {
  readonly run: CountRun;
  /** True while a box is chosen from the list, because its label cannot be read. */
  readonly isChoosing: boolean;
  readonly onChoosing: (isChoosing: boolean) => void;
}

/** Offers the ways of counting, then the answers that a scan cannot give. */
export function CountActions({ run, isChoosing, onChoosing }: CountActionsProps) {
  const { state, tap } = run;
  if (state.isEnded)
    return (
      <ActionBar>
        <Button look="primary" className="min-h-14! grow" onClick={() => tap({ do: "restart" })}>
          Nächste Reihe
        </Button>
      </ActionBar>
    );
  if (state.row === null) return null;
  const counting = countingOf(state);
  if (!counting)
    return (
      <ActionBar>
        <Button className="min-h-14! grow basis-0" onClick={() => tap({ do: "mode", mode: "blind" })}>
          Blind
        </Button>
        <Button look="primary" className="min-h-14! grow basis-0" onClick={() => tap({ do: "mode", mode: "target" })}>
          Mit Vorgabe
        </Button>
      </ActionBar>
    );
  if (isChoosing)
    return (
      <ActionBar>
        <Button className="min-h-14! grow" onClick={() => onChoosing(false)}>
          Abbrechen
        </Button>
      </ActionBar>
    );
  const isListed = uncountedBoxes(counting).length > 0;
  return (
    <section aria-label="Aktionen" className="grid shrink-0 grid-cols-2 gap-2 px-2 pb-2">
      <Button
        className="min-h-14!"
        disabledReason={state.changes.length === 0 && "Es ist nichts gezählt."}
        onClick={() => tap({ do: "back" })}
      >
        Rückgängig
      </Button>
      <Button className="min-h-14!" onClick={() => tap({ do: "empty" })}>
        Platz ist leer
      </Button>
      <Button
        className="min-h-14!"
        disabledReason={!isListed && "Bitte die Nummer über die Tastatur eingeben."}
        onClick={() => {
          onChoosing(true);
          tap({ do: "leave" });
        }}
      >
        Nicht lesbar
      </Button>
      <Button className="min-h-14!" onClick={() => tap({ do: "close" })}>
        Reihe beenden
      </Button>
    </section>
  );
}
