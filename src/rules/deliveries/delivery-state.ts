/** The states of a delivery (specification 4). */
export const DeliveryState = { open: 0, processing: 1, completed: 2, canceled: 3 } as const;
export type DeliveryState = (typeof DeliveryState)[keyof typeof DeliveryState];

export const deliveryStates = Object.values(DeliveryState);

/** The German word of each state (specification 4). */
export const deliveryStateText: Record<DeliveryState, string> = {
  0: "Offen",
  1: "In Bearbeitung",
  2: "Abgeschlossen",
  3: "Storniert",
};

/** The kinds of a delivery: to the customer and back (specification 4), a pick-up that the customer orders (decision 122), and scans (decision 130). */
export const DeliveryKind = { customer: 0, return: 1, pickup: 2, copy: 3 } as const;
export type DeliveryKind = (typeof DeliveryKind)[keyof typeof DeliveryKind];

/** The German word of each kind (0 and 1: specification 4). */
export const deliveryKindText: Record<DeliveryKind, string> = { 0: "Kunden", 1: "Zurück", 2: "Abholung", 3: "Scan" };

/** From which states each action starts (product 6). */
export const mayDelivery = {
  start: [0],
  pick: [0, 1],
  cancel: [0],
  complete: [1],
  edit: [0, 1], // what was handed over stands on paper
} satisfies Record<string, DeliveryState[]>;
export type DeliveryAction = keyof typeof mayDelivery;

/** Says whether the action is allowed on a delivery in this state. */
export function deliveryMayBe(action: DeliveryAction, state: DeliveryState): boolean {
  return (mayDelivery[action] as readonly DeliveryState[]).includes(state);
}

/** Says whether the lines of such a delivery come from the customer, and are received. */
export const isInbound = (kind: DeliveryKind) => kind === DeliveryKind.return || kind === DeliveryKind.pickup;

/** The kinds whose lines are fetched from their places. */
export const outboundKinds: readonly DeliveryKind[] = [DeliveryKind.customer, DeliveryKind.copy];

/** Noun for a delivery of each kind, for use in sentences. */
export const deliveryNoun: Record<DeliveryKind, string> = {
  0: "Lieferung",
  1: "Rückgabe",
  2: "Abholung",
  3: "Scanauftrag",
};

/** A return has no cancel, in no state (specification 4, product 6). */
const cancelableKinds: readonly DeliveryKind[] = [DeliveryKind.customer, DeliveryKind.pickup, DeliveryKind.copy];

/** Says whether a delivery of this kind and state may be cancelled. */
export function mayCancel(kind: DeliveryKind, state: DeliveryState): boolean {
  return cancelableKinds.includes(kind) && deliveryMayBe("cancel", state);
}

/** A delivery's number as people read it, six digits (product 2): `"000123"`. */
export function showDeliveryCode(code: number): string {
  return String(code).padStart(6, "0");
}
