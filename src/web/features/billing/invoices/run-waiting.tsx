import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import { showThings } from "#rules/amounts.ts";
import { showMonth } from "#rules/months.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

/** Says whether an invoice waits for the month to be over, as most do while it is under way. */
const isUnderWay = ({ billed_with, is_due }: BilledCustomer) => billed_with === null && !is_due;

/** Says whether a customer can be billed with a month. */
export const isBillable = ({ billed_with, is_due, problems }: BilledCustomer): boolean =>
  billed_with === null && is_due && problems.length === 0;

const reasonOf = ({ billed_with, problems }: BilledCustomer): string =>
  billed_with === null ? problems.join(" ") : `wird mit ${showMonth(billed_with)} abgerechnet`;

/** The customers left out of the billed month, with the reasons. */
export function WaitingCustomers({ of, month }: { of: readonly BilledCustomer[]; month: string }) {
  const underWay = of.filter(isUnderWay).length;
  const others = of.filter((each) => !isBillable(each) && !isUnderWay(each));
  return (
    <>
      {underWay > 0 && (
        <p className="mt-6 text-muted">
          {showThings(underWay, "Kunde wird", "Kunden werden")} abgerechnet, wenn der {showMonth(month)} vorbei ist.
        </p>
      )}
      {others.length > 0 && (
        <Section title="Noch nicht abzurechnen" total={others.length}>
          <DataTable
            caption="Noch nicht abzurechnen"
            columns={columns}
            rows={others}
            rowKey={({ customer }) => customer.id}
            link={({ customer }, content) => <TextLink {...paths.bill(customer.id, { month })}>{content}</TextLink>}
          />
        </Section>
      )}
    </>
  );
}

const columns: readonly TableColumn<BilledCustomer>[] = [
  {
    key: "customer",
    label: "Kunde",
    main: true,
    cell: ({ customer }) => <span className="whitespace-normal">{showCustomer(customer)}</span>,
  },
  {
    key: "reason",
    label: "Grund",
    grow: true,
    cell: (each) => <span className="whitespace-normal">{reasonOf(each)}</span>,
  },
];
