import { ArrowDownToLine, Ban, CircleCheck, FileDown, Play, Printer } from "lucide";
import {
  postCancelDelivery,
  completeDelivery,
  type deliveryNote,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import type { printPickupLabels } from "#contract/calls/paper/services.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import {
  DeliveryKind,
  deliveryMayBe,
  deliveryNoun,
  DeliveryState,
  isInbound,
  mayCancel,
  showDeliveryCode,
} from "#rules/deliveries/delivery-state.ts";
import { showThings } from "#rules/amounts.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import type { Download } from "#web/api/download.ts";
import { paths } from "#web/paths.ts";
import type { PageAction, PageActions } from "#web/detail-page/detail-head.tsx";
import { useActions } from "#web/detail-page/use-actions.ts";
import { showInDelivery } from "#web/delivery-lines/delivery-changes.ts";
import { showLineCount, countThings, isOpenLine, linesOfDelivery } from "#web/delivery-lines/line-facts.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { saveEdits } from "./unsaved-edits.ts";

const noteNames: Record<DeliveryKind, string> = {
  0: "Lieferschein",
  1: "Lieferschein",
  2: "Abholschein",
  3: "Scanauftrag",
};
const noteName = "Lieferung.pdf"; // specification 7

/** Makes the note of a delivery, with what is typed on its page. */
export const startNote = (note: Download<typeof deliveryNote>, id: number) =>
  onceSaved(() => note.start({ path: { id } }, noteName));

interface DeliveryActionsOf {
  readonly delivery: DeliveryDetail;
  readonly isStaff: boolean;
  readonly note: Download<typeof deliveryNote>;
  readonly labels: Download<typeof printPickupLabels>;
  readonly onHandedOver: () => void;
}

/** Number of the boxes of a pick-up that are new: each wants a label. */
export const unlabelledBoxes = ({ kind, boxes }: DeliveryDetail) =>
  kind === DeliveryKind.pickup ? boxes.filter(({ state }) => state === BoxState.created).length : 0;

/** The boxes that came with a return or a pick-up that is over, and have no place yet. */
export const boxesToStore = ({ kind, state, boxes }: DeliveryDetail) =>
  isInbound(kind) && state === DeliveryState.completed ? boxes.filter((box) => box.state === BoxState.retour) : [];

/** Returns the way to the boxes that are to be stored; to the box itself where it is one. */
function storeAction(delivery: DeliveryDetail): PageAction | undefined {
  const boxes = boxesToStore(delivery);
  const [first] = boxes;
  if (!first) return undefined;
  const link =
    boxes.length === 1 ? paths.box(first.id) : paths.boxes({ owner: delivery.customer.code, state: BoxState.retour });
  return { text: `${showThings(boxes.length, "Box", "Boxen")} einlagern`, icon: ArrowDownToLine, link };
}

/**
 * Returns the actions that are possible with this delivery now. A return is neither started nor handed over: it ends with its last line (product 6).
 */
