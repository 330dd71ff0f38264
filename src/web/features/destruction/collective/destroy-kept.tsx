import { useRef } from "react";
import { postDestroyMarked } from "#contract/calls/stock/boxes.ts";
import { textLength } from "#contract/limits.ts";
import { showBoxes } from "#rules/amounts.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { AskReason } from "#web/detail-page/ask-reason.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { splitMarkedBoxes, useMarkedBoxes } from "./marked-boxes.ts";

type KeptProps = {
  /** What was destroyed before, by its moment. */
  destruction: string | null;
  /** With the destruction that is to be looked at then. */
  onClose: (destruction: string | null) => void;
};

/** The second question: what must still be kept goes with a reason only. It names what stands in the list by now, and sends that list. */
export function DestroyKept({ destruction: before, onClose }: KeptProps) {
  const { data } = useMarkedBoxes();
  const last = useRef(before);
  if (!data) return null;
  const { free, staying } = splitMarkedBoxes(data.results);
  const [must, stay] = staying.kept === 1 ? ["muss", "bleibt"] : ["müssen", "bleiben"];
  const others = free.length > 0 ? ` ${showBoxes(free.length)}, deren Frist zu Ende ist, mit ihnen.` : "";
  const destroy = async (reason: string) => {
    const { marked_until, list } = data;
    const query = { marked_until, list, reason, query: "{id}" };
    const { count, destruction } = await call(postDestroyMarked, { query }).finally(
      () => void invalidate(postDestroyMarked),
    );
    last.current = destruction ?? last.current;
    if (count > 0) notify(successTexts.boxesDestroyed);
  };
  return (
    <AskReason
      title="Vor Ende der Frist vernichten"
      text={`${showBoxes(staying.kept)} ${must} noch aufbewahrt werden und ${stay} markiert, wenn Sie abbrechen.${others} Ihr Grund steht danach in der Geschichte jeder Box.`}
      label="Grund"
      required
      maxLength={textLength}
      action="Trotzdem vernichten"
      send={destroy}
      onClose={() => onClose(last.current)}
    />
  );
}
