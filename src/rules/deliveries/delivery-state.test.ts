import { describe, expect, test } from "vitest";
import {
  type DeliveryAction,
  DeliveryKind,
  DeliveryState,
  deliveryKindText,
  deliveryMayBe,
  deliveryStates,
  deliveryStateText,
  mayCancel,
  mayDelivery,
  showDeliveryCode,
} from "./delivery-state.ts";

describe("a delivery", () => {
  test("has the states and kinds of the specification, pick-ups and scans, with their numbers and words", () => {
    expect(deliveryStates).toEqual([0, 1, 2, 3]);
    expect(Object.values(deliveryStateText)).toEqual(["Offen", "In Bearbeitung", "Abgeschlossen", "Storniert"]);
    expect(Object.values(DeliveryKind)).toEqual([0, 1, 2, 3]);
    expect(Object.values(deliveryKindText)).toEqual(["Kunden", "Zurück", "Abholung", "Scan"]);
  });

  test("has a number of six digits", () => {
    expect(showDeliveryCode(123)).toBe("000123");
    expect(showDeliveryCode(1_234_567)).toBe("1234567");
  });

  test.each([
    ["open", ["start", "pick", "cancel", "edit"]],
    ["processing", ["pick", "complete", "edit"]],
    ["completed", []],
    ["canceled", []],
  ] as const)("that is %s may %j", (state, allowed) => {
    const actions = Object.keys(mayDelivery) as DeliveryAction[];
    expect(actions.filter((action) => deliveryMayBe(action, DeliveryState[state]))).toEqual(allowed);
  });

  test("may be cancelled while it is open, a return never", () => {
    expect(deliveryStates.filter((state) => mayCancel(DeliveryKind.customer, state))).toEqual([DeliveryState.open]);
    expect(deliveryStates.filter((state) => mayCancel(DeliveryKind.return, state))).toEqual([]);
  });
});