export function useDeliveryActions({ delivery, isStaff, note, labels, onHandedOver }: DeliveryActionsOf): PageActions {
  const { kind, state } = delivery;
  const actions = useDeliveryCalls(delivery, onHandedOver);
  const open = linesOfDelivery(delivery).filter(isOpenLine).length;
  const start = { text: "Starten", icon: Play, act: actions.start, pending: actions.isPending("start") };
  const complete = {
    text: "Abschließen",
    icon: CircleCheck,
    act: () => void actions.complete(),
    pending: actions.isPending("complete"),
    blocked: open > 0 && `Noch ${showLineCount(open)} offen`,
  };
  const isPickup = kind === DeliveryKind.pickup;
  const isCopy = kind === DeliveryKind.copy; // it ends with its last line, too
  const step =
    (deliveryMayBe("start", state) && !(isPickup && open === 0) && start) ||
    (!isCopy && deliveryMayBe(isPickup ? "pick" : "complete", state) && complete);
  const newBoxes = unlabelledBoxes(delivery);
  const print = newBoxes > 0 && {
    text: `${showThings(newBoxes, "Etikett", "Etiketten")} drucken`,
    isButton: true,
    icon: Printer,
    act: () => void labels.start({ path: { id: delivery.id } }, "Etiketten.pdf"),
    pending: labels.running,
  };
  const isTheirs = !isStaff && mayCancel(kind, state); // the archive has not come yet
  return {
    primary: isStaff ? (storeAction(delivery) ?? (kind !== DeliveryKind.return && step)) : isTheirs && print,
    more: [
      !isTheirs && print,
      isStaff && {
        text: noteNames[kind],
        isButton: true,
        icon: FileDown,
        act: () => void startNote(note, delivery.id),
        pending: note.running,
      },
    ],
    dangers: [
      mayCancel(kind, state) && {
        text: "Stornieren",
        isButton: true,
        icon: Ban,
        act: () => void actions.cancel(),
        pending: actions.isPending("cancel"),
      },
    ],
  };
}

/** Does it with what is typed on the page, or says what of that is not saved. */
async function onceSaved(act: () => Promise<void>) {
  const hasUnsavedEdits = await saveEdits();
  if (hasUnsavedEdits) return notify(hasUnsavedEdits, "error");
  await act();
}

function textOfEnd(delivery: DeliveryDetail, name: string, missing: number): string {
  if (delivery.kind !== DeliveryKind.pickup) {
    const missingText = missing > 0 ? ` Nicht gefunden: ${showLineCount(missing)}.` : "";
    return `${name} an ${delivery.customer.name} wird übergeben: ${countThings(delivery)}.${missingText}`;
  }
  const missingText = missing > 0 ? ` Nicht gekommen: ${showLineCount(missing)}.` : "";
  const empty = delivery.empty_boxes;
  const broughtText = empty > 0 ? ` Gebracht: ${showThings(empty, "leere Box", "leere Boxen")}.` : "";
  return `${name} bei ${delivery.customer.name} ist erledigt.${missingText}${broughtText}`;
}

const calls = { start: startDelivery, complete: completeDelivery, cancel: postCancelDelivery } as const;
const notices = {
  start: successTexts.deliveryStarted,
  complete: successTexts.deliveryCompleted,
  cancel: successTexts.deliveryCanceled,
} as const;
type Action = keyof typeof calls;

/** Returns the actions on a delivery as a whole; each says so when it is done. */
function useDeliveryCalls(delivery: DeliveryDetail, onHandedOver: () => void) {
  const { id } = delivery;
  const noun = delivery.kind === DeliveryKind.return ? "Lieferung" : deliveryNoun[delivery.kind];
  const name = `${noun} ${showDeliveryCode(delivery.code)}`;
  const { start, ask, isPending } = useActions<Action>(Object.values(calls));
  const perform = (action: Action) => async () => {
    const updatedDelivery = await call(calls[action], { path: { id } });
    showInDelivery(id, () => updatedDelivery);
    if (action === "complete") onHandedOver();
    return notices[action];
  };
  return {
    isPending,
    start: () => start("start", perform("start")),
    complete: () => {
      const missing = linesOfDelivery(delivery).filter((line) => line.missing).length;
      const question = {
        title: `${noun} abschließen`,
        text: textOfEnd(delivery, name, missing),
        action: "Abschließen",
      };
      return onceSaved(() => ask("complete", question, perform("complete")));
    },
    cancel: () => {
      const text = `${name} von ${delivery.customer.name} wird storniert: ${countThings(delivery)}. Das lässt sich nicht rückgängig machen.`;
      const words = { title: `${noun} stornieren`, action: "Stornieren", keep: "Nicht stornieren" };
      return ask("cancel", { ...words, text, danger: true }, perform("cancel"));
    },
  };
}
