import { showBoxes, showMetres } from "#rules/amounts.ts";
import { calculationText } from "#rules/billing/amount-texts.ts";
import { lineNet } from "#rules/billing/decimal.ts";
import { type BilledItem, type BilledUnit, itemText } from "#rules/billing/items.ts";
import { showDate } from "#rules/dates.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showMoney } from "#rules/money.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { type Customer, drawCustomerHead, customerHeading } from "#server/documents/paper/customer-head.ts";
import { mm as millimetres, Paper, type Printing } from "#server/documents/paper/page.ts";
import { Table } from "#server/documents/paper/table.ts";

/** Stock in the store, in mm and boxes. */
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
  /** Each service and trip that the invoice took, by day; amounts in euro. */
  readonly services: readonly AnnexService[];
}

interface AnnexService {
  readonly day: string;
  readonly item: BilledItem;
  readonly text: string;
  readonly quantity: string;
  readonly unit: BilledUnit;
  readonly price: string;
  readonly box: { readonly code: string } | null;
  readonly delivery: { readonly code: number } | null;
}

const mmInMetre = 1000;
const metres = (mm: number): string => `${showMetres(mm / mmInMetre)} m`;
const stockText = ({ mm, boxes }: Stock): string => `${showBoxes(boxes)}, ${metres(mm)}`;
const stepText = (step: number): string => {
  if (step === 0) return "Größe geändert";
  return step > 0 ? "eingelagert" : "ausgelagert";
};

/** The annex of an invoice: which boxes came and went on which day, what stood in the store then, and each service and trip. */
export function boxMovements(data: BoxMovementsData, printing: Printing): Buffer {
  const { customer, number, from, to, before, days, services } = data;
  const paper = new Paper(printing, { title: "Boxenbewegungen", subtitle: `${number} · ${customerHeading(customer)}` });
  drawCustomerHead(paper, customer, [
    ["Anlage zu", number],
    ["Zeitraum", `${showDate(from)} bis ${showDate(to)}`],
    ["Bestand vorher", stockText(before)],
    ["Bestand danach", stockText(days.at(-1) ?? before)],
  ]);
  if (days.length + services.length === 0) paper.empty();
  if (days.length > 0) drawDays(paper, days);
  if (services.length > 0) drawServices(paper, services);
  return paper.finish();
}

const ofText = ({ box, delivery }: AnnexService): string => {
  if (box) return showBoxCode(box.code);
  return delivery ? `Lieferung ${showDeliveryCode(delivery.code)}` : "";
};

function drawServices(paper: Paper, services: readonly AnnexService[]): void {
  paper.y += millimetres(6);
  const table = new Table(paper, {
    day: { title: "Tag", width: 20 },
    service: { title: "Leistung", width: "rest" },
    of: { title: "Box, Lieferung", width: 30 },
    calculation: { title: "Menge × Preis", width: 38, align: "right" },
    net: { title: "Netto", width: 22, align: "right" },
  });
  for (const service of services) {
    const { day, item, text, quantity, price } = service;
    table.group([
      {
        day: showDate(day),
        service: text === "" ? itemText[item] : `${itemText[item]}: ${text}`,
        of: ofText(service),
        calculation: calculationText({ ...service, base: 1 }),
        net: showMoney(lineNet(quantity, price, 1)),
      },
    ]);
  }
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
