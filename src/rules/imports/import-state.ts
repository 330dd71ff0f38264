/** What becomes of an import. */
export const ImportState = { checked: 0, committed: 1, undone: 2, discarded: 9 } as const;
export type ImportState = (typeof ImportState)[keyof typeof ImportState];

export const importStateText: Readonly<Record<ImportState, string>> = {
  0: "geprüft",
  1: "übernommen",
  2: "zurückgenommen",
  9: "verworfen",
};
