import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
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
import { isUnderWay, type Sendable, SendingActions } from "./sending-actions.tsx";
import { sendingPause, sendingText } from "./invoice-texts.tsx";
import type { RunResult } from "./use-run.ts";

type Issued = RunResult & { invoice: Sendable & Pick<Invoice, "gross"> };
type Failed = RunResult & { error: Error };
interface RunOutcome {
  readonly issued: readonly Issued[];
  readonly failed: readonly Failed[];
}

export const noOutcome: RunOutcome = { issued: [], failed: [] };

/** Returns the results of a run, once it is over with how the invoices have gone out. */
export function useRunOutcome(month: string, results: readonly RunResult[], isRunning: boolean): RunOutcome {
  const sent = useSent(month, !isRunning && results.length > 0);
  return {
    issued: results
      .filter((result): result is Issued => result.invoice !== undefined)
      .map((result) => ({ ...result, invoice: { ...result.invoice, ...sent.get(result.invoice.id) } })),
    failed: results.filter((result): result is Failed => result.error !== undefined),
  };
}

/** Says how a run ended, and offers what comes next: its invoices go out. */
export function RunEnd({ of: { issued, failed } }: { of: RunOutcome }) {
  const hasResults = issued.length + failed.length > 0;
  return (
    <div className={clsx(hasResults && "mb-3 rounded-md bg-accent-soft px-3 py-2")}>
      <p role="status" className={clsx("tabular-nums", issued.length > 0 && "mb-2")}>
        {hasResults && <span>{endText({ issued, failed })}</span>}
        {issued.some(({ invoice }) => !isUnderWay(invoice)) && <span> Und jetzt: versenden.</span>}
      </p>
      {issued.length > 0 && <SendingActions invoices={issued.map(({ invoice }) => invoice)} />}
    </div>
  );
}

function endText({ issued, failed }: RunOutcome): string {
  const left = failed.length > 0 ? `, ${failed.length.toLocaleString("de-DE")} nicht` : "";
  return `${showThings(issued.length, "Rechnung", "Rechnungen")} ausgestellt${left}.`;
}

/** Lists the issued invoices with their numbers, and those not issued with the reason. */
export function RunReceipt({ of: { issued, failed } }: { of: RunOutcome }) {
  return (
    <>
      {failed.length > 0 && (
        <Section title="Nicht ausgestellt" total={failed.length}>
          <p className="mb-2 text-muted">Sie bleiben oben angehakt und lassen sich noch einmal versuchen.</p>
          <DataTable caption="Nicht ausgestellt" columns={[customer, reason]} rows={failed} rowKey={keyOf} />
        </Section>
      )}
      {issued.length > 0 && (
        <Section title="Ausgestellt" total={issued.length}>
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
