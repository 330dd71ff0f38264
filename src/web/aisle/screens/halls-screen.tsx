import { useEffect, useState } from "react";
import type { Area } from "#contract/schemas/stock/areas.ts";
import { listAreas } from "#contract/calls/stock/areas.ts";
import { boxesIn } from "#rules/aisle/halls/archive-size.ts";
import { showBoxes } from "#rules/amounts.ts";
import { call } from "#web/api/call.ts";
import { goTo } from "#web/aisle/address.ts";
import { chooseHalls, type Halls, halls } from "#web/aisle/device/halls.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Head } from "./head.tsx";

/** In which halls this device works: their boxes it keeps for work without a network, for others it asks. */
export function HallsScreen() {
  const { all, failure } = useAreas();
  return (
    <>
      <Head title="Hallen" />
      <main className="flex min-h-0 grow flex-col gap-2 p-3">
        {failure && <p>{failure}</p>}
        {all && <Choice all={all} />}
      </main>
    </>
  );
}

function useAreas() {
  const [all, setAll] = useState<readonly Area[]>();
  const [failure, setFailure] = useState("");
  useEffect(() => {
    call(listAreas)
      .then(({ results }) => setAll(results))
      .catch(() => setFailure("Die Hallen werden nur mit Netz gewählt. Was geladen ist, bleibt."));
  }, []);
  return { all, failure };
}

function Choice({ all }: { all: readonly Area[] }) {
  const [chosenIds, setChosenIds] = useState<readonly number[]>(() => halls.get() ?? []);
  const chosenHalls = all.filter(({ id }) => chosenIds.includes(id));
  const toggle = (id: number) =>
    setChosenIds(chosenIds.includes(id) ? chosenIds.filter((one) => one !== id) : [...chosenIds, id]);
  const choose = (choice: Halls) => void chooseHalls(choice).then(() => goTo(""));
  return (
    <>
      <p className="text-muted">
        Boxen dieser Hallen und Boxen ohne Platz kennt das Gerät auch ohne Netz. Nach Boxen anderer Hallen fragt es.
      </p>
      <ul aria-label="Hallen" className="grid min-h-24 shrink grid-cols-1 content-start gap-1 overflow-y-auto">
        {all.map((one) => (
          <li key={one.id}>
            <label className="flex min-h-14 items-center gap-3 rounded-md border border-field bg-surface px-2">
              <input
                type="checkbox"
                className="size-6 shrink-0"
                checked={chosenIds.includes(one.id)}
                onChange={() => toggle(one.id)}
              />
              <span className="min-w-0 grow break-words">{one.name}</span>
              <span className="text-muted tabular-nums">{showBoxes(one.boxes_count)}</span>
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button className="min-h-14! grow basis-30" onClick={() => choose(null)}>
          Alle Hallen
        </Button>
        <Button
          look="primary"
          className="min-h-14! grow basis-30"
          disabledReason={chosenHalls.length === 0 && "Bitte Hallen wählen"}
          onClick={() => choose(chosenHalls.map(({ id }) => id))}
        >
          {chosenHalls.length === 0 ? "Laden" : `${showBoxes(boxesIn(chosenHalls))} laden`}
        </Button>
      </div>
    </>
  );
}
