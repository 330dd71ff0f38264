import { faces, type Weight } from "./fonts.ts";
import { grey, type PaperIcon, ink, mm, type Paper, pale, sizes } from "./page.ts";
import { printable, shorten, wrap } from "./printable.ts";

export interface PaperColumn {
  readonly title: string;
  /** In millimetres; `rest` shares what the others leave. */
  readonly width: number | "rest";
  readonly align?: "left" | "right";
  readonly weight?: Weight;
  readonly color?: string;
  /** The second and further lines of a text stand a little to the right, so that one sees where the next text begins. */
  readonly hanging?: boolean;
  /** A square to tick beside the first line of every row, instead of a text. */
  readonly tick?: boolean;
}

/** A text that differs from others at a glance: in a colour of its own, an icon before it. */
export interface Look {
  readonly text: string;
  readonly icon: PaperIcon;
  readonly color: string;
  /** A line through the text: it is no more. */
  readonly struck?: boolean;
}

/** The texts of one row by column; what is left out stays empty. */
export type Cells<Key extends string> = { readonly [key in Key]?: string | Look };

/** Way in which a group continues on further pages. */
interface Going<Key extends string> {
  /** Fills what is empty in the first lines there: a box's code and `(Fortsetzung)`. */
  readonly again?: Cells<Key>;
  /** Space that has to be free below the group's last line, in points, for what must not stand on a page of its own. */
  readonly below?: number;
}

/** A line of a cell, so far right of its column's edge. */
interface Piece {
  readonly text: string;
  readonly shift: number;
  readonly look?: Look;
  readonly icon?: PaperIcon;
}

/** One line of a group: a piece per column; where a row begins, how many lines it has. */
interface Band {
  readonly pieces: Piece[];
  begins: number;
}

interface Edges {
  readonly left: number;
  readonly right: number;
}

interface PlacedColumn<Key> extends PaperColumn, Edges {
  readonly key: Key;
}

const lineHeight = 10.5;
const padding = 2.2;
const gap = mm(1.5); // kept free right of every column
const groupLimit = 6; // a row, and a group, of up to so many lines is not divided between two pages
const least = 2; // lines that a longer one leaves on either page
const tickSize = 8;
const hang = mm(2);
const iconSize = 7.6;
const iconRoom = iconSize + 2.4;
const sectionHeight = 17;
/** The height of a total of one line. */
export const totalHeight = lineHeight + 2 * padding;
const rules = { thin: { thickness: 0.4, color: "0.75 0.76 0.78" }, strong: { thickness: 0.75, color: ink } };

/**
 * A table on the paper's width, from `paper.y` down. Its head is repeated on every page, no line is cut in two, cells wrap. It
 * draws as it receives its rows: memory does not grow with its rows.
 */
export class Table<Key extends string> {
  readonly #paper: Paper;
  readonly #columns: readonly PlacedColumn<Key>[];
  #begun = false;
  #section = "";
  #sectionDrawn = true;

  constructor(paper: Paper, columns: Record<Key, PaperColumn>) {
    this.#paper = paper;
    this.#columns = place(columns, paper.left, paper.right);
  }

  /** A heading over the groups that follow, kept with the first of them and repeated on the pages that they go on to. */
  section(title: string): void {
    this.#section = printable(title);
    this.#sectionDrawn = false;
  }

  /** Rows that belong together, under one thin line; on one page where they have few lines. */
  group(rows: readonly Cells<Key>[], { again = {}, below = 0 }: Going<Key> = {}): void {
    const bands = this.#wrapRows(rows);
    const parts = partsOf(bands);
    const height = (from: number) => {
      const end = parts.indexOf(true, from + 1);
      return end < 0 ? (bands.length - from) * lineHeight + padding + below : (end - from) * lineHeight;
    };
    this.#begin(padding + height(0), "thin");
    for (const [index, band] of bands.entries()) {
      if (index > 0 && parts[index] && !this.#paper.fits(height(index))) {
        this.#nextPage();
        this.#paper.y += padding;
        fillEmpty(bands.slice(index), this.#wrapRows([again]));
      }
      if (band.begins > 0) this.#drawTicks();
      this.#drawBand(band);
    }
    this.#paper.y += padding;
  }

  /** The last line: sums, bold, under a strong line. */
  total(cells: Cells<Key>): void {
    const bands = this.#wrapRows([cells], "bold");
    this.#section = "";
    this.#sectionDrawn = true;
    this.#begin(bands.length * lineHeight + 2 * padding, "strong");
    for (const band of bands) this.#drawBand(band, "bold");
    this.#paper.y += padding;
  }

  /** Room for `height` points below head and section, then the line above a group. */
  #begin(height: number, rule: "thin" | "strong"): void {
    const section = this.#sectionDrawn ? 0 : sectionHeight;
    const head = this.#begun ? 0 : this.#headHeight();
    if (!this.#paper.fits(head + section + height)) this.#nextPage();
    else if (!this.#begun) this.#drawHead();
    if (!this.#sectionDrawn) this.#drawSection(this.#section);
    const { left, right, y } = this.#paper;
    this.#paper.line(left, y, right, y, rules[rule]);
    this.#paper.y += padding;
  }

  #nextPage(): void {
    this.#paper.nextPage();
    this.#drawHead();
    if (this.#section !== "" && this.#sectionDrawn) this.#drawSection(`${this.#section} (Fortsetzung)`);
  }

  /** The rows' lines from above; a row begins where all of its columns are free, whatever stands beside it. */
  #wrapRows(rows: readonly Cells<Key>[], weight?: Weight): Band[] {
    const bands: Band[] = [];
    const usedWidths = this.#columns.map(() => 0);
    for (const row of rows) {
      const parts = this.#columns.map((column) => this.#wrapCell(row[column.key], column, weight));
      const begin = Math.max(0, ...parts.map((lines, column) => (lines.length > 0 ? (usedWidths[column] ?? 0) : 0)));
      for (const [column, lines] of parts.entries()) {
        for (const [line, piece] of lines.entries()) {
          const band = (bands[begin + line] ??= { pieces: [], begins: 0 });
          band.pieces[column] = piece;
        }
        if (lines.length > 0) usedWidths[column] = begin + lines.length;
      }
      const first = (bands[begin] ??= { pieces: [], begins: 0 });
      first.begins = Math.max(1, ...parts.map((lines) => lines.length));
    }
    return bands;
  }

  #wrapCell(cell: string | Look | undefined, column: PlacedColumn<Key>, weight?: Weight): Piece[] {
    const look = typeof cell === "object" ? cell : undefined;
    const text = printable(typeof cell === "object" ? cell.text : (cell ?? ""));
    if (text === "") return [];
    const face = faces[weight ?? column.weight ?? "regular"];
    const shift = look ? iconRoom : 0;
    const width = column.right - column.left - shift;
    const hanging = column.hanging && face.width(text, sizes.table) > width ? hang : 0;
    return wrap(text, face, sizes.table, width - hanging).map((line, index) => ({
      text: line,
      shift: shift + (index > 0 ? hanging : 0),
      ...(look && { look }),
      ...(look && index === 0 && { icon: look.icon }),
    }));
  }

  #drawBand({ pieces }: Band, weight?: Weight): void {
    const baseline = this.#paper.y + sizes.table * 0.98;
    for (const [index, column] of this.#columns.entries()) {
      const piece = pieces[index];
      if (!piece?.text) continue;
      const { align = "left" } = column;
      const color = piece.look?.color ?? column.color ?? ink;
      const style = { align, color, weight: weight ?? column.weight ?? "regular" } as const;
      const x = align === "right" ? column.right : column.left + piece.shift;
      this.#paper.text(x, baseline, piece.text, style);
      if (piece.icon) this.#paper.icon(piece.icon, column.left, this.#paper.y + 0.9, iconSize, color);
      if (piece.look?.struck) this.#strike(x, baseline, faces[style.weight].width(piece.text, sizes.table), color);
    }
    this.#paper.y += lineHeight;
  }

