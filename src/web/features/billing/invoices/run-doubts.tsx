import type { LinkProps } from "@tanstack/react-router";
import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import { type BillingWarning, warningText } from "#rules/billing/billing-warnings.ts";
import { showMoney } from "#rules/money.ts";
import { showMonth } from "#rules/months.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

/** A point to look at before a customer is billed. */
interface Doubt {
  readonly of: BilledCustomer;
  readonly warning: BillingWarning;
}

/** Returns the points to look at, customer by customer. */
export const doubtsOf = (customers: readonly BilledCustomer[]): Doubt[] =>
  customers.flatMap((of) => of.warnings.map((warning) => ({ of, warning })));

/** Says what is doubted, with the figures or the month. */
function textOf({ of: { net, before, open_month: open }, warning }: Doubt): string {
  if (warning === "much_more") return `über 30\u00a0% mehr: ${showMoney(net)} statt ${showMoney(before)}`;
  return warning === "months_open" && open ? `${showMonth(open)} ist noch offen` : warningText[warning];
}

/** Returns where that is looked at: the customer's prices, the lines of the invoice, or the month that is open. */
function placeOf({ of: { customer, open_month: open }, warning }: Doubt, month: string): LinkProps {
  if (warning === "no_price") return paths.customer(customer.id, { tab: "billing" });
  return warning === "months_open" && open ? paths.billingRun({ month: open }) : paths.bill(customer.id, { month });
}

const columns: readonly TableColumn<Doubt>[] = [
  { key: "customer", label: "Kunde", cell: ({ of }) => showCustomer(of.customer) },
  { key: "doubt", label: "Hinweis", main: true, grow: true, cell: textOf },
];

/** Lists the points to look at before a month is billed; each opens what it is about. */
export function RunDoubts({ of, month }: { of: readonly Doubt[]; month: string }) {
  if (of.length === 0) return null;
  return (
    <Section title="Hinweise" total={of.length}>
      <DataTable
        caption="Hinweise"
        columns={columns}
        rows={of}
        rowKey={({ of: { customer }, warning }) => `${customer.id} ${warning}`}
        link={(doubt, content) => <TextLink {...placeOf(doubt, month)}>{content}</TextLink>}
      />
    </Section>
  );
}
