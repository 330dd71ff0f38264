import { showCount, showThings } from "#rules/amounts.ts";
import { StocktakeState } from "./stocktake-state.ts";

/** Facts about a stocktake that decide what comes next for it. */
export interface StocktakeStanding {
  readonly state: StocktakeState;
  readonly rows_count: number;
  readonly rows_ended: number;
  /** Results that wait for being accepted. */
  readonly open: number;
}

const toCheck = (open: number) => `${showThings(open, "Ergebnis", "Ergebnisse")} prüfen und übernehmen`;

const sentences: Record<StocktakeState, (it: StocktakeStanding) => string> = {
  [StocktakeState.open]: ({ rows_count: all }) => `Als Nächstes ${showThings(all, "Reihe", "Reihen")} zählen.`,
  [StocktakeState.counting]: ({ rows_count: all, rows_ended: ended, open }) =>
    `Noch ${showCount(all - ended)} von ${showThings(all, "Reihe", "Reihen")} zählen${open > 0 ? ` und ${toCheck(open)}` : ""}.`,
  [StocktakeState.counted]: ({ open }) =>
    open > 0 ? `Alles ist gezählt; als Nächstes ${toCheck(open)}.` : "Alles ist gezählt.",
  [StocktakeState.checked]: () => "Alles ist gezählt und übernommen; als Nächstes abschließen.",
  [StocktakeState.closed]: () => "Die Inventur ist abgeschlossen; der Bericht bleibt abrufbar.",
  [StocktakeState.discarded]: () => "Die Inventur ist verworfen; daraus wurde nichts übernommen.",
};

/** Says what comes next for a stocktake, in one sentence. */
export const nextOfStocktake = (it: StocktakeStanding): string => sentences[it.state](it);
