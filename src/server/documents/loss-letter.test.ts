import { expect, test } from "vitest";
import { expectSound, textOf } from "#test/support/pdf.ts";
import { lossLetter, type LossLetterData } from "./loss-letter.ts";

const printing = {
  provider: "Muster Archiv GmbH",
  day: "2026-11-23",
  sender: { address: ["Am Wall 1", "28195 Bremen"], phone: "0421 1234", email: "archiv@example.com", bank: [] },
};
const data: LossLetterData = {
  customer: { code: 42, name: "Klinikum Nord", address: ["Klinikum Nord gGmbH", "Am Wall 1", "28195 Bremen"] },
  id: 4,
  isReported: true,
  code: "0042000123",
  foreignNumber: "K 17/3",
  since: "2026-11-20T08:00:00.000Z",
  lastSeen: "2025-03-05T08:00:00.000Z",
  contents: ["Personalakten A–F", "Rechnungen 2019"],
};
const said = (wish: Partial<LossLetterData> = {}) =>
  textOf(lossLetter({ ...data, ...wish }, printing)).replace(/\s+/g, " ");

test("a letter says what is missing since when, when it was seen last, what is in it, and what the law asks", () => {
  expectSound(lossLetter(data, printing));
  for (const part of [
    "Verlustmitteilung",
    "Klinikum Nord gGmbH",
    "K-000004",
    "0042.000.123",
    "K 17/3",
    "20.11.2026",
    "05.03.2025",
    "Personalakten A–F",
    "Rechnungen 2019",
    "Art. 33 Abs. 2 DSGVO",
    "72 Stunden",
  ])
    expect(said(), part).toContain(part);
  expect(said()).not.toContain("Entwurf");
});

test("it is a draft until the loss is reported, and says what nobody knows", () => {
  expect(said({ isReported: false })).toContain("Entwurf");
  const unknown = said({ contents: [], lastSeen: null, foreignNumber: null });
  expect(unknown).toContain("nicht erfasst");
  expect(unknown).toContain("nicht bekannt");
  expect(unknown).not.toContain("Ihre Nummer");
});

test("many contents go on the next page under their heading", () => {
  const contents = Array.from({ length: 120 }, (_, nth) => `Akte Nr. ${nth + 1}`);
  expect(said({ contents })).toContain("Akte Nr. 120");
});
