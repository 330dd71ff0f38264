import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import Pdf from "pdfkit";
import { showDate } from "#rules/dates.ts";
import { noData } from "#rules/texts/texts.ts";
import { attach, type Attachment } from "./attachment.ts";
import { Operators } from "./operators.ts";
import { EmbeddedFace, faces, type Weight } from "./fonts.ts";
import { identify, pageOf } from "./pdfkit-inside.ts";
import { printable, shorten, wrap } from "./printable.ts";

/** Where the provider of a letter is found; what is not known is left out. */
export interface LetterSender {
  readonly address: readonly string[];
  readonly phone: string | undefined;
  readonly email: string | undefined;
  /** The lines of the bank account. */
  readonly bank: readonly string[];
}

/** Facts that every document states besides its data: who prints it, and on which day (`YYYY-MM-DD` in Berlin). */
export interface Printing {
  readonly provider: string;
  readonly day: string;
  /** For letters. */
  readonly sender?: LetterSender;
  /** For lists: the seal that the archive's history had when they were made. */
  readonly seal?: PrintedSeal | undefined;
}

/** The last seal of the archive's history: the last day that it is over, and its hash in hex. */
export interface PrintedSeal {
  readonly number: number;
  readonly day: string;
  readonly hash: string;
}

/** Millimetres in points, the unit of everything here. */
export function mm(length: number): number {
  return (length * 72) / 25.4;
}

/** Colours, red, green and blue from 0 to 1. */
export const ink = "0.1 0.1 0.12";
export const grey = "0.42 0.44 0.47";
export const pale = "0.93 0.94 0.95";
export const black = "0 0 0";

/** The height of a line of prose, as a part of its size. */
export const proseLine = 1.4;

/** The sizes of text in points: tables and prose, headings of a part, the title. */
export const sizes = { small: 7, table: 8, prose: 9.5, heading: 10, title: 13 } as const;

export interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: "left" | "right" | "center";
}

/** Style of prose, with the edges between which it stands; the frame's where none are given. */
type Prose = TextStyle & { readonly left?: number; readonly right?: number };

/** A drawing in lines on a grid of 24, as the operators of a page have it. */
export interface PaperIcon {
  readonly operators: string;
}

/** Content of the head of every page. */
export interface PaperHead {
  /** The document's title. */
  readonly title: string;
  /** Stands in grey behind the title, so that a page on its own says whose it is. */
  readonly subtitle?: string;
}

interface PaperOptions extends PaperHead {
  /** Name of the file in its metadata, where that is not the title of its first page. */
  readonly name?: string;
  readonly landscape?: boolean;
  /** Its pages' width and height in points, where they are no A4. */
  readonly pageSize?: readonly [number, number];
  /** Without head and foot, the whole page being free: labels. */
  readonly bare?: boolean;
  readonly attachment?: Attachment;
  /** Stands large and pale behind each page. */
  readonly watermark?: string;
}

// Printers leave 4 mm blank; the left edge is where a list is punched.
const margins = { left: mm(18), right: mm(10), top: mm(9), bottom: mm(9) };
const iconGrid = 24;
const headHeight = mm(9);
const footHeight = mm(7);
const watermark = { size: 96, color: "0.9 0.9 0.91" };
const compression = { level: 4, chunkSize: 4096 }; // measured: level 6 takes twice the time for a tenth less

/** A text of the metadata, which pdfkit puts into XML as it stands. */
class MetadataText extends String {
  override toString(): string {
    return this.valueOf().replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  }
}

/**
 * A document of A4 pages, or of labels of a roll, PDF/A-2b, with an attachment PDF/A-3b: text, lines and rectangles at points from the page's upper left corner. Pages are flushed
 * as they finish; the same calls give the same bytes. Every text is made printable here.
 */
export class Paper {
  readonly width: number;
  readonly height: number;
  /** The frame between head and foot, in points from the upper left corner. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Where the next thing may go; whoever draws moves it down. */
  y = 0;
  /** Number of pages so far. */
  pages = 0;

