import { CircleArrowOutUpRight, Flag, FlagOff, PackageX, RotateCcw, Trash2, TriangleAlert, Undo2 } from "lucide";
import { useState } from "react";
import { deleteBox } from "#contract/calls/boxes.ts";
import { textLength } from "#contract/limits.ts";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { type BoxAction, BoxState, boxStateText, mayBe, mayBox } from "#rules/box-state.ts";
import { done } from "#rules/texts/done-texts.ts";
import { HistoryKind } from "#rules/history.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { AskReason } from "#web/details/ask-reason.ts";
import { DeleteButton } from "#web/details/delete-button.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { type BoxActing, type BoxQuestion, useBoxActions } from "./use-box-actions.ts";

/** What staff can do with this box; what its state forbids says why. What destroys stands apart. */
export function BoxActions({ box }: { box: BoxDetail }) {
  const actions = useBoxActions(box);
  const [asked, setAsked] = useState<BoxQuestion | null>(null);
  const isDestroyed = box.state === BoxState.destroyed;
  return (
    <div data-screen-only role="group" aria-label="Aktionen" className="mb-3 flex flex-wrap gap-2">
      {isDestroyed && (
        <Button icon={RotateCcw} pending={actions.isPending("reactivate")} onClick={() => void actions.reactivate()}>
          Reaktivieren
        </Button>
      )}
      {!isDestroyed && <StateButtons box={box} actions={actions} onAsk={setAsked} />}
      {!isDestroyed && (
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <DeleteCreated box={box} name={actions.name} />
          <Button
            look="danger"
            icon={PackageX}
            disabledReason={whyBlocked("destroy", box)}
            pending={actions.isPending("destroy")}
            onClick={() => void actions.destroy()}
          >
            Vernichten
          </Button>
        </div>
      )}
      {asked && (
        <AskReason {...actions.questions[asked]} label="Grund" maxLength={textLength} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

type StateButtonsProps = { box: BoxDetail; actions: BoxActing; onAsk: (question: BoxQuestion) => void };

function StateButtons({ box, actions, onAsk }: StateButtonsProps) {
  return (
    <>
      <MarkButton box={box} actions={actions} />
      <Button icon={CircleArrowOutUpRight} disabledReason={whyBlocked("release", box)} onClick={() => onAsk("release")}>
        Ausgelagert
      </Button>
      <Button
        icon={Undo2}
        disabledReason={whyBlocked("receive", box)}
        pending={actions.isPending("receive")}
        onClick={() => void actions.receive()}
      >
        Zurückgekommen
      </Button>
      <Button
        icon={TriangleAlert}
        disabledReason={whyBlocked("reportInconsistent", box)}
        onClick={() => onAsk("inconsistent")}
      >
        Als inkonsistent melden
      </Button>
    </>
  );
}

/** One button for both ways: a repeated click takes the mark back (specification 4). */
function MarkButton({ box, actions }: { box: BoxDetail; actions: BoxActing }) {
  const isMarked = box.state === BoxState.marked;
  return (
    <Button
      icon={isMarked ? FlagOff : Flag}
      disabledReason={whyBlocked(isMarked ? "resetMark" : "mark", box)}
      pending={actions.isPending("mark")}
      onClick={isMarked ? actions.resetMark : actions.mark}
    >
      {isMarked ? "Markierung zurücksetzen" : "Zur Vernichtung markieren"}
    </Button>
  );
}

/** Deletes a box that was only created so far; any other one has no such button (specification 4). */
function DeleteCreated({ box: { id, state }, name }: { box: BoxDetail; name: string }) {
  if (!mayBox.delete.some((allowed) => allowed === state)) return null;
  return (
    <DeleteButton
      route={deleteBox}
      id={id}
      label="Box löschen"
      icon={Trash2}
      loss={`${name} wird mit ihren Inhalten und Bildern gelöscht. Das lässt sich nicht rückgängig machen.`}
      notice={done.boxDeleted}
      next={paths.boxes()}
    />
  );
}

/** Why a box cannot be acted on so, in the server's words; false where it can. */
function whyBlocked(action: BoxAction, { state, history }: Pick<BoxDetail, "state" | "history">): string | false {
  if (mayBe(action, state)) return false;
  const order = history.findLast(({ state: kind, meta }) => kind === HistoryKind.ordered && !meta?.content);
  const delivery = order?.meta?.delivery;
  if (state === BoxState.ordered && delivery) return refused.ordered(String(delivery).padStart(6, "0")).message;
  return refused.boxState(boxStateText[state]).message;
}
