import { useRef } from "react";
import { destroyMarked } from "#contract/calls/boxes.ts";
import { textLength } from "#contract/limits.ts";
import { showBoxes } from "#rules/amounts.ts";
import { done } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { touched } from "#web/api/queries.ts";
import { AskReason } from "#web/details/ask-reason.ts";
import { notify } from "#web/ui/feedback/notify.ts";

/** What was left because it must still be kept, and what was destroyed before. */
export interface Early {
  readonly kept: number;
  readonly markedUntil: string;
  readonly destruction: string | null;
}

type KeptProps = {
  early: Early;
  /** With the destruction that is to be looked at then. */
  onClose: (destruction: string | null) => void;
};

/** The second question: what must still be kept goes with a reason only. */
export function DestroyKept({ early, onClose }: KeptProps) {
  const { kept, markedUntil } = early;
  const last = useRef(early.destruction);
  const [must, stay] = kept === 1 ? ["muss", "bleibt"] : ["müssen", "bleiben"];
  const destroy = async (reason: string) => {
    const { destruction } = await call(destroyMarked, { query: { marked_until: markedUntil, reason, query: "{id}" } });
    last.current = destruction ?? last.current;
    notify(done.boxesDestroyed);
    await touched(destroyMarked);
  };
  return (
    <AskReason
      title="Vor Ende der Frist vernichten"
      text={`${showBoxes(kept)} ${must} noch aufbewahrt werden und ${stay} markiert, wenn Sie abbrechen. Ihr Grund steht danach in der Geschichte jeder Box.`}
      label="Grund"
      required
      maxLength={textLength}
      action="Trotzdem vernichten"
      send={destroy}
      onClose={() => onClose(last.current)}
    />
  );
}
