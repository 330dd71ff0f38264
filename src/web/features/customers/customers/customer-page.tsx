import { FileArchive, TableProperties } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { customerSummary, deleteCustomer } from "#contract/calls/customers/customers.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { showCount, showMetres } from "#rules/amounts.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import { DeleteButton } from "#web/detail-page/delete-button.tsx";
import { Detail } from "#web/detail-page/detail.tsx";
import { ExportButton } from "#web/exports/export-button.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { Holds } from "#web/features/destruction/holds/holds-section.tsx";
import { KeeperSection } from "#web/features/destruction/retention/keeper-section.tsx";
import { ProcedureSection } from "#web/features/destruction/batches/procedure-section.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { CustomerData } from "./customer-data.tsx";
import { CustomerOverview } from "./customer-summary.tsx";
import { OptionSection } from "./option-section.tsx";
import { StorageSection } from "./storage-section.tsx";
import { customerQuery } from "./customer-loader.ts";

const route = getRouteApi("/customers/$id");
const above = <TextLink {...paths.customers()}>Kunden</TextLink>;
const titleOf = ({ code, name }: CustomerDetail) => `${showCustomerCode(code)} ${name}`;

export default function CustomerPage() {
  const { id } = route.useParams();
  const query = useQuery(customerQuery(id));
  const summary = useQuery({ ...queryFor(customerSummary, { path: { id } }), staleTime: 0 }); // boxes and deliveries change it, too
  return (
    <Detail
      query={query}
      title={titleOf}
      head={(customer) => (
        <PageHead
          above={above}
          title={customer ? titleOf(customer) : "Kunde"}
          actions={customer && <Actions customer={customer} />}
        />
      )}
      missing={<Missing above={above} text={refused.unknownCustomer.message} />}
    >
      {(customer) => (
        <>
          <Counts customer={customer} />
          <CustomerOverview key={`overview-${customer.id}`} of={summary} customer={customer} />
          {!summary.isLoading && <Sections customer={customer} />}
        </>
      )}
    </Detail>
  );
}

/** What would be pushed down by the overview, and so comes after it. */
function Sections({ customer }: { customer: CustomerDetail }) {
  return (
    <>
      <CustomerData key={`data-${customer.id}`} customer={customer} />
      <OptionSection key={`options-${customer.id}`} customer={customer} />
      <KeeperSection key={`keeper-${customer.id}`} customerId={customer.id} />
      <Holds key={`holds-${customer.id}`} customer={customer.id} isStaff />
      <ProcedureSection key={`procedure-${customer.id}`} customerId={customer.id} />
      <StorageSection customerId={customer.id} />
    </>
  );
}

function Counts({ customer }: { customer: CustomerDetail }) {
  return (
    <Facts>
      <Fact label="Boxen">
        <TextLink {...paths.boxes({ owner: customer.code })}>{showCount(customer.count_boxes)}</TextLink>
      </Fact>
      <Fact label="Inhalte">{showCount(customer.count_boxcontents)}</Fact>
      <Fact label="Bilder">{showCount(customer.count_boximages)}</Fact>
      <Fact label="Eingelagert">{showMetres(customer.count_meters)} m</Fact>
      <Fact label="Lieferoptionen">{showCount(customer.count_deliveryoptions)}</Fact>
    </Facts>
  );
}

/** The papers about all of a customer's boxes, chosen already; without a box there is nothing to print. */
function Actions({ customer }: { customer: CustomerDetail }) {
  if (customer.count_boxes === 0) return <DeleteCustomer customer={customer} />;
  return (
    <>
      <ButtonLink icon={FileArchive} {...paths.archiveLists({ customer: customer.id })}>
        Archivlisten
      </ButtonLink>
      <ButtonLink icon={TableProperties} {...paths.boxesOverviewPrint({ customer: customer.id })}>
        Boxenübersicht
      </ButtonLink>
      <ExportButton customer={customer}>Alles exportieren</ExportButton>
    </>
  );
}

/** Only a customer without boxes can be deleted (specification 5). */
const DeleteCustomer = ({ customer }: { customer: CustomerDetail }) => (
  <DeleteButton
    route={deleteCustomer}
    id={customer.id}
    label="Kunde löschen"
    loss={`Der Kunde ${titleOf(customer)} wird mit seinen Lieferoptionen gelöscht.`}
    notice={successTexts.customerDeleted}
    next={paths.customers()}
  />
);
