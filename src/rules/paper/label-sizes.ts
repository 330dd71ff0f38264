/** A length across and one down, in mm. */
interface Lengths {
  readonly x: number;
  readonly y: number;
}

/** A sheet or a roll with labels, in mm. A roll's page is one label. */
export interface LabelSize {
  readonly text: string;
  readonly page: Lengths;
  readonly label: Lengths;
  readonly columns: number;
  readonly lines: number;
  /** The upper left corner of the first label. */
  readonly first: Lengths;
  /** Distance between two columns; there is none between lines. */
  readonly gap: number;
  /** Margins that stay white within the edges of a label. */
  readonly edge: Lengths;
}

const a4 = { x: 210, y: 297 };

/**
 * The sheets and rolls, by their names. 3474 is product 9's: labels without gaps, so that black stays 5 mm away from the sheet's
 * edges, which office printers leave blank. Those of the others have margins for that.
 */
export const labelSizes = {
  "3474": {
    text: "Bogen 3474: 70 × 37 mm, 24 Stück",
    page: a4,
    label: { x: 70, y: 37 },
    columns: 3,
    lines: 8,
    first: { x: 0, y: 0.5 },
    gap: 0,
    edge: { x: 5, y: 4.5 },
  },
  L7160: {
    text: "Bogen L7160: 63,5 × 38,1 mm, 21 Stück",
    page: a4,
    label: { x: 63.5, y: 38.1 },
    columns: 3,
    lines: 7,
    first: { x: 7.2, y: 15.15 },
    gap: 2.5,
    edge: { x: 2.5, y: 2.5 },
  },
  L7651: {
    text: "Bogen L7651: 38,1 × 21,2 mm, 65 Stück",
    page: a4,
    label: { x: 38.1, y: 21.2 },
    columns: 5,
    lines: 13,
    first: { x: 4.75, y: 10.7 },
    gap: 2.5,
    edge: { x: 2, y: 2 },
  },
  "100x50": {
    text: "Rolle: 100 × 50 mm",
    page: { x: 100, y: 50 },
    label: { x: 100, y: 50 },
    columns: 1,
    lines: 1,
    first: { x: 0, y: 0 },
    gap: 0,
    edge: { x: 3, y: 3 },
  },
} as const satisfies Record<string, LabelSize>;

export type LabelSizeName = keyof typeof labelSizes;
export const labelSizeNames = Object.keys(labelSizes) as LabelSizeName[];

/** Size of label to print on where no other is specified (specification 9). */
export const usualSize: LabelSizeName = "3474";

/** Returns the number of labels on a sheet; each label of a roll is a page of its own. */
export const labelsOfPage = (name: LabelSizeName): number => labelSizes[name].columns * labelSizes[name].lines;

/** The names of the rolls, which label printers take. */
export const rollNames = labelSizeNames.filter((name) => labelsOfPage(name) === 1);

/** Largest offset of an office's printer, in mm. */
export const maxOffset = 5;

/** An offset in mm as it is typed, `-1,5`; null where it is none within `maxOffset`. */
export function parseOffset(text: string): number | null {
  const typed = text.trim().replace(",", ".").replace("−", "-");
  const offset = /^[+-]?\d{1,2}(?:\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN;
  return Math.abs(offset) <= maxOffset ? offset + 0 : null;
}
