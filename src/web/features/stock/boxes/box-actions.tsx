import {
  ArrowDownToLine,
  CircleArrowOutUpRight,
  Flag,
  FlagOff,
  type IconNode,
  PackageX,
  Pencil,
  RotateCcw,
  Tag,
  Trash2,
  TriangleAlert,
  Undo2,
} from "lucide";
import { useState } from "react";
import { deleteBox } from "#contract/calls/stock/boxes.ts";
import { textLength } from "#contract/limits.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { type BoxAction, BoxState, boxStateText, mayBe } from "#rules/stock/box-state.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { AskReason } from "#web/detail-page/ask-reason.ts";
import { useDeletion } from "#web/detail-page/delete-button.tsx";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Menu, MenuItem, MenuLine } from "#web/ui/menu/menu.tsx";
import { LazyBoxMetaDialog } from "./box-meta-edit.tsx";
import { type BoxActing, type BoxQuestion, useBoxActions } from "./use-box-actions.ts";

interface BoxMenuAction {
  readonly icon: IconNode;
  readonly text: string;
  readonly act: () => void;
  readonly pending?: boolean;
  /** Why it cannot be done now. */
  readonly blocked?: string | false;
}

const StoreDialog = onDemand(async () => (await import("./box-store-dialog.tsx")).BoxStoreDialog);

/** What is asked before something is done. */
type Open = BoxQuestion | "store" | "meta";

/** What staff can do with this box; what its state forbids says why. What destroys stands apart, and on a phone most of it in one menu. */
export function BoxActions({ box }: { box: BoxDetail }) {
  const actions = useBoxActions(box);
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useDeleteCreated(box, actions.name);
  const [kept, setKept] = useState("");
  const askWhy = (reason: string) => {
    setKept(reason);
    setOpen("early");
  };
  const deeds = deedsOf(box, actions, setOpen);
  const dangers = [...(remove ? [remove] : []), ...dangersOf(box, actions, askWhy)];
  const isHomeless = !box.position && mayBe("store", box.state);
  const onClose = () => setOpen(null);
  return (
    <div data-screen-only role="group" aria-label="Aktionen" className="mb-3 flex flex-wrap gap-2">
      {isHomeless && (
        <Button look="primary" icon={ArrowDownToLine} onClick={() => setOpen("store")}>
          Einlagern …
        </Button>
      )}
      {deeds.map((deed) => (
        <DeedButton key={deed.text} deed={deed} />
      ))}
      {dangers.length > 0 && (
        <div className="ml-auto flex flex-wrap gap-2 max-sm:hidden">
          {dangers.map((deed) => (
            <DeedButton key={deed.text} deed={deed} look="danger" />
          ))}
        </div>
      )}
      <div className="sm:hidden">
        <Menu trigger="Aktionen" align="start">
          <DeedItem deed={{ icon: Pencil, text: "Meta-Daten bearbeiten", act: () => setOpen("meta") }} />
          {deeds.map((deed) => (
            <DeedItem key={deed.text} deed={deed} />
          ))}
          {dangers.length > 0 && <MenuLine />}
          {dangers.map((deed) => (
            <DeedItem key={deed.text} deed={deed} />
          ))}
        </Menu>
      </div>
      {open === "store" && <StoreDialog box={box} onClose={onClose} />}
      {open === "meta" && <LazyBoxMetaDialog box={box} onClose={onClose} />}
      {open === "early" && (
        <AskReason
          {...actions.questions.early}
          text={`${actions.name} muss noch aufbewahrt werden: ${kept}. Ihr Grund steht danach in der Geschichte der Box.`}
          label="Grund"
          maxLength={textLength}
          onClose={onClose}
        />
      )}
      {(open === "release" || open === "inconsistent") && (
        <AskReason {...actions.questions[open]} label="Grund" maxLength={textLength} onClose={onClose} />
      )}
    </div>
  );
}

