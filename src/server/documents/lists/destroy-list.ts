import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { showDayAndTime } from "#rules/times.ts";
import { showBoxes, showContents, showCount, showYear } from "#rules/amounts.ts";
import { contentText } from "#rules/texts/blanked.ts";
import {
  type Customer,
  drawCustomerHead,
  type ListRange,
  customerHeading,
  listRangeText,
} from "#server/documents/paper/customer-head.ts";
import { Paper, type Printing } from "#server/documents/paper/page.ts";
import { Table, totalHeight } from "#server/documents/paper/table.ts";

export interface DestroyListData {
  readonly customer: Customer;
  /** Range of days, `YYYY-MM-DD` in Berlin, both included. */
  readonly range: ListRange;
  /** The instant of the collective destruction whose boxes these are, whatever the range; null where it is about days. */
  readonly at: string | null;
  /** By day of destruction (`YYYY-MM-DD` in Berlin), then by code; `contents` their texts. */
  readonly boxes: readonly {
    readonly code: string;
    readonly contents: readonly string[];
    readonly year: number | null;
    readonly destroyYear: number | null;
    readonly destroyed: string;
  }[];
  readonly totals: { readonly boxes: number; readonly contents: number };
}

/** A customer's destroyed boxes with what was in them (product 9). */
export function destroyList(data: DestroyListData, printing: Printing): Buffer {
  const { customer, boxes, totals } = data;
  const paper = new Paper(printing, { title: "Vernichtungsliste", subtitle: customerHeading(customer) });
  drawCustomerHead(paper, customer, [
    whenOf(data),
    ["Boxen", showCount(totals.boxes)],
    ["Inhalte", showCount(totals.contents)],
  ]);
  if (boxes.length === 0) paper.empty();
  else drawBoxes(paper, data);
  return paper.finish();
}

function whenOf({ at, range: { from, to } }: DestroyListData) {
  if (at === null)
    return ["Vernichtet am", listRangeText({ from: from && showDate(from), to: to && showDate(to) })] as const;
  return ["Sammelvernichtung", showDayAndTime(at)] as const;
}

function drawBoxes(paper: Paper, { boxes, totals }: DestroyListData): void {
  const table = new Table(paper, {
    destroyed: { title: "Vernichtet am", width: 22 },
    code: { title: "Box", width: 26, weight: "bold" },
    year: { title: "Jahr", width: 10, align: "right" },
    destroyYear: { title: "Vernichten", width: 17, align: "right" },
    content: { title: "Inhalt", width: "rest", hanging: true },
  });
  for (const [index, box] of boxes.entries()) {
    const code = showBoxCode(box.code);
    const [first = "", ...others] = box.contents.map(contentText);
    const head = {
      destroyed: showDate(box.destroyed),
      code,
      year: showYear(box.year),
      destroyYear: showYear(box.destroyYear),
      content: first,
    };
    const below = index === boxes.length - 1 ? totalHeight : 0;
    table.group([head, ...others.map((content) => ({ content }))], { again: { code: `${code} (Fortsetzung)` }, below });
  }
  table.total({ destroyed: "Summe", code: showBoxes(totals.boxes), content: showContents(totals.contents) });
}
