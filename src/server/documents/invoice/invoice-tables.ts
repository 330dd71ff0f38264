import type { InvoiceLine } from "#rules/billing/invoice-lines.ts";
import { showDecimal, showPrice } from "#rules/billing/amount-texts.ts";
import { rateText, serviceText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { unitText } from "#rules/billing/items.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { amountSum } from "#rules/billing/decimal.ts";
import { showMoney } from "#rules/money.ts";
import { mm, type Paper } from "#server/documents/paper/page.ts";
import { Table, totalHeight } from "#server/documents/paper/table.ts";

const lineUnit: Readonly<Record<InvoiceLine["unit"], string>> = {
  ...unitText,
  metre_day: "Metertag",
  box_day: "Boxtag",
  metre_month: "Metermonat",
  box_month: "Boxmonat",
};

/** A price is for as many of its unit as the month has days where storage is counted by the day. */
const priceOf = ({ price, base }: InvoiceLine) =>
  `${showPrice(price)}${base === 1 ? "" : ` je\u00a0${base}\u00a0Tage`}`;

const rateOf = ({ vat_category, vat_rate }: InvoiceLine) =>
  vat_category === "S" ? `${showDecimal(vat_rate, 0)}\u00a0%` : "0\u00a0%";

/** The lines in the order of the snapshot, as its e-invoice numbers them, those of a cost centre under its name. */
export function drawInvoiceLines(paper: Paper, { lines }: InvoiceSnapshot): void {
  const table = new Table(paper, {
    position: { title: "Pos.", width: 10, align: "right" },
    service: { title: "Leistung", width: "rest" },
    quantity: { title: "Menge", width: 20, align: "right" },
    unit: { title: "Einheit", width: 24 },
    price: { title: "Preis je Einheit", width: 24, align: "right" },
    rate: { title: "USt", width: 11, align: "right" },
    net: { title: "Netto", width: 24, align: "right" },
  });
  const isDivided = lines.some(({ cost_centre }) => cost_centre !== "");
  for (const [index, line] of lines.entries()) {
    const { cost_centre } = line;
    if (isDivided && cost_centre !== lines[index - 1]?.cost_centre)
      table.section(cost_centre === "" ? "Ohne Kostenstelle" : `Kostenstelle ${cost_centre}`);
    table.group([cellsOf(line, index + 1)]);
  }
}

function cellsOf(line: InvoiceLine, position: number) {
  const { unit, quantity, net } = line;
  return {
    position: String(position),
    service: serviceText(line),
    quantity: showDecimal(quantity, unit.startsWith("metre") ? 3 : 0),
    unit: lineUnit[unit],
    price: priceOf(line),
    rate: rateOf(line),
    net: showMoney(net),
  };
}

/** Draws what is charged at each rate and the tax on it, then what is owed in all; on one page. */
export function drawSums(paper: Paper, snapshot: InvoiceSnapshot): void {
  const { kind, vats, ...sums } = snapshot;
  paper.y += mm(6);
  if (!paper.fits((vats.length + 3) * totalHeight)) paper.nextPage();
  const table = new Table(paper, {
    rate: { title: "Umsatzsteuer", width: "rest" },
    net: { title: "Netto", width: 28, align: "right" },
    vat: { title: "Steuer", width: 28, align: "right" },
    gross: { title: "Brutto", width: 30, align: "right" },
  });
  const amounts = (net: string, vat: string, gross: string) => ({
    net: showMoney(net),
    vat: showMoney(vat),
    gross: showMoney(gross),
  });
  for (const each of vats)
    table.group([{ rate: rateText(each, snapshot), ...amounts(each.net, each.vat, amountSum([each.net, each.vat])) }]);
  table.total({
    rate: kind === 380 ? "Rechnungsbetrag" : "Stornierter Betrag",
    ...amounts(sums.net, sums.vat, sums.gross),
  });
}
