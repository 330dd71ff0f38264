import { useState } from "react";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { keyOf, type Spot } from "#rules/stock/places/place-cursor.ts";
import {
  beginCount,
  countedBoxes,
  countingOf,
  countRow,
  type CountingState,
  findUncountedRows,
} from "#rules/aisle/count/count.ts";
import { type Counting, countSpot, uncountedBoxes } from "#rules/aisle/count/count-places.ts";
import { type KnownBox, type KnownRow, shelfPlaceOf } from "#rules/aisle/stock-data.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";
import { Plate } from "#web/aisle/plate.tsx";
import { RowGrid } from "#web/aisle/row-grid.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { CountActions } from "./count-actions.tsx";
import { CountResults } from "./count-results.tsx";
import type { CountRun } from "./count-run.ts";
import { useCountCalls } from "./use-count-calls.ts";

const flow = { name: "count" as const, begin: beginCount, reduce: countRow };

/** A row is counted box by box, in the order in which they stand. */
export function CountScreen() {
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <FlowScreen
      flow={flow}
      title="Inventur"
      hasScans={false}
      counter={far}
      actions={(run) => <CountActions run={run} isChoosing={isChoosing} onChoosing={setIsChoosing} />}
    >
      {(run) => <Body run={run} isChoosing={isChoosing} onChosen={() => setIsChoosing(false)} />}
    </FlowScreen>
  );
}

function far(state: CountingState) {
  if (state.mode === null) return null;
  const count = countedBoxes(state);
  return state.mode === "target" ? `${count}/${state.expected.length}` : count;
}

interface BodyProps {
  readonly run: CountRun;
  readonly isChoosing: boolean;
  readonly onChosen: () => void;
}

function Body({ run, isChoosing, onChosen }: BodyProps) {
  const { state, data } = run;
  useCountCalls(run);
  if (state.question) return null; // one thing at a time
  const row = state.row === null ? undefined : data.row(state.row);
  if (!row) return <UncountedRows rows={findUncountedRows(data)} />;
  if (state.isEnded) return <CountResults {...run} row={row} />;
  const counting = countingOf(state);
  if (!counting) return <RowName row={row} />;
  if (isChoosing) return <Choice run={run} counting={counting} onChosen={onChosen} />;
  return <Row run={run} row={row} counting={counting} />;
}

const RowName = ({ row: { area, number } }: { row: KnownRow }) => (
  <p className="p-2 text-center text-title">
    {area.name}, Reihe {number}
  </p>
);

function UncountedRows({ rows }: { rows: readonly KnownRow[] }) {
  return (
    <>
      <p className="p-2 text-center text-title">Bitte das Schild der Reihe scannen.</p>
      {rows.length > 0 && (
        <section aria-label="Noch zu zählen" className="min-h-24 shrink overflow-y-auto">
          <h2 className="text-section">Noch zu zählen</h2>
          <ul>
            {rows.map(({ id, area, number }) => (
              <li key={id} className="border-t border-line py-1">
                {area.name}, Reihe {number}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Row({ run: { state, data, tap }, row, counting }: { run: CountRun; row: KnownRow; counting: Counting }) {
  const spot = countSpot(counting, data);
  const place = spot && shelfPlaceOf(data, { row: row.id, ...spot });
  const target = spot && uncountedBoxes(counting).find((one) => keyOf(one) === keyOf(spot));
  const countedCodes = new Map(counting.counted.map((one) => [keyOf(one), one.code]));
  const expectedKeys = new Set(counting.expected.map(keyOf));
  const word = (at: Spot) => (countedCodes.has(keyOf(at)) ? "leer" : expectedKeys.has(keyOf(at)) ? "?" : "–");
  const boxes = counting.counted.flatMap(({ code, part, height }): KnownBox[] =>
    code === null ? [] : [{ code, state: 1, version: undefined, place: { row: row.id, part, height }, owner: 0 }],
  );
  return (
    <>
      <section aria-label="Nächster Platz">
        {place ? <Plate place={place} /> : <p className="text-title font-semibold">Am Ende der Reihe</p>}
        {state.mode === "target" && (
          <p className="text-code text-muted tabular-nums">{target ? showBoxCode(target.code) : "–"}</p>
        )}
      </section>
      <RowGrid
        row={row}
        boxes={boxes}
        cursor={spot}
        isStrip
        word={word}
        onSpot={(at) => tap({ do: "cursor", spot: at })}
      />
    </>
  );
}

/** A label that cannot be read is one of those that are expected. */
function Choice({ run, counting, onChosen }: { run: CountRun; counting: Counting; onChosen: () => void }) {
  return (
    <ul aria-label="Welche Box ist es?" className="grid min-h-24 shrink content-start gap-1 overflow-y-auto">
      {uncountedBoxes(counting).map(({ code, part, height }) => (
        <li key={code}>
          <Button
            className="min-h-14! w-full justify-between!"
            onClick={() => {
              onChosen();
              run.tap({ do: "count", code });
            }}
          >
            <span className="tabular-nums">{showBoxCode(code)}</span>
            <span className="font-normal whitespace-nowrap text-muted tabular-nums">
              T {part} · H {height}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
