import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listPriceLists } from "#contract/calls/billing/price-lists.ts";
import { getTerms } from "#contract/calls/billing/terms.ts";
import { berlinDay } from "#rules/dates.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { CustomerInvoicesSection } from "#web/features/billing/invoices/customer-invoices-section.tsx";
import { TermsForm } from "./terms-form.tsx";

/** Shows the agreement with a customer on prices, the link to this month's costs so far, and the latest invoices. */
export function TermsSection({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(queryFor(getTerms, { path: { id: customerId } }));
  const { data: lists } = useQuery(queryFor(listPriceLists));
  const [month] = useState(() => berlinDay(new Date()).slice(0, 7));
  return (
    <>
      <Section
        title="Abrechnung"
        actions={
          <>
            <TextLink {...paths.bill(customerId, { month })}>Was dieser Monat bisher kostet</TextLink>
            <TextLink to="/billing/prices" search={{ list: data?.price_list?.id }}>
              Preislisten
            </TextLink>
          </>
        }
      >
        {error && <ErrorState error={error} onRetry={refetch} />}
        {data && lists && <TermsForm customerId={customerId} terms={data} lists={lists.results} />}
      </Section>
      <CustomerInvoicesSection customerId={customerId} />
    </>
  );
}
