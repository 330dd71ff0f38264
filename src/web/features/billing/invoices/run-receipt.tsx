import { showThings } from "#rules/amounts.ts";
import { showMoney } from "#rules/money.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { SendingActions } from "./sending-actions.tsx";
import type { RunResult } from "./use-run.ts";

type Issued = RunResult & { invoice: object };
type Failed = RunResult & { error: Error };

/** What was issued, with its number, and what was not, with the reason. */
export function RunReceipt({ results, isRunning }: { results: readonly RunResult[]; isRunning: boolean }) {
  const issued = results.filter((result): result is Issued => result.invoice !== undefined);
  const failed = results.filter((result): result is Failed => result.error !== undefined);
  const left = failed.length > 0 && `, ${failed.length.toLocaleString("de-DE")} nicht`;
  return (
    <>
      <p role="status" className="mt-6 tabular-nums">
        {results.length > 0 && `${showThings(issued.length, "Rechnung", "Rechnungen")} ausgestellt${left || ""}.`}
      </p>
      {failed.length > 0 && (
        <Section title="Nicht ausgestellt" total={failed.length}>
          <p className="mb-2 text-muted">Sie bleiben oben angehakt und lassen sich noch einmal versuchen.</p>
          <DataTable caption="Nicht ausgestellt" columns={[customer, reason]} rows={failed} rowKey={keyOf} />
        </Section>
      )}
      {issued.length > 0 && (
        <Section title="Ausgestellt" total={issued.length}>
          {!isRunning && <SendingActions invoices={issued.map(({ invoice }) => invoice)} />}
          <DataTable
            caption="Ausgestellt"
            columns={[number, customer, gross, address]}
            rows={issued}
            rowKey={keyOf}
            link={({ invoice }, content) => <TextLink {...paths.invoice(invoice.id)}>{content}</TextLink>}
          />
        </Section>
      )}
    </>
  );
}

const keyOf = (result: RunResult) => result.customer.id;

const customer: TableColumn<RunResult> = {
  key: "customer",
  label: "Kunde",
  cell: (one) => <span className="whitespace-normal">{showCustomer(one.customer)}</span>,
};
const reason: TableColumn<Failed> = {
  key: "reason",
  label: "Grund",
  grow: true,
  cell: ({ error }) => <span className="whitespace-normal text-danger">{error.message}</span>,
};
const number: TableColumn<Issued> = {
  key: "number",
  label: "Nummer",
  main: true,
  cell: ({ invoice }) => invoice.number,
};
const gross: TableColumn<Issued> = {
  key: "gross",
  label: "Brutto",
  align: "right",
  cell: ({ invoice }) => showMoney(invoice.gross),
};
const address: TableColumn<Issued> = {
  key: "address",
  label: "E-Mail",
  cell: ({ invoice }) => invoice.mail?.agreed ?? <span className="text-muted">keine vereinbart</span>,
};
