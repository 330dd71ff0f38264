import { showBoxes, showThings } from "#rules/amounts.ts";
import { type Mapping, namesBoxes } from "./columns.ts";
import { ImportState } from "./import-state.ts";

/** Facts about an import that decide what comes next for it. */
export interface ImportStanding {
  readonly state: ImportState;
  readonly checked: string | null;
  readonly errors: number;
  /** Rows that are left out where the list is taken over with its errors. */
  readonly left_out: number;
  readonly warnings: number;
  readonly made: number;
  readonly changed: number;
}

/** Says whether nobody needs to be asked about the columns: each is known, and a box can be identified by them. */
export const knowsAllColumns = (mapping: Mapping): boolean =>
  namesBoxes(mapping) && mapping.every((field) => field !== null);

/** `2 Boxen angelegt, 1 Box geändert` */
const whatWasDone = ({ made, changed }: ImportStanding) =>
  [made > 0 && `${showBoxes(made)} angelegt`, changed > 0 && `${showBoxes(changed)} geändert`]
    .filter(Boolean)
    .join(", ");

/** `3 Zeilen mit Fehlern`: the rows that are not taken over. */
export const showLeftOut = (count: number) => showThings(count, "Zeile mit Fehlern", "Zeilen mit Fehlern");

/** Says what comes next for an import, in one sentence. */
export function nextOfImport(it: ImportStanding): string {
  const { state, checked, errors, warnings, left_out, made, changed } = it;
  if (state === ImportState.committed && left_out > 0)
    return `Fertig: ${whatWasDone(it)}; ${showLeftOut(left_out)} nicht übernommen.`;
  if (state === ImportState.committed) return `Fertig: ${whatWasDone(it)}.`;
  if (state === ImportState.undone) return "Der Import ist zurückgenommen; was er angelegt hatte, ist gelöscht.";
  if (state === ImportState.discarded) return "Der Import ist verworfen; geändert wurde nichts.";
  if (checked === null) return "Als Nächstes sagen, was die Spalten sind, und prüfen.";
  if (errors > 0)
    return `${showThings(errors, "Fehler", "Fehler")}: Bitte unten berichtigen oder die berichtigte Datei senden${made + changed > 0 ? "; die übrigen Zeilen lassen sich unter „Aktionen“ ohne sie übernehmen" : ""}.`;
  if (made + changed === 0) return "Alles in der Liste ist schon so im Archiv; es gibt nichts zu übernehmen.";
  if (warnings > 0) return "Bitte die Warnungen lesen und bestätigen, dann übernehmen.";
  return "Die Liste ist ohne Fehler geprüft; als Nächstes übernehmen.";
}
