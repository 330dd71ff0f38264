/** The states of a delivery (specification 4). */
export const DeliveryState = { open: 0, processing: 1, completed: 2, canceled: 3 } as const;
export type DeliveryState = (typeof DeliveryState)[keyof typeof DeliveryState];

/** The kinds of a delivery (specification 4). */
export const DeliveryKind = { customer: 0, return: 1 } as const;
export type DeliveryKind = (typeof DeliveryKind)[keyof typeof DeliveryKind];

/** A delivery's number as people read it, six digits (product 2): `"000123"`. */
export function showDeliveryCode(code: number): string {
  return String(code).padStart(6, "0");
}
