/** Stages that an import goes through. */
export const ImportState = { checked: 0, committed: 1, undone: 2, discarded: 9 } as const;
export type ImportState = (typeof ImportState)[keyof typeof ImportState];

export const importStateText: Readonly<Record<ImportState, string>> = {
  0: "geprüft",
  1: "übernommen",
  2: "zurückgenommen",
  9: "verworfen",
};

/** A box that an import made or changed, by the row of the list that names it first; `contents` are how many were added. */
export interface ImportedBox {
  readonly row: number;
  readonly code: string;
  readonly made: boolean;
  readonly contents: number;
}

/** Says in German what an import did to a box. */
export const importedText = (made: boolean): string => (made ? "angelegt" : "geändert");
