import { showBoxCode } from "#rules/stock/box-code.ts";
import type { Period } from "#rules/stock/period.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { ContentState } from "#rules/stock/content-state.ts";
import { showBoxes, showContents, showCount, showMetres, showYear } from "#rules/amounts.ts";
import { contentText } from "#rules/texts/blanked.ts";
import {
  type Customer,
  drawCustomerHead,
  type ListRange,
  customerHeading,
  listRangeText,
} from "#server/documents/paper/customer-head.ts";
import { periodLine } from "#server/documents/paper/period-line.ts";
import { Paper, type Printing } from "#server/documents/paper/page.ts";
import { showBoxState, showContent } from "#server/documents/paper/states.ts";
import { Table, totalHeight } from "#server/documents/paper/table.ts";

export interface ArchiveListData {
  readonly customer: Customer;
  /** The first and the last box number. */
  readonly range: ListRange;
  /** By code; `size` in millimetres. */
  readonly boxes: readonly {
    readonly code: string;
    readonly state: BoxState;
    readonly year: number | null;
    readonly destroyYear: number | null;
    readonly period: Period;
    /** Empty where it has none. */
    readonly costCentre: string;
    readonly size: number;
    /** Numbers that other people give to the box. */
    readonly numbers: readonly string[];
    readonly contents: readonly { readonly text: string; readonly state: ContentState }[];
  }[];
  /** `metres` are those of the boxes that hold a place. */
  readonly totals: { readonly boxes: number; readonly contents: number; readonly metres: number };
}

/** Every box of a customer with its contents (product 9). */
export function archiveList(data: ArchiveListData, printing: Printing): Buffer {
  const { customer, range, boxes, totals } = data;
  const paper = new Paper(printing, { title: "Archivliste", subtitle: customerHeading(customer) });
  drawCustomerHead(paper, customer, [
    ["Boxnummern", listRangeText(range)],
    ["Boxen", showCount(totals.boxes)],
    ["Inhalte", showCount(totals.contents)],
    ["Eingelagert", `${showMetres(totals.metres)} m`],
  ]);
  if (boxes.length === 0) paper.empty();
  else drawBoxes(paper, data);
  return paper.finish();
}

function drawBoxes(paper: Paper, { boxes, totals }: ArchiveListData): void {
  const table = new Table(paper, {
    code: { title: "Box", width: 26, weight: "bold" },
    state: { title: "Status", width: 39 },
    year: { title: "Jahr", width: 10, align: "right" },
    destroyYear: { title: "Vernichten", width: 16, align: "right" },
    size: { title: "mm", width: 12, align: "right" },
    content: { title: "Inhalt", width: "rest", hanging: true },
  });
  for (const [index, box] of boxes.entries()) {
    const code = showBoxCode(box.code);
    const contents = box.contents.map(({ text, state }) => showContent(contentText(text), state));
    const [first = "", ...others] = [
      ...periodLine(box.period),
      ...(box.costCentre === "" ? [] : [`Kostenstelle ${box.costCentre}`]),
      ...(box.numbers.length === 0 ? [] : [`Fremdnummer: ${box.numbers.join(", ")}`]),
      ...contents,
    ];
    const head = {
      code,
      state: showBoxState(box.state),
      year: showYear(box.year),
      destroyYear: showYear(box.destroyYear),
      size: String(box.size),
      content: first,
    };
    const below = index === boxes.length - 1 ? totalHeight : 0;
    table.group([head, ...others.map((content) => ({ content }))], { again: { code: `${code} (Fortsetzung)` }, below });
  }
  table.total({
    code: "Summe",
    state: showBoxes(totals.boxes),
    content: `${showContents(totals.contents)}, ${showMetres(totals.metres)} m eingelagert`,
  });
}
