import { describe, expect, test } from "vitest";
import { deliveryStates } from "./delivery-state.ts";
import { type DeliveryStanding, nextOfDelivery } from "./delivery-next.ts";

const delivery = (facts: Partial<DeliveryStanding>): DeliveryStanding => ({ kind: 0, state: 0, open: 3, ...facts });

describe("what comes next for a delivery", () => {
  test.each<[facts: Partial<DeliveryStanding>, staff: RegExp, customers: RegExp]>([
    [{ state: 0 }, /starten und 3 Zeilen kommissionieren/, /bis dahin können Sie stornieren/],
    [{ state: 1 }, /^Noch 3 Zeilen kommissionieren/, /gerade zusammen/],
    [{ state: 1, open: 1 }, /^Noch 1 Zeile kommissionieren/, /gerade zusammen/],
    [{ state: 1, open: 0 }, /^Alles ist kommissioniert; als Nächstes übergeben/, /gerade zusammen/],
    [{ state: 2 }, /Lieferschein/, /ist übergeben\.$/],
    [{ state: 3 }, /storniert/, /storniert/],
    [{ kind: 1, state: 0 }, /^Noch 3 Zeilen offen/, /erwartet noch 3 Teile von Ihnen/],
    [{ kind: 1, state: 1, open: 1 }, /^Noch 1 Zeile offen/, /erwartet noch 1 Teil von Ihnen/],
    [{ kind: 1, state: 2, open: 0 }, /vollständig/, /vollständig/],
    [{ kind: 1, state: 2, open: 0, toStore: 1 }, /vollständig\. Und jetzt: die Box einlagern\.$/, /vollständig\.$/],
    [{ kind: 2, state: 2, open: 0, toStore: 2 }, /Und jetzt: die Boxen einlagern\.$/, /abgeschlossen\.$/],
  ])("%j is said to staff and to its customer", (facts, staff, customers) => {
    expect(nextOfDelivery(delivery(facts), true)).toMatch(staff);
    expect(nextOfDelivery(delivery(facts), false)).toMatch(customers);
  });

  test("is one sentence for each kind and state", () => {
    for (const kind of [0, 1] as const)
      for (const state of deliveryStates)
        for (const isStaff of [true, false])
          expect(nextOfDelivery(delivery({ kind, state }), isStaff)).toMatch(/^[A-Z][^!?]+\.$/);
  });

  const time = "2026-12-01T08:00:00.000Z";
  test.each<[facts: Partial<DeliveryStanding>, customers: string]>([
    [{ time, until: "13:00", newBoxes: 5 }, "Bitte aufkleben. Wir kommen am 01.12., 9 bis 13 Uhr."],
    [{ time, newBoxes: 0 }, "Wir kommen am 01.12., 9 Uhr; bis wir losfahren, können Sie stornieren."],
    [{ time: null, newBoxes: 5 }, "Das Archiv kommt zum Termin; bis es losfährt, können Sie stornieren."],
    [{ time, newBoxes: 5, state: 3 }, "Die Abholung ist storniert; nichts wird geholt."],
  ])("of a pick-up with %j the customer learns when somebody comes, and to put the labels on", (facts, customers) => {
    expect(nextOfDelivery(delivery({ kind: 2, ...facts }), false)).toBe(customers);
  });
});
