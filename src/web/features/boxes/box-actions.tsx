import CircleArrowOutUpRight from "lucide-react/icons/circle-arrow-out-up-right";
import Flag from "lucide-react/icons/flag";
import FlagOff from "lucide-react/icons/flag-off";
import PackageX from "lucide-react/icons/package-x";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import { useState } from "react";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { BoxState } from "#rules/box-state.ts";
import { Button } from "#web/ui/button/button.tsx";
import { BoxDelete } from "./box-delete.tsx";
import { whyNot } from "./box-refusal.ts";
import { type BoxQuestion, BoxQuestions } from "./box-questions.tsx";
import { type BoxActing, useBoxActions } from "./use-box-actions.ts";

/** What staff can do with this box; what its state forbids says why. What destroys stands apart. */
export function BoxActions({ box }: { box: BoxDetail }) {
  const actions = useBoxActions(box);
  const [asked, setAsked] = useState<BoxQuestion | null>(null);
  const isDestroyed = box.state === BoxState.destroyed;
  return (
    <div data-screen-only role="group" aria-label="Aktionen" className="mb-3 flex flex-wrap gap-2">
      {isDestroyed && (
        <Button
          icon={<RotateCcw aria-hidden size={14} />}
          pending={actions.isPending("reactivate")}
          onClick={() => void actions.reactivate()}
        >
          Reaktivieren
        </Button>
      )}
      {!isDestroyed && <StateButtons box={box} actions={actions} onAsk={setAsked} />}
      {!isDestroyed && (
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <BoxDelete box={box} />
          <Button
            look="danger"
            icon={<PackageX aria-hidden size={14} />}
            disabledReason={whyNot("destroy", box)}
            pending={actions.isPending("destroy")}
            onClick={() => void actions.destroy()}
          >
            Vernichten
          </Button>
        </div>
      )}
      {asked && <BoxQuestions actions={actions} asked={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

type StateButtonsProps = { box: BoxDetail; actions: BoxActing; onAsk: (question: BoxQuestion) => void };

function StateButtons({ box, actions, onAsk }: StateButtonsProps) {
  return (
    <>
      <MarkButton box={box} actions={actions} />
      <Button
        icon={<CircleArrowOutUpRight aria-hidden size={14} />}
        disabledReason={whyNot("release", box)}
        onClick={() => onAsk("release")}
      >
        Ausgelagert
      </Button>
      <Button
        icon={<Undo2 aria-hidden size={14} />}
        disabledReason={whyNot("receive", box)}
        pending={actions.isPending("receive")}
        onClick={() => void actions.receive()}
      >
        Zurückgekommen
      </Button>
      <Button
        icon={<TriangleAlert aria-hidden size={14} />}
        disabledReason={whyNot("reportInconsistent", box)}
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
      icon={isMarked ? <FlagOff aria-hidden size={14} /> : <Flag aria-hidden size={14} />}
      disabledReason={whyNot(isMarked ? "resetMark" : "mark", box)}
      pending={actions.isPending("mark")}
      onClick={isMarked ? actions.resetMark : actions.mark}
    >
      {isMarked ? "Markierung zurücksetzen" : "Zur Vernichtung markieren"}
    </Button>
  );
}
