import type { InvoiceLine } from "#contract/schemas/billing/billing.ts";
import { calculationText, showVat } from "#rules/billing/amount-texts.ts";
import { itemText } from "#rules/billing/items.ts";
import { addDays, showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

type LinesProps = { customerId: number; month: string; lines: readonly InvoiceLine[] };

/** What the invoice would say, by cost centre; a line leads to what it is made of. */
export function PreviewLines({ customerId, month, lines }: LinesProps) {
  const byCentre = lines.toSorted((a, b) => a.cost_centre.localeCompare(b.cost_centre, "de"));
  const hasCentres = byCentre.some(({ cost_centre }) => cost_centre !== "");
  return (
    <Section title="Positionen" total={lines.length}>
      <DataTable
        caption="Positionen"
        columns={columns}
        rows={byCentre}
        rowKey={(line) => byCentre.indexOf(line)}
        link={(line, content) =>
          isOpened(line) ? (
            <TextLink {...paths.bill(customerId, { month, item: line.item })} hash={partOf(line)} replace>
              {content}
            </TextLink>
          ) : (
            <>{content}</>
          )
        }
        groupHead={(line, before) =>
          hasCentres &&
          line.cost_centre !== before?.cost_centre &&
          (line.cost_centre === "" ? "Ohne Kostenstelle" : `Kostenstelle ${line.cost_centre}`)
        }
      />
    </Section>
  );
}

/** A fee of the month and what fills up to a minimum are made of nothing else. */
const isOpened = ({ item }: InvoiceLine) => item !== "account_fee" && item !== "minimum";
/** The part of the page that opens a line. */
const partOf = ({ item }: InvoiceLine) => (item === "storage" ? "storage" : "services");

const columns: readonly TableColumn<InvoiceLine>[] = [
  { key: "item", label: "Leistung", main: true, cell: ({ item }) => itemText[item] },
  { key: "text", label: "Text", grow: true, cell: ({ from, to, text }) => periodText(from, to) || text },
  {
    key: "calculation",
    label: "Rechnung",
    align: "right",
    cell: (line) => (
      <>
        {calculationText(line)} <span aria-hidden>=</span>
      </>
    ),
  },
  { key: "net", label: "Netto", align: "right", phone: "beside", cell: ({ net }) => showMoney(net) },
  { key: "vat", label: "Umsatzsteuer", cell: showVat },
];

const periodText = (from: string | null, to: string | null): string =>
  from !== null && to !== null ? `${showDate(from)} bis ${showDate(addDays(to, -1))}` : "";
