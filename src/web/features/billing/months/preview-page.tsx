import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide";
import { useState } from "react";
import { previewInvoice } from "#contract/calls/billing/billing.ts";
import { getTerms } from "#contract/calls/billing/terms.ts";
import type { Reply } from "#contract/route.ts";
import { storageModeText } from "#rules/billing/items.ts";
import { showMonth } from "#rules/months.ts";
import { showVat } from "#rules/billing/amount-texts.ts";
import { berlinDay } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { EntriesSection } from "./entries-section.tsx";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { Badge } from "#web/ui/page/badge.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { readBillingSearch, toMonth } from "./billing-search.ts";
import { MonthChoice } from "./month-choice.tsx";
import { warningsText } from "#rules/billing/billing-warnings.ts";
import { countingText, standingText } from "./month-texts.ts";
import { InvoiceLines } from "#web/features/billing/invoices/invoice-lines-section.tsx";
import { PayOut } from "./pay-out.tsx";
import { PreviewLink } from "./preview-link.tsx";
import { StorageDaysSection } from "./storage-days-section.tsx";

const EntryDialog = onDemand(async () => (await import("./entry-dialog.tsx")).EntryDialog);

const route = getRouteApi("/billing/$id");

type Preview = Reply<typeof previewInvoice>;

/** Shows what a customer owes for a month, and why: each line is opened to its days, or to the services. */
export default function PreviewPage() {
  const { id } = route.useParams();
  const [today] = useState(() => berlinDay(new Date()));
  const { month, thisMonth, item, page } = readBillingSearch(route.useSearch(), today);
  const [isAdding, setAdding] = useState(false);
  const query = useQuery({ ...queryFor(previewInvoice, { path: { id }, query: { month } }), staleTime: 0 }); // every scan may change it
  const above = <TextLink {...toMonth(month)}>Abrechnung {showMonth(month)}</TextLink>;
  return (
    <>
      <Detail
        query={query}
        title={({ customer }) => `Abrechnung ${showCustomer(customer)}`}
        head={(preview) => (
          <PageHead
            above={above}
            title={preview ? showCustomer(preview.customer) : "Abrechnung"}
            badge={<Badge tone="grey">Vorschau</Badge>}
            actions={
              <>
                <MonthChoice month={month} thisMonth={thisMonth} to={(other) => paths.bill(id, { month: other })} />
                {preview && <PayOut of={preview} />}
                {preview && (
                  <Button icon={Plus} onClick={() => setAdding(true)}>
                    Leistung eintragen
                  </Button>
                )}
              </>
            }
          />
        )}
        waiting={<Loading />}
        missing={<Missing above={above} text={refused.unknownCustomer.message} />}
      >
        {(preview) => (
          <>
            <Totals of={preview} />
            {preview.lines.length === 0 ? (
              <EmptyState text={`Im ${showMonth(month)} ist für diesen Kunden nichts zu berechnen.`} />
            ) : (
              <InvoiceLines
                lines={preview.lines}
                link={(line, content) => (
                  <PreviewLink customerId={id} month={month} isAlone={isAlone(preview)} line={line}>
                    {content}
                  </PreviewLink>
                )}
              />
            )}
            <StorageDaysSection days={preview.days} />
            <EntriesSection customerId={id} month={month} item={item} page={page} />
          </>
        )}
      </Detail>
      {isAdding && <EntryDialog customerId={id} month={month} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Says whether the preview is of the one month, and of nothing before it. */
const isAlone = ({ period_from, period_to, in_advance }: Preview) =>
  !in_advance && period_from.slice(0, 7) === period_to.slice(0, 7);

function Totals({ of }: { of: Preview }) {
  const { customer, month, net, vats, gross, warnings, problems, invoice } = of;
  const { data: terms } = useQuery(queryFor(getTerms, { path: { id: customer.id } }));
  return (
    <>
      <Facts>
        <Fact label="Netto">{showMoney(net)}</Fact>
        {vats.map((each) => (
          <Fact key={`${each.vat_category} ${each.vat_rate}`} label={`Umsatzsteuer ${showVat(each)}`}>
            {showMoney(each.vat)} <span className="text-muted">auf {showMoney(each.net)}</span>
          </Fact>
        ))}
        <Fact label="Brutto">
          <strong>{showMoney(gross)}</strong>
        </Fact>
        <Fact label="Preisliste">
          {terms?.price_list ? (
            <TextLink to="/billing/prices" search={{ list: terms.price_list.id }}>
              {terms.price_list.name}
            </TextLink>
          ) : (
            terms && <TextLink {...paths.customer(customer.id, { tab: "billing" })}>keine</TextLink>
          )}
        </Fact>
        <Fact label="Lagerung">{terms && storageModeText[terms.storage_mode]}</Fact>
        <Fact label="Rechnung">
          {invoice ? <TextLink {...paths.invoice(invoice.id)}>{invoice.number}</TextLink> : standingText(of, month)}
        </Fact>
        {problems.length > 0 && (
          <Fact label="Steht im Weg" wide>
            <span className="block">{problems.join(" ")}</span>
            <TextLink {...paths.customer(customer.id, { tab: "billing" })}>Abrechnung des Kunden</TextLink>
          </Fact>
        )}
        {warnings.length > 0 && (
          <Fact label="Hinweise" wide>
            {warningsText(warnings)}
          </Fact>
        )}
      </Facts>
      <p className="mt-3 max-w-prose text-muted">
        {countingText(of)} Zu jeder Position stehen weiter unten die Tage oder die einzelnen Leistungen.
      </p>
    </>
  );
}
