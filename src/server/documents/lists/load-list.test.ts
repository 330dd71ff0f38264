import { expect, test } from "vitest";
import { expectSound, textOf } from "#test/support/pdf.ts";
import { loadList, type LoadListData } from "./load-list.ts";

const printing = {
  provider: "Muster Archiv GmbH",
  day: "2026-11-26",
  sender: { address: [], phone: undefined, email: undefined, bank: [] },
};
const address = { name: "Labor", street: "Am Tor 5", postcode: "01067", city: "Dresden" };
const texts = { contact: "", phone: "", hours: "", note: "" };
const customer = { code: 42, name: "Klinikum Nord" };
const stop = { number: 1, code: 123, kind: 0, customer, address: null, emptyBoxes: 0, takes: 0, things: [] } as const;
const data: LoadListData = {
  day: "2026-12-24",
  vehicle: "DD-MA 12",
  driver: "Herr Kurz",
  stops: [
    { ...stop, number: 2, code: 124, kind: 2, emptyBoxes: 5, takes: 3 },
    {
      ...stop,
      address: { ...address, ...texts },
      things: [
        { code: "0042000001", contents: [] },
        { code: "0042000002", contents: ["Akte Müller", "Plan 3"] },
      ],
    },
  ],
};
const said = (wish: Partial<LoadListData> = {}) =>
  textOf(loadList({ ...data, ...wish }, printing)).replace(/\s+/g, " ");

test("a load list names day, vehicle and driver, and what goes into the van from the last stop to the first", () => {
  expectSound(loadList(data, printing));
  for (const part of [
    "Ladeliste",
    "Donnerstag, 24.12.2026",
    "DD-MA 12, Herr Kurz",
    "2 Halte",
    "Halt 1: Lieferung 000123",
    "Labor, Am Tor 5, 01067 Dresden",
    "0042.000.001",
    "ganze Box",
    "Akte Müller",
    "Plan 3",
    "Halt 2: Abholung 000124",
    "5 Boxen, leer",
    "3 Stück abzuholen",
  ])
    expect(said(), part).toContain(part);
  expect(said().indexOf("Halt 2")).toBeLessThan(said().indexOf("Halt 1"));
});

test("it says so where a tour has no stop, and nothing of a vehicle that nobody named", () => {
  expectSound(loadList({ ...data, stops: [] }, printing));
  expect(said({ vehicle: "", driver: "", stops: [] })).toContain("Donnerstag, 24.12.2026 · 0 Halte");
});

test("many boxes of one stop go on on the next page, which says whose they are", () => {
  const things = Array.from({ length: 90 }, (_, index) => ({
    code: `0042${String(index + 1).padStart(6, "0")}`,
    contents: [],
  }));
  const file = loadList({ ...data, stops: [{ ...stop, things }] }, printing);
  expectSound(file);
  expect(textOf(file).match(/Lieferung 000123/g)?.length ?? 0).toBeGreaterThan(1);
});
