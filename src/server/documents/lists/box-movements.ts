import { showBoxes, showMetres } from "#rules/amounts.ts";
import { showDate } from "#rules/dates.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { type Customer, drawCustomerHead, customerHeading } from "#server/documents/paper/customer-head.ts";
import { Paper, type Printing } from "#server/documents/paper/page.ts";
import { Table } from "#server/documents/paper/table.ts";

/** How much stood in the store, in mm and boxes. */
interface Stock {
  readonly mm: number;
  readonly boxes: number;
}

export interface BoxMovementsData {
  readonly customer: Customer;
  /** The invoice that it belongs to. */
  readonly number: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** At the end of the day before the first one. */
  readonly before: Stock;
  /** The days on which something came, went or was measured anew, with the stock at their ends. `step`: 1 came, -1 went, 0 stayed. */
  readonly days: readonly (Stock & {
    readonly day: string;
    readonly moves: readonly { readonly code: string; readonly step: number; readonly mm: number }[];
  })[];
}

const mmInMetre = 1000;
const metres = (mm: number): string => `${showMetres(mm / mmInMetre)} m`;
const stockText = ({ mm, boxes }: Stock): string => `${showBoxes(boxes)}, ${metres(mm)}`;
const stepText = (step: number): string => {
  if (step === 0) return "Größe geändert";
  return step > 0 ? "eingelagert" : "ausgelagert";
};

/** The annex of an invoice: which boxes came and went on which day, and what stood in the store then. */
export function boxMovements(data: BoxMovementsData, printing: Printing): Buffer {
  const { customer, number, from, to, before, days } = data;
  const paper = new Paper(printing, { title: "Boxenbewegungen", subtitle: `${number} · ${customerHeading(customer)}` });
  drawCustomerHead(paper, customer, [
    ["Anlage zu", number],
    ["Zeitraum", `${showDate(from)} bis ${showDate(to)}`],
    ["Bestand vorher", stockText(before)],
    ["Bestand danach", stockText(days.at(-1) ?? before)],
  ]);
  if (days.length === 0) paper.empty();
  else drawDays(paper, days);
  return paper.finish();
}

function drawDays(paper: Paper, days: BoxMovementsData["days"]): void {
  const table = new Table(paper, {
    code: { title: "Box", width: 40, weight: "bold" },
    step: { title: "Bewegung", width: "rest" },
    metres: { title: "Laufende Meter", width: 30, align: "right" },
  });
  for (const { day, moves, ...stock } of days) {
    table.section(`${showWeekday(day)}, am Ende des Tages ${stockText(stock)}`);
    for (const { code, step, mm } of moves)
      table.group([{ code: showBoxCode(code), step: stepText(step), metres: `${mm > 0 ? "+" : ""}${metres(mm)}` }]);
  }
}
