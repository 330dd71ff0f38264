import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { getCustomer } from "#contract/calls/customers.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import { refused } from "#rules/refusal-texts.ts";
import { errors } from "#rules/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { queryFor } from "#web/api/queries.ts";
import { usePageTitle } from "#web/api/settings.ts";
import { paths } from "#web/paths.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { CustomerData } from "./customer-data.tsx";
import { CustomerDelete } from "./customer-delete.tsx";
import { OptionSection } from "./option-section.tsx";

const metres = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const show = (count: number) => count.toLocaleString("de-DE");
const route = getRouteApi("/customers/$id");

export default function CustomerPage() {
  const { id } = route.useParams();
  const { data: customer, error, isFetching, refetch } = useQuery(queryFor(getCustomer, { path: { id } }));
  usePageTitle(customer && `${showCustomerCode(customer.code)} ${customer.name}`);
  const above = (
    <Link {...paths.customers()} className="text-link">
      Kunden
    </Link>
  );
  const isMissing = error instanceof CallError && error.status === 404;
  if (isMissing || (!customer && error))
    return (
      <>
        <PageHead above={above} title={isMissing ? errors.notFound : "Kunde"} />
        {isMissing ? (
          <p>{refused.unknownCustomer.message}</p>
        ) : (
          <ErrorState error={error} onRetry={refetch} pending={isFetching} />
        )}
      </>
    );
  if (!customer) return <Loading />;
  return (
    <>
      <PageHead
        above={above}
        title={`${showCustomerCode(customer.code)} ${customer.name}`}
        actions={customer.count_boxes === 0 && <CustomerDelete customer={customer} />}
      />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      <Facts>
        <Fact label="Boxen">
          <Link {...paths.boxes({ owner: customer.code })} className="text-link">
            {show(customer.count_boxes)}
          </Link>
        </Fact>
        <Fact label="Inhalte">{show(customer.count_boxcontents)}</Fact>
        <Fact label="Bilder">{show(customer.count_boximages)}</Fact>
        <Fact label="Eingelagert">{metres.format(customer.count_meters)} m</Fact>
        <Fact label="Lieferoptionen">{show(customer.count_deliveryoptions)}</Fact>
      </Facts>
      <CustomerData key={`data-${customer.id}`} customer={customer} />
      <OptionSection key={`options-${customer.id}`} customer={customer} />
    </>
  );
}
