import { expect, test } from "vitest";
import { nextOfStocktake, type StocktakeStanding } from "./stocktake-next.ts";

test.each<[facts: Partial<StocktakeStanding>, said: string]>([
  [{ state: 0 }, "Als Nächstes 4 Reihen zählen."],
  [{ state: 0, rows_count: 1 }, "Als Nächstes 1 Reihe zählen."],
  [{ state: 1, rows_ended: 1 }, "Noch 3 von 4 Reihen zählen."],
  [{ state: 1, rows_ended: 1, open: 2 }, "Noch 3 von 4 Reihen zählen und 2 Ergebnisse prüfen und übernehmen."],
  [{ state: 2, rows_ended: 4, open: 1 }, "Alles ist gezählt; als Nächstes 1 Ergebnis prüfen und übernehmen."],
  [{ state: 3, rows_ended: 4 }, "Alles ist gezählt und übernommen; als Nächstes abschließen."],
  [{ state: 4, rows_ended: 4 }, "Die Inventur ist abgeschlossen; der Bericht bleibt abrufbar."],
  [{ state: 9 }, "Die Inventur ist verworfen; daraus wurde nichts übernommen."],
])("what comes next for a stocktake with %j: %s", (facts, said) => {
  expect(nextOfStocktake({ state: 0, rows_count: 4, rows_ended: 0, open: 0, ...facts })).toBe(said);
});