  readonly #pdf: PDFKit.PDFDocument;
  readonly #faces: Record<Weight, EmbeddedFace>;
  readonly #bottom: number;
  readonly #icons = new Map<PaperIcon, PDFKit.PDFKitReference>();
  #reserved = 0;
  readonly #printing: Printing;
  readonly #isBare: boolean;
  readonly #watermark: string;
  #part: { readonly head: PaperHead; pages: number };
  readonly #digest = createHash("md5"); // a file identifier (PDF 14.4), no secret
  readonly #feet: {
    readonly foot: PDFKit.PDFKitReference;
    readonly page: number;
    readonly of: { readonly pages: number };
  }[] = [];
  readonly #file: Buffer[] = [];
  #body: PDFKit.PDFKitReference | null = null;
  readonly #shapes = new Operators();
  readonly #texts = new Operators();

  constructor(printing: Printing, options: PaperOptions) {
    const { landscape = false, bare = false, name = options.title, attachment } = options;
    const { pageSize = landscape ? [mm(297), mm(210)] : [mm(210), mm(297)] } = options;
    [this.width, this.height] = pageSize;
    this.left = bare ? 0 : margins.left;
    this.right = this.width - (bare ? 0 : margins.right);
    this.top = bare ? 0 : margins.top + headHeight;
    this.#bottom = this.height - (bare ? 0 : margins.bottom + footHeight);
    this.#printing = printing;
    this.#isBare = bare;
    this.#watermark = options.watermark ?? "";
    this.#part = { head: options, pages: 0 };
    this.#pdf = new Pdf({
      size: [this.width, this.height],
      margin: 0,
      pdfVersion: "1.7",
      subset: attachment ? "PDF/A-3b" : "PDF/A-2b",
      lang: "de",
      displayTitle: true,
      autoFirstPage: false,
      compress: false, // pages are compressed here, with a tenth of the memory
      font: "", // none of pdfkit's own
      info: {
        Title: new MetadataText(name) as string,
        Author: new MetadataText(printable(printing.provider)) as string,
        Creator: "Magazin",
        CreationDate: new Date(`${printing.day}T00:00:00Z`),
      },
    });
    if (attachment) {
      attach(this.#pdf, attachment, printing.day);
      this.#digest.update(attachment.bytes);
    }
    this.#faces = { regular: new EmbeddedFace(this.#pdf, "regular"), bold: new EmbeddedFace(this.#pdf, "bold") };
    this.nextPage();
  }

  /** The lower end of the frame, above what this page has reserved. */
  get bottom(): number {
    return this.#bottom - this.#reserved;
  }

  /** Keeps `height` points above the foot of this page free, for whoever draws there. */
  reserve(height: number): void {
    this.#reserved = height;
  }

  /** Says whether `height` points fit above the foot. */
  fits(height: number): boolean {
    return this.y + height <= this.bottom + 0.01;
  }

  /** Begins another page, its head drawn, `y` below it. */
  nextPage(): void {
    this.#flush();
    this.#pdf.addPage();
    const page = pageOf(this.#pdf);
    for (const face of Object.values(this.#faces)) page.fonts[face.id] = face.reference;
    this.#body = this.#pdf.ref({ Filter: "FlateDecode" });
    const contents = [page.content, this.#body];
    page.dictionary.data.Contents = contents;
    this.pages++;
    this.y = this.top;
    this.#reserved = 0;
    if (this.#isBare) return;
    const foot = this.#pdf.ref({}); // says how many pages there are, so it is written at the end
    this.#feet.push({ foot, page: ++this.#part.pages, of: this.#part });
    contents.push(foot);
    const { size, color } = watermark;
    this.text(this.width / 2, this.height * 0.6, this.#watermark, { size, color, weight: "bold", align: "center" });
    this.#drawHead();
  }

  /** Begins another paper in the same file: a head of its own, and pages that are counted from 1. */
  nextPart(head: PaperHead): void {
    this.#part = { head, pages: 0 };
    this.nextPage();
  }

  /** One line of text with its baseline at `y`, from, up to or around `x`. Not wrapped. */
  text(x: number, y: number, text: string, style: TextStyle = {}): void {
    this.#textAt(this.#texts, x, y, printable(text), style);
  }

  /**
   * Prose between `left` and `right` from `this.y` down, wrapped, going to the next page between two lines; `y` is below it then.
   * One call is one paragraph.
   */
  paragraph(text: string, style: Prose = {}): void {
    this.lines(this.wrapped(text, style), style);
  }

  /** The lines of a paragraph, to be drawn by `lines`. */
  wrapped(text: string, { left = this.left, right = this.right, size = sizes.prose, weight = "regular" }: Prose = {}) {
    return wrap(printable(text), faces[weight], size, right - left);
  }

  /**
   * Lines of prose as `wrapped` made them. The last two stand on one page with `below` points under them, so that what follows
   * there is never alone on its page.
   */
  lines(texts: readonly string[], { below = 0, ...style }: Prose & { readonly below?: number } = {}): void {
    const { left = this.left, size = sizes.prose } = style;
    const lineHeight = size * proseLine;
    for (const [index, line] of texts.entries()) {
      const end =
        below > 0 && index === Math.max(0, texts.length - 2) ? (texts.length - index - 1) * lineHeight + below : 0;
      if (!this.fits(lineHeight + end)) this.nextPage();
      this.text(left, this.y + size, line, { ...style, size });
      this.y += lineHeight;
    }
  }

  /** A straight line, `thickness` in points. */
  line(x1: number, y1: number, x2: number, y2: number, { thickness = 0.5, color = grey } = {}): void {
    this.#shapes.write(`${color} RG ${at(thickness)} w ${at(x1)} ${at(y1)} m ${at(x2)} ${at(y2)} l S\n`);
  }

  /** A filled rectangle. */
  fill(x: number, y: number, width: number, height: number, color = black): void {
    this.#shapes.write(`${color} rg ${at(x)} ${at(y)} ${at(width)} ${at(height)} re f\n`);
  }

  /**
   * A filled shape, its operators in units of its own: `width` and `height` are those of a unit, in points. What is drawn often
   * is written down once, and neighbouring parts meet exactly.
   */
  stamp(operators: string, x: number, y: number, [width, height]: readonly [number, number], color = black): void {
    this.#shapes.write(`q ${color} rg ${at(width, 1e5)} 0 0 ${at(height, 1e5)} ${at(x)} ${at(y)} cm\n`);
    this.#shapes.write(operators);
    this.#shapes.write("f Q\n");
  }

  /** An icon, `size` points wide and high, from its upper left corner. The file has it once. */
  icon(icon: PaperIcon, x: number, y: number, size: number, color: string): void {
    const drawing = this.#icons.get(icon) ?? this.#embed(icon);
    const name = `I${drawing.id}`;
    pageOf(this.#pdf).xobjects[name] = drawing;
    const scale = at(size / iconGrid, 1e5);
    this.#shapes.write(`q ${color} RG ${scale} 0 0 ${scale} ${at(x)} ${at(y)} cm /${name} Do Q\n`);
  }

  /** An empty rectangle with a border, its line inside. */
  frame(x: number, y: number, width: number, height: number, { thickness = 0.5, color = grey } = {}): void {
    const half = thickness / 2;
    const sides = `${at(x + half)} ${at(y + half)} ${at(width - thickness)} ${at(height - thickness)}`;
    this.#shapes.write(`${color} RG ${at(thickness)} w ${sides} re S\n`);
  }

  /** Says that there is nothing, in place of a table. */
  empty(): void {
    this.y += mm(6);
    this.paragraph(noData, { color: grey });
  }

  /** The finished file. */
  finish(): Buffer {
    this.#flush();
    for (const { foot, page, of } of this.#feet) foot.end(this.#foot(page, of.pages));
    this.#pdf.compress = true; // the fonts
    identify(this.#pdf, this.#digest.digest());
    this.#pdf.end();
    this.#drain();
    return Buffer.concat(this.#file);
  }

  #embed(icon: PaperIcon): PDFKit.PDFKitReference {
    const form = { Type: "XObject", Subtype: "Form", BBox: [0, 0, iconGrid, iconGrid], Resources: {} };
    const drawing = this.#pdf.ref(form);
    drawing.end(Buffer.from(`2 w 1 J 1 j\n${icon.operators}`, "latin1"));
    this.#icons.set(icon, drawing);
    return drawing;
  }

  #drawHead(): void {
    const { title, subtitle = "" } = this.#part.head;
    const baseline = margins.top + sizes.title * 0.8;
    this.text(this.left, baseline, title, { size: sizes.title, weight: "bold" });
    const provider = shorten(printable(this.#printing.provider), faces.regular, sizes.table, this.width / 3);
    this.text(this.right, baseline, provider, { size: sizes.table, color: grey, align: "right" });
    const start = this.left + faces.bold.width(title, sizes.title) + mm(4);
    const room = this.right - faces.regular.width(provider, sizes.table) - mm(6) - start;
    const size = sizes.prose;
    this.text(start, baseline, shorten(printable(subtitle), faces.regular, size, room), { size, color: grey });
    this.line(this.left, margins.top + mm(5.5), this.right, margins.top + mm(5.5), { thickness: 0.75, color: ink });
  }

  #foot(page: number, pages: number): Buffer {
    const foot = new Operators(256);
    const style = { size: sizes.table, color: grey };
    const baseline = this.height - margins.bottom;
    foot.write("BT\n");
    this.#textAt(foot, this.left, baseline, showDate(this.#printing.day), style);
    const count = `Seite ${page} von ${pages}`;
    this.#textAt(foot, this.right, baseline, count, { ...style, align: "right" });
    const { seal } = this.#printing;
    if (seal) {
      const text = `Siegel ${seal.number} vom ${showDate(seal.day)}: ${seal.hash}`;
      this.#textAt(foot, (this.left + this.right) / 2, baseline, text, {
        ...style,
        size: sizes.small,
        align: "center",
      });
    }
    foot.write("ET\n");
    return foot.bytes;
  }

  #textAt(operators: Operators, x: number, y: number, text: string, style: TextStyle): void {
    if (text === "") return;
    const { size = sizes.table, weight = "regular", color = ink, align = "left" } = style;
    const part = { left: 0, center: 0.5, right: 1 }[align];
    const start = part === 0 ? x : x - faces[weight].width(text, size) * part;
    const face = this.#faces[weight];
    // the page's own axis points upwards, so each text is turned back
    operators.write(`${color} rg /${face.id} ${at(size)} Tf 1 0 0 -1 ${at(start)} ${at(y)} Tm\n`);
    face.show(text, operators);
  }

  /** Finishes the page: all shapes, then all texts over them. */
  #flush(): void {
    if (!this.#body) return;
    const page = this.#shapes;
    page.write("BT\n");
    page.append(this.#texts.bytes);
    page.write("ET\n");
    this.#digest.update(page.bytes);
    this.#body.end(deflateSync(page.bytes, compression));
    this.#pdf.flushPages();
    this.#shapes.clear();
    this.#texts.clear();
    this.#drain();
  }

  /** Takes what pdfkit has finished, thousands of small pieces, as one. */
  #drain(): void {
    const piece: Buffer | null = this.#pdf.read();
    if (piece) this.#file.push(piece);
  }
}

/** A number as the file has it, to a hundredth of a point (4 micrometres); what many units are multiplied by more exactly. */
function at(length: number, parts = 100): string {
  return String(Math.round(length * parts) / parts);
}
