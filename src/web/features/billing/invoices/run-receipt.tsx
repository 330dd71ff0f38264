import { useQuery } from "@tanstack/react-query";
import { listInvoices } from "#contract/calls/billing/invoices.ts";
import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { showThings } from "#rules/amounts.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { showMoney } from "#rules/money.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { type Sendable, SendingActions } from "./sending-actions.tsx";
import { sendingPause, sendingText } from "./invoice-texts.tsx";
import type { RunResult } from "./use-run.ts";

type Issued = RunResult & { invoice: Sendable & Pick<Invoice, "gross"> };
type RunReceiptProps = { month: string; results: readonly RunResult[]; isRunning: boolean };
type Failed = RunResult & { error: Error };

/** Lists the issued invoices with their numbers, and those not issued with the reason. */
export function RunReceipt({ month, results, isRunning }: RunReceiptProps) {
  const sent = useSent(month, !isRunning && results.length > 0);
  const issued = results
    .filter((result): result is Issued => result.invoice !== undefined)
    .map((result) => ({ ...result, invoice: { ...result.invoice, ...sent.get(result.invoice.id) } }));
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
            columns={[number, customer, gross, sending]}
            rows={issued}
            rowKey={keyOf}
            link={({ invoice }, content) => <TextLink {...paths.invoice(invoice.id)}>{content}</TextLink>}
          />
        </Section>
      )}
    </>
  );
}

/** Returns how the invoices of a month have gone out, by their ids. */
function useSent(month: string, enabled: boolean): ReadonlyMap<number, Invoice> {
  const { data } = useQuery({
    ...queryFor(listInvoices, { query: { month, limit: maxPageSize } }),
    enabled,
    refetchInterval: ({ state }) => sendingPause(state.data?.results),
  });
  return new Map(data?.results.map((invoice) => [invoice.id, invoice]));
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
const sending: TableColumn<Issued> = {
  key: "sending",
  label: "Versand",
  cell: ({ invoice }) => sendingText(invoice) || (invoice.mail?.agreed ?? "keine E-Mail vereinbart"),
};
