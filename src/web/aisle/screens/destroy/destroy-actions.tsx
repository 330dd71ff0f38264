import { useState } from "react";
import { destroyLine, isEnded } from "#rules/aisle/destroy.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionBar } from "#web/aisle/screens/action-bar.tsx";
import { parseWeight } from "#rules/destruction/weight.ts";
import { DestroyEnd } from "./destroy-end.tsx";
import type { DestroyRun } from "./destroy-run.ts";

/** To another batch, past a box, and between shelves and shredder. */
export function DestroyActions({ state, data, tap }: DestroyRun) {
  if (state.batch === null) return null;
  const other = (
    <Button className="min-h-14! grow basis-0" onClick={() => tap({ do: "choose", batch: null })}>
      Anderer Vorgang
    </Button>
  );
  if (isEnded(state, data))
    return (
      <DestroyEnd key={state.batch} batch={state.batch} isOnline={state.isOnline}>
        {other}
      </DestroyEnd>
    );
  if (state.phase === "shred")
    return (
      <>
        <WeightField
          key={state.log.at(-1)?.id ?? ""} // of the box before it is gone
          kg={state.kg ?? ""}
          onType={(kg) => tap({ do: "weigh", kg })}
        />
        <ActionBar>
          {other}
          <Button className="min-h-14! grow basis-0" onClick={() => tap({ do: "phase", phase: "stage" })}>
            Bereitstellen
          </Button>
        </ActionBar>
      </>
    );
  const isMore = destroyLine(state, data) !== null;
  return (
    <section aria-label="Aktionen" className="grid shrink-0 grid-cols-2 gap-2 px-2 pb-2">
      {other}
      <Button
        className="min-h-14!"
        disabledReason={!isMore && "Es ist nichts mehr offen."}
        onClick={() => tap({ do: "skip" })}
      >
        Überspringen
      </Button>
      <Button
        look={isMore ? "plain" : "primary"}
        className="col-span-2 min-h-14!"
        onClick={() => tap({ do: "phase", phase: "shred" })}
      >
        Am Schredder
      </Button>
    </section>
  );
}

type WeightFieldProps = { kg: string; onType: (kg: string) => void };

/** Takes the weight of the box that is scanned next, where somebody weighs it. The weight goes with the scan, onto the certificate. */
function WeightField({ kg, onType }: WeightFieldProps) {
  const [text, setText] = useState(kg);
  return (
    <label className="flex shrink-0 items-center justify-center gap-2 px-2 pb-2">
      Gewicht in kg
      <input
        inputMode="decimal"
        autoComplete="off"
        placeholder="ungewogen"
        className="control min-h-14! w-32 text-center tabular-nums"
        data-scan="open"
        aria-invalid={text.trim() !== "" && parseWeight(text) === null}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onType(target.value);
        }}
      />
    </label>
  );
}
