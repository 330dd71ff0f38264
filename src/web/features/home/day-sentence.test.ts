import { expect, test } from "vitest";
import type { Home } from "#contract/schemas/home/home.ts";
import { daySentence } from "./day-sentence.ts";

const now = new Date("2026-11-29T09:00:00.000Z");
const [today, before] = ["2026-11-29T12:00:00.000Z", "2026-11-27T12:00:00.000Z"];
const stop = {
  id: 1,
  code: 1,
  state: 0,
  customer: { id: 1, code: 1, name: "Kanzlei" },
  until: null,
  address: "",
} as const;
const tourOf = (
  stops: readonly { kind?: 0 | 1; time?: string; left: number }[],
  count = stops.length,
): Home["tour"] => ({
  deliveries: stops.map(({ kind = 0, time = today, left }) => ({
    ...stop,
    kind,
    time,
    lines_count: 3,
    left_count: left,
    loaded_count: 0,
  })),
  count,
  lines_count: 0,
  left_count: 0,
  done_count: 0,
  next: null,
});
const october = { kind: "billing_due", count: 20, since: today, first: { id: 1, name: "Oktober" } } as const;

test.each<[what: string, home: Pick<Home, "tour" | "waiting">, sentence: string]>([
  ["nothing", { tour: tourOf([]), waiting: [] }, "Heute ist nichts zu holen."],
  ["what has been fetched", { tour: tourOf([{ left: 0 }]), waiting: [] }, "Heute ist nichts zu holen."],
  ["what comes back", { tour: tourOf([{ kind: 1, left: 2 }]), waiting: [] }, "Heute ist nichts zu holen."],
  ["one", { tour: tourOf([{ left: 1 }]), waiting: [] }, "1 Lieferung ist zu holen."],
  [
    "several, and a month",
    { tour: tourOf([{ left: 1 }, { left: 2 }, { left: 3 }]), waiting: [october] },
    "3 Lieferungen sind zu holen, der Oktober ist noch nicht abgerechnet.",
  ],
  [
    "what is late",
    { tour: tourOf([{ left: 1 }, { left: 2, time: before }]), waiting: [] },
    "2 Lieferungen sind zu holen, 1 ist überfällig.",
  ],
  [
    "more than the answer has",
    { tour: tourOf([{ left: 1 }, { left: 2 }], 30), waiting: [] },
    "Mindestens 2 Lieferungen sind zu holen.",
  ],
])("home has one sentence for %s", (_what, home, sentence) => {
  expect(daySentence(home, now)).toBe(sentence);
});
