import { showBoxCode } from "#rules/stock/box-code.ts";
import type { Period } from "#rules/stock/period.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import { showBoxes, showCount, showMetres, showYear } from "#rules/amounts.ts";
import {
  type Customer,
  drawCustomerHead,
  type ListRange,
  customerHeading,
  listRangeText,
} from "#server/documents/paper/customer-head.ts";
import { periodLine } from "#server/documents/paper/period-line.ts";
import { Paper, type Printing } from "#server/documents/paper/page.ts";
import { showBoxState } from "#server/documents/paper/states.ts";
import { Table, totalHeight } from "#server/documents/paper/table.ts";

export interface BoxesOverviewData {
  readonly customer: Customer;
  /** The first and the last box number. */
  readonly range: ListRange;
  /** By code; `metres` null where the box holds no place. */
  readonly boxes: readonly {
    readonly code: string;
    readonly state: BoxState;
    readonly contents: number;
    readonly images: number;
    readonly year: number | null;
    readonly destroyYear: number | null;
    readonly period: Period;
    /** Empty where it has none. */
    readonly costCentre: string;
    readonly metres: number | null;
  }[];
  readonly totals: {
    readonly boxes: number;
    readonly contents: number;
    readonly images: number;
    readonly metres: number;
  };
}

/** A customer's boxes, a line each (product 9). */
export function boxesOverview(data: BoxesOverviewData, printing: Printing): Buffer {
  const { customer, range, boxes, totals } = data;
  const paper = new Paper(printing, { title: "Boxenübersicht", subtitle: customerHeading(customer) });
  drawCustomerHead(paper, customer, [
    ["Boxnummern", listRangeText(range)],
    ["Boxen", showCount(totals.boxes)],
    ["Eingelagert", `${showMetres(totals.metres)} m`],
  ]);
  if (boxes.length === 0) paper.empty();
  else drawBoxes(paper, data);
  return paper.finish();
}

function drawBoxes(paper: Paper, { boxes, totals }: BoxesOverviewData): void {
  const table = new Table(paper, {
    code: { title: "Box", width: 26, weight: "bold" },
    state: { title: "Status", width: "rest" },
    contents: { title: "Inhalte", width: 20, align: "right" },
    images: { title: "Bilder", width: 20, align: "right" },
    year: { title: "Jahr", width: 18, align: "right" },
    destroyYear: { title: "Vernichten", width: 22, align: "right" },
    metres: { title: "Laufende Meter", width: 30, align: "right" },
  });
  for (const [index, box] of boxes.entries()) {
    const line = {
      code: showBoxCode(box.code),
      state: showBoxState(box.state),
      contents: showCount(box.contents),
      images: showCount(box.images),
      year: showYear(box.year),
      destroyYear: showYear(box.destroyYear),
      metres: box.metres === null ? "" : showMetres(box.metres),
    };
    const costCentre = box.costCentre === "" ? [] : [{ state: `Kostenstelle ${box.costCentre}` }];
    const period = periodLine(box.period).map((state) => ({ state }));
    table.group([line, ...period, ...costCentre], { below: index === boxes.length - 1 ? totalHeight : 0 });
  }
  table.total({
    code: "Summe",
    state: showBoxes(totals.boxes),
    contents: showCount(totals.contents),
    images: showCount(totals.images),
    metres: showMetres(totals.metres),
  });
}