  #strike(x: number, baseline: number, width: number, color: string): void {
    const y = baseline - sizes.table * 0.28; // half as high as a small letter
    this.#paper.line(x, y, x + width, y, { thickness: 0.5, color });
  }

  #drawTicks(): void {
    for (const column of this.#columns)
      if (column.tick)
        this.#paper.frame(column.left, this.#paper.y + 1, tickSize, tickSize, { thickness: 0.75, color: ink });
  }

  #titles(): string[][] {
    return this.#columns.map(({ title, left, right }) => wrap(title, faces.regular, sizes.small, right - left));
  }

  #headHeight(): number {
    const lines = Math.max(...this.#titles().map((title) => title.length));
    return lines * (sizes.small + 1.5) + 2 * padding;
  }

  #drawHead(): void {
    this.#begun = true;
    const height = this.#headHeight();
    const { left, right, y } = this.#paper;
    this.#paper.fill(left, y, right - left, height, pale);
    for (const [index, title] of this.#titles().entries()) {
      const column = this.#columns[index];
      if (!column) continue;
      const { align = "left" } = column;
      const x = align === "right" ? column.right : column.left;
      for (const [line, part] of title.entries()) {
        const baseline = y + padding + sizes.small + line * (sizes.small + 1.5);
        this.#paper.text(x, baseline, part, { size: sizes.small, color: grey, align });
      }
    }
    this.#paper.y += height;
  }

  #drawSection(title: string): void {
    this.#sectionDrawn = true;
    const baseline = this.#paper.y + sectionHeight - 5;
    const { left, right } = this.#paper;
    const text = shorten(title, faces.bold, sizes.prose, right - left - 2 * padding);
    this.#paper.text(left + padding, baseline, text, { size: sizes.prose, weight: "bold" });
    this.#paper.y += sectionHeight;
  }
}

/**
 * Where a group may go over to the next page: not inside of short rows, nor where it is short itself, nor so that less than a few
 * lines of it stay on either page.
 */
function partsOf(bands: readonly Band[]): boolean[] {
  const last = bands.length - least;
  const may = bands.map((_, index) => bands.length > groupLimit && index >= least && index <= last);
  for (const [index, { begins }] of bands.entries())
    for (let line = 1; line < begins; line++)
      if (begins <= groupLimit || line < least || line > begins - least) may[index + line] = false;
  return may;
}

/** Puts the pieces of other lines where lines have none. */
function fillEmpty(bands: readonly Band[], others: readonly Band[]): void {
  for (const [line, { pieces }] of bands.slice(0, others.length).entries())
    for (const [column, piece] of (others[line]?.pieces ?? []).entries()) if (piece) pieces[column] ??= piece;
}

function place<Key extends string>(
  columns: Record<Key, PaperColumn>,
  left: number,
  right: number,
): PlacedColumn<Key>[] {
  const entries = Object.entries(columns) as [Key, PaperColumn][];
  const fixedWidth = entries.reduce((sum, [, { width }]) => sum + (width === "rest" ? 0 : mm(width)), 0);
  const sharing = entries.filter(([, { width }]) => width === "rest").length;
  let x = left;
  return entries.map(([key, column], index) => {
    // numbers on the right and words on the left would touch
    const start = x + (entries[index - 1]?.[1].align === "right" && column.align !== "right" ? gap : 0);
    x += column.width === "rest" ? (right - left - fixedWidth) / sharing : mm(column.width);
    return { ...column, key, left: start + padding, right: x - gap };
  });
}
