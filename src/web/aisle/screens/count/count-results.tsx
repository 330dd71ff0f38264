import { useEffect, useState } from "react";
import { getCountedRow } from "#contract/calls/stocktake/stocktakes.ts";
import { countResults } from "#rules/aisle/count/count-results.ts";
import type { KnownRow } from "#rules/aisle/stock-data.ts";
import { type ResultClass, resultClasses, resultClassText } from "#rules/stocktake/results.ts";
import { CountState, showStocktake } from "#rules/stocktake/stocktake-state.ts";
import { call } from "#web/api/call.ts";
import type { CountRun } from "./count-run.ts";

/** Shows the results of a row: as far as the device knows them, and the server's as soon as it has heard of all. */
export function CountResults({ state, data, row }: CountRun & { readonly row: KnownRow }) {
  const session =
    state.session ??
    data.stocktakes().findLast(({ rows }) => rows.some((one) => one.row === row.id && one.state >= CountState.counted))
      ?.id;
  const isSent = state.log.every(({ status }) => status !== "waiting");
  const results = useReportedCounts(state.isOnline && isSent ? session : undefined, row.id);
  const counts = results ?? countResults(row.id, state.counted, data);
  const classes = resultClasses.filter((one) => one === "right" || counts[one] > 0);
  return (
    <section aria-label="Ergebnis" className="grid gap-2">
      <h2 className="text-title">
        {row.area.name}, Reihe {row.number}
      </h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        {classes.map((one) => (
          <div key={one} className="contents">
            <dt>{resultClassText[one]}</dt>
            <dd className="text-right text-title font-semibold">{counts[one]}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        {results && session !== undefined
          ? `${showStocktake(session)}: Übernommen wird am Schreibtisch.`
          : "Nach dem Stand dieses Geräts. Übernommen wird am Schreibtisch."}
      </p>
    </section>
  );
}

/** The same as the server has it; null until it has answered. */
function useReportedCounts(session: number | undefined, row: number): Readonly<Record<ResultClass, number>> | null {
  const [reported, setReported] = useState<Readonly<Record<ResultClass, number>> | null>(null);
  useEffect(() => {
    if (session === undefined) return undefined;
    let isGone = false;
    call(getCountedRow, { path: { id: session, row } })
      .then(({ counts }) => isGone || setReported(counts))
      .catch(() => undefined); // what the device knows stands there
    return () => {
      isGone = true;
    };
  }, [session, row]);
  return reported;
}
