import { expect, test } from "vitest";
import type { DeliveryBox, DeliveryDetail, DeliveryEvent } from "#contract/schemas/deliveries/deliveries.ts";
import { timelineOf } from "./timeline-entries.ts";

const at = (minute: number) => `2026-03-02T08:${String(minute).padStart(2, "0")}:00.000Z`;
const anna = { first_name: "Anna", last_name: "Schmidt" };

function event(kind: DeliveryEvent["kind"], minute: number, more: Partial<DeliveryEvent> = {}): DeliveryEvent {
  return { kind, created: at(minute), user: null, from: null, to: null, ...more };
}

function box(id: number, marked: Partial<DeliveryBox> = {}): DeliveryBox {
  const fate = { open: true, picked: false, missing: false, received: false, reason: null, copies: [] };
  const never = { picked_at: null, missing_at: null, received_at: null };
  return { id, code: `004200000${id}`, state: 4, content_count: 0, position: null, ...fate, ...never, ...marked };
}

function delivery(more: Partial<DeliveryDetail>): DeliveryDetail {
  return {
    id: 1,
    code: 1,
    created: at(0),
    kind: 0,
    state: 1,
    time: null,
    price: "12.50",
    comment: "",
    cost_centre: "",
    customer: { id: 1, code: 42, name: "Kunde" },
    address: null,
    proofs: [],
    empty_boxes: 0,
    due_back: null,
    boxes_count: 0,
    boxcontents_count: 0,
    delivery_option: null,
    boxes: [],
    boxcontents: [],
    events: [],
    ...more,
  };
}

const shown = (of: DeliveryDetail) => timelineOf(of).map(({ text }) => text);

test("lines that were picked between two events stand together", () => {
  const boxes = [3, 4, 7].map((minute, index) => box(index + 1, { picked: true, picked_at: at(minute) }));
  const events = [event("created", 0), event("started", 3), event("price", 5, { from: "12.50", to: "15.00" })];
  const entries = timelineOf(delivery({ boxes, events }));
  expect(entries.map(({ text }) => text)).toEqual([
    "Lieferung angelegt",
    "Bearbeitung begonnen",
    "2 Zeilen kommissioniert",
    "Preis geändert von 12,50\u00a0€ auf 15,00\u00a0€",
    "1 Zeile kommissioniert",
  ]);
  expect(entries[2]).toMatchObject({ at: at(3), until: at(4) });
  expect(entries[4]).toMatchObject({ at: at(7), until: null });
  expect(entries[2]?.when).toMatch(/^02\.03\.2026 \d\d:03 bis \d\d:04$/);
});

test("what was not found is named with its reason, the first five of many", () => {
  const missing = (id: number) => box(id, { missing: true, missing_at: at(2), reason: "Regal leer" });
  expect(shown(delivery({ boxes: [missing(1)] }))).toEqual(["1 Zeile nicht gefunden: Box 0042.000.001 (Regal leer)"]);
  const [many = ""] = shown(delivery({ boxes: [1, 2, 3, 4, 5, 6].map(missing) }));
  expect(many).toMatch(/^6 Zeilen nicht gefunden: .*0042\.000\.005 \(Regal leer\) und weitere$/);
});

test("a return is described in its own words", () => {
  const boxes = [box(1, { received: true, received_at: at(2) }), box(2, { missing: true, missing_at: at(3) })];
  const events = [event("created", 0), event("completed", 3)];
  expect(shown(delivery({ kind: 1, state: 2, boxes, events }))).toEqual([
    "Rückgabe angekündigt",
    "1 Zeile zurückgekommen",
    "1 Zeile nicht gekommen: Box 0042.000.002",
    "Rückgabe abgeschlossen",
  ]);
});

test("who did it is named where that is known; what is due stands last while the delivery runs", () => {
  const events = [event("created", 0, { user: anna })];
  const entries = timelineOf(delivery({ time: at(1), events }));
  expect(entries.map(({ text, author }) => [text, author])).toEqual([
    ["Lieferung angelegt", "Anna Schmidt"],
    ["Liefertermin", null],
  ]);
  expect(shown(delivery({ time: at(1), state: 3, events: [...events, event("canceled", 2)] }))).toEqual([
    "Lieferung angelegt",
    "Storniert",
  ]);
});

test("other boxes are named as taken out and added, or only said to be others", () => {
  const events = [
    event("boxes", 1, { from: "0042.000.001, 0042.000.002", to: "0042.000.007" }),
    event("boxcontents", 2, { to: "0042.000.009" }),
    event("boxes", 3),
  ];
  expect(shown(delivery({ events }))).toEqual([
    "Boxen geändert: 0042.000.001, 0042.000.002 entfernt; 0042.000.007 hinzugefügt",
    "Inhalte geändert: aus 0042.000.009 hinzugefügt",
    "Boxen geändert",
  ]);
});
