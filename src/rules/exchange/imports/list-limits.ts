/** Limits on the size of a list: a file of 600 KB can unpack to 600 MB, which crashes every common reader (decision 077). */
export const listLimits = {
  /** Bytes of the file. */
  bytes: 20 * 1024 * 1024,
  /** Bytes of what a spreadsheet unpacks to, of all that is read of it together. */
  unpacked: 300 * 1024 * 1024,
  rows: 200_000,
  columns: 60,
  /** Characters of a text; a cell may list several contents, each as long. */
  cell: 4000,
  listedCell: 200_000,
  /** Characters of a cell that is corrected on the screen, and cells of a list that are: what is more is corrected in the file. */
  corrected: 1000,
  corrections: 500,
  /** Different texts of a spreadsheet. */
  texts: 1_000_000,
} as const;
