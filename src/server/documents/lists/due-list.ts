import { showBoxes, showCount, showMetres } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import type { RetentionRule } from "#rules/destruction/retention/catalogue.ts";
import { type DueKind, dueKindText, reasonOf } from "#rules/destruction/retention/due-boxes.ts";
import { type Customer, drawCustomerHead, customerHeading } from "#server/documents/paper/customer-head.ts";
import { Paper, type Printing } from "#server/documents/paper/page.ts";
import { Table, totalHeight } from "#server/documents/paper/table.ts";

/** Class of a paper, and the day from which it is kept; null where the paper says nothing itself. */
interface Part {
  readonly class: number | null;
  readonly from: string | null;
}

export interface DueListData {
  readonly customer: Customer;
  readonly year: number;
  /** True where other law counts: for banks, insurers and securities firms. */
  readonly finance: boolean;
  /** The classes that the boxes may be of, with what the law says of each. */
  readonly law: readonly { readonly id: number; readonly name: string; readonly rules: readonly RetentionRule[] }[];
  /** By code; `contents` their texts, `parts` the contents that say something of their own. */
  readonly boxes: readonly {
    readonly code: string;
    readonly contents: readonly string[];
    readonly own: Part;
    readonly parts: readonly Part[];
    readonly until: string | null;
    readonly untilReason: string | null;
    readonly ends: string | null;
    readonly kind: DueKind;
    /** The year of destruction that was set. */
    readonly destroyYear: number | null;
    /** Why it is held. */
    readonly held: string | null;
  }[];
  readonly totals: { readonly boxes: number; readonly metres: number };
}
type DueBox = DueListData["boxes"][number];

/** Draws the list of a customer's boxes that may be destroyed in a year, and why. Each box has the day until which it had to be kept. */
export function dueList(data: DueListData, printing: Printing): Buffer {
  const { customer, boxes, totals, year } = data;
  const paper = new Paper(printing, { title: `Fälligkeitsliste ${year}`, subtitle: customerHeading(customer) });
  const free = boxes.filter(({ kind }) => kind === "due").length;
  drawCustomerHead(paper, customer, [
    ["Aufbewahrung zu Ende", `vor dem 01.01.${year}`],
    ["Boxen", showCount(totals.boxes)],
    ["davon fällig", showCount(free)],
    ["Laufende Meter", `${showMetres(totals.metres)} m`],
  ]);
  if (boxes.length === 0) paper.empty();
  else drawBoxes(paper, data);
  return paper.finish();
}

function standingOf({ kind, held, destroyYear }: DueBox): string {
  if (held !== null) return `gesperrt: ${held}`;
  return kind === "later" ? `ab ${destroyYear}` : dueKindText[kind];
}

function drawBoxes(paper: Paper, data: DueListData): void {
  const { boxes, totals } = data;
  const table = new Table(paper, {
    code: { title: "Box", width: 25, weight: "bold" },
    content: { title: "Inhalt", width: "rest", hanging: true },
    begins: { title: "Beginn", width: 20, align: "right" },
    ends: { title: "Frist bis", width: 20, align: "right" },
    reason: { title: "Grund der Frist", width: 50 },
    kind: { title: "Stand", width: 25 },
  });
  const sentence = sentences(data);
  for (const [index, box] of boxes.entries()) {
    const code = showBoxCode(box.code);
    const [first = "", ...others] = box.contents;
    const head = {
      code,
      content: first,
      begins: box.own.from === null ? "" : showDate(box.own.from),
      ends: box.ends === null ? "" : showDate(box.ends),
      reason: sentence(box),
      kind: standingOf(box),
    };
    const below = index === boxes.length - 1 ? totalHeight : 0;
    table.group([head, ...others.map((content) => ({ content }))], { again: { code: `${code} (Fortsetzung)` }, below });
  }
  table.total({ code: "Summe", content: `${showBoxes(totals.boxes)}, ${showMetres(totals.metres)} m` });
}

/** Class and term of a box in a sentence. */
function sentences({ law, finance }: DueListData) {
  const classes = new Map(law.map((each) => [each.id, each]));
  return ({ own, parts, until, untilReason, destroyYear: year }: DueBox): string => {
    const partTexts = [own, ...parts].map((part) => {
      const ownClass = part.class ?? own.class;
      return { rules: ownClass === null ? null : (classes.get(ownClass)?.rules ?? null), from: part.from ?? own.from };
    });
    const override = until === null ? null : { until, reason: untilReason ?? "" };
    const name = own.class === null ? undefined : classes.get(own.class)?.name;
    return [name, reasonOf({ parts: partTexts, override, year }, finance)].filter(Boolean).join(": ");
  };
}