const DeedButton = ({
  deed: { icon, text, act, pending, blocked },
  look,
}: {
  deed: BoxMenuAction;
  look?: "danger";
}) => (
  <Button look={look} icon={icon} className="max-sm:hidden" pending={pending} disabledReason={blocked} onClick={act}>
    {text}
  </Button>
);

const DeedItem = ({ deed: { icon, text, act, pending, blocked } }: { deed: BoxMenuAction }) => (
  <MenuItem icon={icon} disabled={Boolean(pending || blocked)} onClick={act}>
    <span className="min-w-0 text-left whitespace-normal">
      {text}
      {blocked && <span className="block text-muted">{blocked}</span>}
    </span>
  </MenuItem>
);

function deedsOf(box: BoxDetail, actions: BoxActing, onAsk: (question: BoxQuestion) => void): readonly BoxMenuAction[] {
  const { isPending } = actions;
  if (box.state === BoxState.destroyed)
    return [{ icon: RotateCcw, text: "Reaktivieren", act: actions.reactivate, pending: isPending("reactivate") }];
  return [
    markOrReset(box, actions),
    {
      icon: CircleArrowOutUpRight,
      text: "Ausgelagert",
      act: () => onAsk("release"),
      blocked: whyBlocked("release", box),
    },
    {
      icon: Undo2,
      text: "Zurückgekommen",
      act: actions.receive,
      pending: isPending("receive"),
      blocked: whyBlocked("receive", box),
    },
    {
      icon: TriangleAlert,
      text: "Als inkonsistent melden",
      act: () => onAsk("inconsistent"),
      blocked: whyBlocked("reportInconsistent", box),
    },
    { icon: Tag, text: "Etikett", act: actions.printLabel, pending: isPending("label") },
  ];
}

/** One for both ways: a repeated click takes the mark back (specification 4). */
function markOrReset(box: BoxDetail, { mark, resetMark, isPending }: BoxActing): BoxMenuAction {
  const pending = isPending("mark");
  return box.state === BoxState.marked
    ? {
        icon: FlagOff,
        text: "Markierung zurücksetzen",
        act: resetMark,
        pending,
        blocked: whyBlocked("resetMark", box),
      }
    : { icon: Flag, text: "Zur Vernichtung markieren", act: mark, pending, blocked: whyBlocked("mark", box) };
}

function dangersOf(
  box: BoxDetail,
  { destroy, isPending }: BoxActing,
  askWhy: (kept: string) => void,
): readonly BoxMenuAction[] {
  if (box.state === BoxState.destroyed) return [];
  const reason = whyBlocked("destroy", box);
  return [
    { icon: PackageX, text: "Vernichten", act: () => destroy(askWhy), pending: isPending("destroy"), blocked: reason },
  ];
}

/** Deletes a box that was only created so far; any other one has no such button (specification 4). */
function useDeleteCreated({ id, state }: BoxDetail, name: string): BoxMenuAction | null {
  const { act, pending } = useDeletion({
    route: deleteBox,
    id,
    label: "Box löschen",
    loss: `${name} wird mit ihren Inhalten und Bildern gelöscht. Das lässt sich nicht rückgängig machen.`,
    notice: successTexts.boxDeleted,
    next: paths.boxes(),
  });
  return mayBe("delete", state) ? { icon: Trash2, text: "Box löschen", act, pending } : null;
}

/** Why a box cannot be acted on so, in the server's words; false where it can. */
function whyBlocked(action: BoxAction, { state, history }: Pick<BoxDetail, "state" | "history">): string | false {
  if (mayBe(action, state)) return false;
  const order = history.findLast(({ state: kind, meta }) => kind === HistoryKind.ordered && !meta?.content);
  const delivery = order?.meta?.delivery;
  if (state === BoxState.ordered && delivery) return refused.ordered(String(delivery).padStart(6, "0")).message;
  return refused.boxState(boxStateText[state]).message;
}
