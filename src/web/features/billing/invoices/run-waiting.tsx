import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import { showMoney } from "#rules/money.ts";
import { showMonth } from "#rules/months.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";

/** Why a customer is not billed with a month; nothing where they can be. */
export function reasonToWait({ billed_with, is_due, gross }: BilledCustomer, month: string): string {
  if (billed_with !== null) return `wird mit ${showMonth(billed_with)} abgerechnet`;
  if (!is_due) return `wird abgerechnet, wenn der ${showMonth(month)} vorbei ist`;
  if (gross.startsWith("-"))
    return `Guthaben von ${showMoney(gross.slice(1))}, wird mit der nächsten Rechnung verrechnet`;
  return "";
}

/** Who is left out of the month, and why. */
export function WaitingCustomers({ of, month }: { of: readonly BilledCustomer[]; month: string }) {
  const waiting = of.filter((each) => reasonToWait(each, month) !== "");
  if (waiting.length === 0) return null;
  return (
    <Section title="Nicht mit diesem Monat" total={waiting.length}>
      <DataTable
        caption="Nicht mit diesem Monat"
        columns={[
          { key: "customer", label: "Kunde", main: true, cell: ({ customer }) => showCustomer(customer) },
          {
            key: "reason",
            label: "Grund",
            grow: true,
            cell: (each) => <span className="whitespace-normal">{reasonToWait(each, month)}</span>,
          },
        ]}
        rows={waiting}
        rowKey={({ customer }) => customer.id}
        link={({ customer }, content) => <TextLink {...paths.bill(customer.id, { month })}>{content}</TextLink>}
      />
    </Section>
  );
}
