import { useState } from "react";
import type { CommonTap } from "#rules/aisle/flow.ts";
import { shelfPlaceOf } from "#rules/aisle/stock-data.ts";
import { beginStore, storeBoxes, storeSpot, type StoreState, type StoreTap } from "#rules/aisle/store.ts";
import type { FlowHandle } from "#web/aisle/device/flow-run.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";
import { Plate } from "#web/aisle/plate.tsx";
import { RowGrid } from "#web/aisle/row-grid.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { ActionBar } from "./action-bar.tsx";

const flow = { name: "store" as const, begin: beginStore, reduce: storeBoxes };
type Run = FlowHandle<StoreState, StoreTap | CommonTap>;

/** Boxes come to their places, one scan each. */
export function StoreScreen() {
  const [isOver, setIsOver] = useState(false);
  return (
    <FlowScreen
      flow={flow}
      title="Einlagern"
      counter={storedCount}
      actions={(run) => (
        <Actions
          run={run}
          isOver={isOver}
          onOver={(over) => {
            setIsOver(over);
            if (!over) run.tap({ do: "restart" });
          }}
        />
      )}
    >
      {(run) => (isOver ? <StoreReceipt state={run.state} /> : <Row {...run} />)}
    </FlowScreen>
  );
}

function storedCount({ counts }: StoreState) {
  return (counts.stored ?? 0) + (counts.moved ?? 0) + (counts.swapped ?? 0);
}

function Row({ state, data, tap }: Run) {
  if (state.question) return null; // one thing at a time
  const row = state.row === null ? undefined : data.row(state.row);
  if (!row) return <p className="p-2 text-center text-title">Bitte das Schild der Reihe scannen.</p>;
  const spot = storeSpot(state, data);
  const place = shelfPlaceOf(data, spot);
  return (
    <>
      <section aria-label="Nächster Platz">
        {place ? <Plate place={place} /> : <p className="text-title font-semibold">Reihe {row.number} ist voll</p>}
      </section>
      <RowGrid
        row={row}
        boxes={data.boxesIn(row.id)}
        cursor={spot}
        isStrip
        onSpot={(at) => tap({ do: "cursor", spot: at })}
      />
    </>
  );
}

function Actions({ run: { state }, isOver, onOver }: { run: Run; isOver: boolean; onOver: (isOver: boolean) => void }) {
  if (isOver)
    return (
      <ActionBar>
        <Button look="primary" className="min-h-14! grow" onClick={() => onOver(false)}>
          Neue Fuhre
        </Button>
      </ActionBar>
    );
  if (state.log.length === 0) return null;
  return (
    <ActionBar>
      <Button className="min-h-14! grow" onClick={() => onOver(true)}>
        Fertig
      </Button>
    </ActionBar>
  );
}

/** Shows the outcome of a batch: stored, moved, refused, unknown. */
function StoreReceipt({ state: { counts, unknown } }: { state: StoreState }) {
  const lines = [
    ["Eingelagert", counts.stored],
    ["Umgelagert", counts.moved],
    ["Getauscht", counts.swapped],
    ["Bereitgestellt", counts.picked],
    ["Abgelehnt", counts.refused],
    ["Offen geblieben", counts.open],
    ["Unbekannt", unknown.length],
  ] as const;
  return (
    <section aria-label="Beleg" className="grid gap-2">
      <h2 className="text-title">Beleg</h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        {lines.map(([word, count = 0]) => (
          <div key={word} className="contents">
            <dt>{word}</dt>
            <dd className="text-right text-title font-semibold">{count}</dd>
          </div>
        ))}
      </dl>
      {unknown.length > 0 && (
        <ul aria-label="Unbekannte Codes" className="tabular-nums">
          {unknown.map((code) => (
            <li key={code}>{parseBoxCode(code) ? showBoxCode(code) : code}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
