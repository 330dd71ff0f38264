import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { ActionBar } from "#web/aisle/screens/action-bar.tsx";
import { HandOverSign } from "./hand-over-sign.tsx";
import type { HandOverRun } from "./hand-over-run.ts";

/** Onto the vehicle; then, at the customer's, off it, and who has taken it over. */
export function HandOverActions({ state, tap }: HandOverRun) {
  const [isSigning, setIsSigning] = useState(false);
  const { delivery, phase, fate, isOnline } = state;
  if (delivery === null) return null;
  if (isSigning)
    return (
      <HandOverSign
        key={delivery}
        delivery={delivery}
        isOnline={isOnline}
        onSigned={(signed) => {
          setIsSigning(false);
          tap({ do: "complete", ...signed });
        }}
        onClose={() => setIsSigning(false)}
      />
    );
  if (phase === "load")
    return (
      <ActionBar>
        <Button className="min-h-14! grow basis-0" onClick={() => tap({ do: "choose", delivery: null })}>
          Andere Lieferung
        </Button>
        <Button look="primary" className="min-h-14! grow basis-0" onClick={() => tap({ do: "phase", phase: "door" })}>
          Beim Kunden
        </Button>
      </ActionBar>
    );
  return (
    <section aria-label="Aktionen" className="grid shrink-0 gap-2 px-2 pb-2">
      <div role="group" aria-label="Was ein Scan heißt" className="flex gap-2">
        <Button
          look={fate === "delivered" ? "primary" : "plain"}
          aria-pressed={fate === "delivered"}
          className="min-h-14! grow basis-0"
          onClick={() => tap({ do: "fate", fate: "delivered" })}
        >
          Übergeben
        </Button>
        <Button
          look={fate === "back" ? "primary" : "plain"}
          aria-pressed={fate === "back"}
          className="min-h-14! grow basis-0"
          onClick={() => tap({ do: "fate", fate: "back" })}
        >
          Zurück an Bord
        </Button>
      </div>
      <div className="flex gap-2">
        <Button className="min-h-14! grow basis-0" onClick={() => tap({ do: "phase", phase: "load" })}>
          Verladen
        </Button>
        <Button className="min-h-14! grow basis-0" onClick={() => setIsSigning(true)}>
          Abschließen …
        </Button>
      </div>
    </section>
  );
}
