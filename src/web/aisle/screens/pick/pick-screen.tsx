import { useState } from "react";
import { beginPick, nextPickLine, pickLines, pickProgress, type PickState } from "#rules/aisle/pick.ts";
import { walkLineKey } from "#rules/aisle/walk.ts";
import { currentData } from "#web/aisle/device/pending-scans.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionBar } from "#web/aisle/screens/action-bar.tsx";
import { textLength } from "#contract/limits.ts";
import { PickChoice, PickStart } from "./pick-choice.tsx";
import { PickLine } from "./pick-line.tsx";
import type { PickRun } from "./pick-run.ts";

const reasons = ["Nicht am Platz", "Platz ist leer", "Andere Box am Platz"];

/** Why something is not found: by one tap, or in own words. */
function PickMissing({ onReason, onClose }: { onReason: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState("");
  return (
    <form
      aria-label="Nicht gefunden"
      className="grid shrink-0 gap-2 px-2 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onReason(text);
      }}
    >
      {reasons.map((reason) => (
        <Button key={reason} className="min-h-14!" onClick={() => onReason(reason)}>
          {reason}
        </Button>
      ))}
      <div className="flex gap-2">
        <input
          aria-label="Anderer Grund"
          placeholder="Anderer Grund"
          className="control min-h-14! w-0 grow"
          maxLength={textLength}
          data-scan="open"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text.trim() === "" ? (
          <Button className="min-h-14!" onClick={onClose}>
            Abbrechen
          </Button>
        ) : (
          <Button type="submit" look="primary" className="min-h-14!">
            Melden
          </Button>
        )}
      </div>
    </form>
  );
}

const flow = { name: "pick" as const, begin: beginPick, reduce: pickLines };

/** Leads through the picking of ordered things, as one walks past them: one line on the screen, and the next one after its scan. */
export function PickScreen() {
  const [missing, setMissing] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  return (
    <FlowScreen
      flow={flow}
      title="Kommissionieren"
      counter={(state) => <Far state={state} />}
      actions={(run) =>
        run.state.deliveries.length === 0 ? (
          <PickStart run={run} chosen={chosen} />
        ) : (
          <Actions run={run} missing={missing} onMissing={setMissing} />
        )
      }
    >
      {(run) =>
        run.state.deliveries.length === 0 ? (
          <PickChoice run={run} chosen={chosen} onChosen={setChosen} />
        ) : (
          <PickLine {...run} />
        )
      }
    </FlowScreen>
  );
}

function Far({ state }: { state: PickState }) {
  if (state.deliveries.length === 0) return null;
  const { done, total } = pickProgress(state, currentData());
  return `${done}/${total}`;
}

interface ActionsProps {
  readonly run: PickRun;
  /** The line of which it is asked why it is not found. */
  readonly missing: string | null;
  readonly onMissing: (key: string | null) => void;
}

function Actions({ run, missing, onMissing }: ActionsProps) {
  const { state, data, tap } = run;
  const line = nextPickLine(state, data);
  if (!line)
    return (
      <ActionBar>
        <Button look="primary" className="min-h-14! grow" onClick={() => tap({ do: "restart" })}>
          Neue Runde
        </Button>
      </ActionBar>
    );
  const key = walkLineKey(line);
  if (missing === key)
    return (
      <PickMissing
        onReason={(text) => {
          onMissing(null);
          tap({ do: "missing", key, text });
        }}
        onClose={() => onMissing(null)}
      />
    );
  return (
    <ActionBar>
      <Button className="min-h-14! grow basis-0" onClick={() => onMissing(key)}>
        Nicht gefunden
      </Button>
      <Button className="min-h-14! grow basis-0" onClick={() => tap({ do: "skip" })}>
        Überspringen
      </Button>
    </ActionBar>
  );
}
