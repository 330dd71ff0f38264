import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { PackageX } from "lucide";
import { useState, useRef } from "react";
import { postDestroyMarked } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDoubts, showStaying } from "#rules/destruction/destruction.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { textLength } from "#contract/limits.ts";
import { showBoxes } from "#rules/amounts.ts";
import { AskReason } from "#web/detail-page/ask-reason.ts";
import { type MarkedBoxes, sumMarked } from "./marked-boxes.ts";

/** Returns the question before a destruction: how many boxes go, what speaks against it, and how many stay. */
function questionOf({ owners, doubted: codes }: MarkedBoxes) {
  const { free, shownFree, doubts, staying } = sumMarked(owners);
  return {
    title: "Alle Boxen wirklich vernichten?",
    text: [
      `${shownFree} ${free === 1 ? "wird" : "werden"} vernichtet.`,
      "Die Plätze im Regal werden frei, Inhalte und Bilder können danach nicht mehr geändert werden.",
      showStaying(staying),
    ].join(" "),
    warning: showDoubts({ ...doubts, names: codes.map(showBoxCode) }),
    action: "Boxen vernichten",
    danger: true,
    typeToConfirm: String(free),
  };
}

/** Destroys what stands in the list, and nothing that was marked or changed since (product 4): what is asked is what is done and reported. */
export function DestroyMarked({ marked }: { marked: MarkedBoxes | undefined }) {
  const navigate = useNavigate();
  const [early, setEarly] = useState<{ readonly destruction: string | null }>();
  const show = async (destruction: string | null) => {
    if (destruction) await navigate(paths.destroyed(Number(destruction)));
  };
  const destroy = useMutation({
    mutationFn: ({ marked_until, list }: MarkedBoxes) =>
      call(postDestroyMarked, { query: { marked_until, list, query: "{id}" } }),
    onSuccess: async ({ count, destruction, kept, held, unapproved }) => {
      if (count > 0) notify(successTexts.boxesDestroyed);
      const staying = showStaying({ kept: 0, held, unapproved });
      if (staying) notify(staying, "warning");
      if (kept > 0) setEarly({ destruction });
      else await show(destruction);
    },
    // Also after a failure: an answer that was lost on its way may stand for boxes that are gone.
    onSettled: () => invalidate(postDestroyMarked),
  });
  const { boxes, free, staying } = sumMarked(marked?.owners ?? []);
  const ask = async () => {
    if (!marked) return;
    if (free === 0) return setEarly({ destruction: null });
    if (await confirm(questionOf(marked))) destroy.mutate(marked);
  };
  const none =
    boxes === 0
      ? "Keine Box ist markiert."
      : free + staying.kept === 0 && "Keine der markierten Boxen darf so vernichtet werden.";
  return (
    <>
      <Button
        look="danger"
        icon={PackageX}
        pending={destroy.isPending}
        disabledReason={(!marked && "Die Liste ist noch nicht geladen.") || none}
        onClick={() => void ask()}
      >
        Boxen vernichten
      </Button>
      {early && marked && (
        <DestroyKept
          marked={marked}
          destruction={early.destruction}
          onClose={(destruction) => {
            setEarly(undefined);
            void show(destruction);
          }}
        />
      )}
    </>
  );
}

type KeptProps = {
  marked: MarkedBoxes;
  /** Earlier destruction, by its moment. */
  destruction: string | null;
  /** With the destruction that is to be looked at then. */
  onClose: (destruction: string | null) => void;
};

/** The second question: what must still be kept goes with a reason only. It names what stands in the list by now, and sends that list. */
function DestroyKept({ marked, destruction: before, onClose }: KeptProps) {
  const last = useRef(before);
  const { free, staying } = sumMarked(marked.owners);
  const [must, stay] = staying.kept === 1 ? ["muss", "bleibt"] : ["müssen", "bleiben"];
  const others = free > 0 ? ` ${showBoxes(free)}, deren Frist zu Ende ist, mit ihnen.` : "";
  const destroy = async (reason: string) => {
    const { marked_until, list } = marked;
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
      text={`${showBoxes(staying.kept)} ${must} noch aufbewahrt werden und ${stay} markiert, wenn Sie abbrechen.${others} Ihr Grund steht danach im Verlauf jeder Box.`}
      label="Grund"
      required
      maxLength={textLength}
      action="Trotzdem vernichten"
      send={destroy}
      onClose={() => onClose(last.current)}
    />
  );
}
