import { useState } from "react";
import type { CommonTap } from "#rules/aisle/flow.ts";
import { beginMove, moveBoxes, moveSpot, type MoveState, type MoveTap } from "#rules/aisle/move.ts";
import type { FlowHandle } from "#web/aisle/device/flow-run.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";
import { RowGrid } from "#web/aisle/row-grid.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionBar } from "./action-bar.tsx";

const flow = { name: "move" as const, begin: beginMove, reduce: moveBoxes };
type Run = FlowHandle<MoveState, MoveTap | CommonTap>;

/** First what, then where to: a box, or all of a row. */
export function MoveScreen() {
  return (
    <FlowScreen
      flow={flow}
      title="Umlagern"
      counter={({ counts }) => (counts.moved ?? 0) + (counts.swapped ?? 0)}
      actions={(run) => <Actions {...run} />}
    >
      {(run) => <Where {...run} />}
    </FlowScreen>
  );
}

function Where({ state, data, tap }: Run) {
  const { box, to } = state;
  const row = to === null ? undefined : data.row(to);
  if (box !== null && row) {
    const onSpot: NonNullable<Parameters<typeof RowGrid>[0]["onSpot"]> = (spot) => tap({ do: "cursor", spot });
    return <RowGrid row={row} boxes={data.boxesIn(row.id)} cursor={moveSpot(state, data)} isStrip onSpot={onSpot} />;
  }
  if (state.said) return null; // the card says it
  return <p className="p-2 text-center text-title">Box oder Reihe scannen.</p>;
}

function Actions({ state, data, tap }: Run) {
  const { box, from, to } = state;
  if (from !== null && to !== null)
    return <RowNumber count={data.boxesIn(from).length} isOnline={state.isOnline} onTap={tap} />;
  if (box === null && from === null) return null;
  return (
    <ActionBar>
      <Button className="min-h-14! grow" onClick={() => tap({ do: "again" })}>
        Abbrechen
      </Button>
    </ActionBar>
  );
}

interface RowNumberProps {
  readonly count: number;
  readonly isOnline: boolean;
  readonly onTap: Run["tap"];
}

/** Whoever moves a whole row types how many boxes that are. */
function RowNumber({ count, isOnline, onTap }: RowNumberProps) {
  const [typed, setTyped] = useState("");
  return (
    <form
      aria-label="Ganze Reihe"
      className="grid shrink-0 gap-2 px-2 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        onTap({ do: "row", typed });
      }}
    >
      <label className="grid gap-1">
        {`Wie viele Boxen? (${count})`}
        <input
          className="control min-h-14!"
          inputMode="numeric"
          autoComplete="off"
          data-scan="open"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <div className="flex gap-2">
        <Button className="min-h-14! grow" onClick={() => onTap({ do: "again" })}>
          Abbrechen
        </Button>
        <Button
          type="submit"
          look="primary"
          className="min-h-14! grow"
          disabledReason={!isOnline && "nur mit Netz"}
          onClick={() => undefined}
        >
          Alles umlagern
        </Button>
      </div>
    </form>
  );
}
