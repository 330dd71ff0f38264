import {
  ArrowDownToLine,
  CircleArrowOutUpRight,
  Flag,
  FlagOff,
  PackageX,
  Pencil,
  RotateCcw,
  Tag,
  Trash2,
  TriangleAlert,
  Undo2,
} from "lucide";
import { type ComponentProps, useState } from "react";
import { deleteBox } from "#contract/calls/stock/boxes.ts";
import { textLength } from "#contract/limits.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { type BoxAction, BoxState, boxStateText, mayBe } from "#rules/stock/box-state.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { AskReason } from "#web/detail-page/ask-reason.ts";
import { DetailHead, type PageAction, type PageActions } from "#web/detail-page/detail-head.tsx";
import { useOrderAction } from "#web/basket/order-button.tsx";
import { useDeletion } from "#web/detail-page/delete-button.tsx";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { deliveryOfBox } from "./box-next-line.tsx";
import { type BoxActing, type BoxQuestion, useBoxActions } from "./use-box-actions.ts";

const MetaDialog = onDemand(async () => (await import("./box-meta-dialog.tsx")).BoxMetaDialog);
const StoreDialog = onDemand(async () => (await import("./box-store-dialog.tsx")).BoxStoreDialog);

const CostCentre = onDemand(async () => (await import("./cost-centre-dialog.tsx")).CostCentreDialog);

/** Question that is asked before something is done. */
type Open = BoxQuestion | "store" | "meta" | "costCentre";

type StaffHeadProps = Omit<ComponentProps<typeof DetailHead>, keyof PageActions> & { box: BoxDetail };

/** The head of a box for staff: what its state forbids says why, what destroys stands apart. */
export function StaffBoxHead({ box, ...head }: StaffHeadProps) {
  const actions = useBoxActions(box);
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useDeleteCreated(box, actions.name);
  const order = useOrderAction(box);
  const [kept, setKept] = useState("");
  const askWhy = (reason: string) => {
    setKept(reason);
    setOpen("early");
  };
  const store = mayBe("store", box.state) &&
    !box.continued_as && {
      text: "Einlagern …",
      icon: ArrowDownToLine,
      act: () => setOpen("store"),
    };
  const primary = box.position ? (order.blocked ? null : order) : store;
  const onClose = () => setOpen(null);
  return (
    <>
      <DetailHead
        {...head}
        primary={primary}
        more={[
          primary !== order && box.state !== BoxState.destroyed && order,
          ...moreOf(box, actions, setOpen),
          { icon: Pencil, text: "Metadaten bearbeiten", act: () => setOpen("meta") },
          box.state !== BoxState.destroyed && {
            icon: Pencil,
            text: "Kostenstelle ändern",
            act: () => setOpen("costCentre"),
          },
        ]}
        dangers={[remove, ...dangersOf(box, actions, askWhy)]}
      />
      {open === "store" && <StoreDialog box={box} onClose={onClose} />}
      {open === "meta" && <MetaDialog box={box} onClose={onClose} />}
      {open === "costCentre" && <CostCentre boxes={[box]} onClose={onClose} />}
      {open === "early" && (
        <AskReason
          {...actions.questions.early}
          text={`${actions.name} muss noch aufbewahrt werden: ${kept}. Ihr Grund steht danach im Verlauf der Box.`}
          label="Grund"
          maxLength={textLength}
          onClose={onClose}
        />
      )}
      {(open === "release" || open === "inconsistent") && (
        <AskReason {...actions.questions[open]} label="Grund" maxLength={textLength} onClose={onClose} />
      )}
    </>
  );
}

function moreOf(box: BoxDetail, actions: BoxActing, onAsk: (question: BoxQuestion) => void): readonly PageAction[] {
  const { isPending } = actions;
  if (box.state === BoxState.destroyed)
    return [{ icon: RotateCcw, text: "Reaktivieren", act: actions.reactivate, pending: isPending("reactivate") }];
  return [
    { icon: Tag, text: "Etikett", act: actions.printLabel, pending: isPending("label") },
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
  ];
}

/** One for both ways: a repeated click takes the mark back (specification 4). */
function markOrReset(box: BoxDetail, { mark, resetMark, isPending }: BoxActing): PageAction {
  const button = { isButton: true, pending: isPending("mark") };
  return box.state === BoxState.marked
    ? {
        ...button,
        icon: FlagOff,
        text: "Markierung zurücksetzen",
        act: resetMark,
        blocked: whyBlocked("resetMark", box),
      }
    : { ...button, icon: Flag, text: "Zur Vernichtung markieren", act: mark, blocked: whyBlocked("mark", box) };
}

function dangersOf(
  box: BoxDetail,
  { destroy, isPending }: BoxActing,
  askWhy: (kept: string) => void,
): readonly PageAction[] {
  if (box.state === BoxState.destroyed) return [];
  return [
    {
      icon: PackageX,
      text: "Vernichten",
      isButton: true,
      act: () => destroy(askWhy),
      pending: isPending("destroy"),
      blocked: whyBlocked("destroy", box),
    },
  ];
}

/** Deletes a box that was only created so far; any other one has no such button (specification 4). */
function useDeleteCreated({ id, state }: BoxDetail, name: string): PageAction | null {
  const { act, pending } = useDeletion({
    route: deleteBox,
    id,
    label: "Box löschen",
    loss: `${name} wird mit ihren Inhalten und Bildern gelöscht. Das lässt sich nicht rückgängig machen.`,
    notice: successTexts.boxDeleted,
    next: paths.boxes(),
  });
  return mayBe("delete", state) ? { icon: Trash2, text: "Box löschen", isButton: true, act, pending } : null;
}

/** Why a box cannot be acted on so, in the server's words; false where it can. */
function whyBlocked(action: BoxAction, box: Pick<BoxDetail, "state" | "history">): string | false {
  if (mayBe(action, box.state)) return false;
  const delivery = deliveryOfBox(box);
  if (delivery) return refused.ordered(showDeliveryCode(delivery)).message;
  return refused.boxState(boxStateText[box.state]).message;
}
