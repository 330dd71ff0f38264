import type { ReactElement, ReactNode } from "react";
import type { InvoiceLine } from "#contract/schemas/billing/billing.ts";
import { calculationText, showVat } from "#rules/billing/amount-texts.ts";
import { serviceText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { showMoney } from "#rules/money.ts";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

type InvoiceLinesProps<Line> = {
  lines: readonly Line[];
  /** Wraps what a line is for in a link to what it is made of. */
  link: (line: Line, content: ReactNode) => ReactElement;
};

/** The lines in their order, those of a cost centre under its name. */
export function InvoiceLines<Line extends InvoiceLine>({ lines, link }: InvoiceLinesProps<Line>) {
  const isDivided = lines.some(({ cost_centre }) => cost_centre !== "");
  return (
    <Section title="Positionen" total={lines.length}>
      <DataTable
        caption="Positionen"
        columns={columns}
        rows={lines}
        rowKey={(line) => lines.indexOf(line)}
        link={link}
        groupHead={(line, before) =>
          isDivided &&
          line.cost_centre !== before?.cost_centre &&
          (line.cost_centre === "" ? "Ohne Kostenstelle" : `Kostenstelle ${line.cost_centre}`)
        }
      />
    </Section>
  );
}

const columns: readonly TableColumn<InvoiceLine>[] = [
  {
    key: "service",
    label: "Leistung",
    main: true,
    grow: true,
    cell: (line) => <span className="whitespace-normal">{serviceText(line)}</span>,
  },
  { key: "calculation", label: "Rechnung", align: "right", cell: calculationText },
  { key: "vat", label: "Umsatzsteuer", cell: showVat },
  { key: "net", label: "Netto", align: "right", phone: "beside", cell: ({ net }) => showMoney(net) },
];
