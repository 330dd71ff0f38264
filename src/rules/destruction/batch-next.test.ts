import { expect, test } from "vitest";
import { nextOfBatch } from "./batch-next.ts";
import { type BatchAction, batchActions } from "./batch-steps.ts";
import type { BatchState } from "./batch-state.ts";

const allowed = Object.fromEntries(batchActions.map((action) => [action, null])) as Record<BatchAction, null>;

test.each<[state: BatchState, action: BatchAction | null, said: RegExp]>([
  [0, "propose", /^Nächster Schritt: Vorlegen \(Archiv\)\./],
  [1, "decide", /^Nächster Schritt: Freigeben \(Kunde\)\./],
  [2, "confirm", /^Nächster Schritt: Bestätigen \(zweite Person\)\./],
  [3, "shred", /^Nächster Schritt: Am Schredder scannen\./],
  [4, "complete", /^Nächster Schritt: Am Schredder scannen und bezeugen\./],
  [5, "certify", /^Nächster Schritt: Bescheinigen \(Archiv\)\./],
  [6, null, /^Alles ist vernichtet und bescheinigt\.$/],
  [9, null, /abgebrochen; die Boxen bleiben erhalten\.$/],
])("a destruction in state %s says what comes next, and why that is not theirs", (state, action, said) => {
  expect(nextOfBatch({ state, boxes: 6, actions: allowed }, true)).toMatch(said);
  const why = "Das macht das Archiv.";
  const refused = nextOfBatch({ state, boxes: 6, actions: { ...allowed, ...(action && { [action]: why }) } }, false);
  if (action) expect(refused.endsWith(`. ${why}`)).toBe(true);
  else expect(refused).toMatch(said);
});

test.each([
  [1, "Bitte entscheiden Sie über 1 Box. Was Sie nicht ablehnen, geben Sie frei."],
  [6, "Bitte entscheiden Sie über 6 Boxen. Was Sie nicht ablehnen, geben Sie frei."],
])("a customer who may approve is asked to decide on %s", (boxes, said) => {
  expect(nextOfBatch({ state: 1, boxes, actions: allowed }, false)).toBe(said);
});
