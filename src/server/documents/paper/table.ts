import { faces, type Weight } from "./fonts.ts";
import { grey, ink, mm, type Paper, pale, sizes } from "./page.ts";
import { printable, shorten, wrap } from "./printable.ts";

export interface Column {
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

/** The texts of one row by column; what is left out stays empty. */
export type Cells<Key extends string> = { readonly [key in Key]?: string };

/** One line of a group: a text per column; where a row begins, how many lines it has. */
interface Band {
  readonly texts: string[];
  readonly indented: boolean[];
  begins: number;
}

interface Edges {
  readonly left: number;
  readonly right: number;
}

interface PlacedColumn<Key> extends Column, Edges {
  readonly key: Key;
}

const lineHeight = 10.5;
const padding = 2.2;
const gap = mm(1.5); // kept free right of every column
const kept = 6; // a row of up to so many lines is not divided between two pages
const tickSize = 8;
const hang = mm(2);
const sectionHeight = 17;
const rules = { thin: { thickness: 0.4, color: "0.75 0.76 0.78" }, strong: { thickness: 0.75, color: ink } };

/**
 * A table on the paper's width, from `paper.y` down. Its head is repeated on every page, no line is cut in two, cells wrap. It
 * draws as it is told: memory does not grow with its rows.
 */
export class Table<Key extends string> {
  readonly #paper: Paper;
  readonly #columns: readonly PlacedColumn<Key>[];
  #begun = false;
  #section = "";
  #sectionDrawn = true;

  constructor(paper: Paper, columns: Record<Key, Column>) {
    this.#paper = paper;
    this.#columns = place(columns, paper.left, paper.right);
  }

  /** A heading over the groups that follow, kept with the first of them and repeated on the pages that they go on to. */
  section(title: string): void {
    this.#section = printable(title);
    this.#sectionDrawn = false;
  }

  /**
   * Rows that belong together, under one thin line. Where they go over to the next page, `again` fills what is empty in the
   * first line there (a box's code, `(Fortsetzung)`).
   */
  group(rows: readonly Cells<Key>[], again: Cells<Key> = {}): void {
    const bands = this.#wrapRows(rows);
    this.#begin(needed(bands[0]) + 2 * padding, "thin");
    for (const [index, band] of bands.entries()) {
      let texts = band.texts;
      if (index > 0 && !this.#paper.fits(needed(band))) {
        this.#nextPage();
        this.#paper.y += padding;
        texts = this.#columns.map(({ key }, column) => band.texts[column] || printable(again[key] ?? ""));
      }
      if (band.begins > 0) this.#drawTicks();
      this.#drawBand({ ...band, texts });
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
    const filled = this.#columns.map(() => 0);
    for (const row of rows) {
      const parts = this.#columns.map((column) => this.#wrapCell(row[column.key], column, weight));
      const begin = Math.max(0, ...parts.map((lines, column) => (lines.length > 0 ? (filled[column] ?? 0) : 0)));
      for (const [column, lines] of parts.entries()) {
        for (const [line, text] of lines.entries()) {
          const band = (bands[begin + line] ??= { texts: [], indented: [], begins: 0 });
          band.texts[column] = text;
          band.indented[column] = line > 0 && this.#columns[column]?.hanging === true;
        }
        if (lines.length > 0) filled[column] = begin + lines.length;
      }
      const first = (bands[begin] ??= { texts: [], indented: [], begins: 0 });
      first.begins = Math.max(1, ...parts.map((lines) => lines.length));
    }
    return bands;
  }

  #wrapCell(cell: string | undefined, { left, right, hanging, ...column }: Column & Edges, weight?: Weight): string[] {
    const text = printable(cell ?? "");
    if (text === "") return [];
    const face = faces[weight ?? column.weight ?? "regular"];
    const width = right - left;
    if (!hanging || face.width(text, sizes.table) <= width) return wrap(text, face, sizes.table, width);
    return wrap(text, face, sizes.table, width - hang);
  }

  #drawBand({ texts, indented }: Band, weight?: Weight): void {
    const baseline = this.#paper.y + sizes.table * 0.98;
    for (const [index, column] of this.#columns.entries()) {
      const text = texts[index];
      if (!text) continue;
      const { align = "left", color = ink } = column;
      const x = align === "right" ? column.right : column.left + (indented[index] ? hang : 0);
      this.#paper.text(x, baseline, text, { align, color, weight: weight ?? column.weight ?? "regular" });
    }
    this.#paper.y += lineHeight;
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

/** The height that has to be free for a line: that of its whole row, as long as the row is short. */
function needed(band: Band | undefined): number {
  return Math.min(Math.max(band?.begins ?? 1, 1), kept) * lineHeight;
}

function place<Key extends string>(columns: Record<Key, Column>, left: number, right: number): PlacedColumn<Key>[] {
  const entries = Object.entries(columns) as [Key, Column][];
  const fixed = entries.reduce((sum, [, { width }]) => sum + (width === "rest" ? 0 : mm(width)), 0);
  const sharing = entries.filter(([, { width }]) => width === "rest").length;
  let x = left;
  return entries.map(([key, column], index) => {
    // numbers on the right and words on the left would touch
    const start = x + (entries[index - 1]?.[1].align === "right" && column.align !== "right" ? gap : 0);
    x += column.width === "rest" ? (right - left - fixed) / sharing : mm(column.width);
    return { ...column, key, left: start + padding, right: x - gap };
  });
}
