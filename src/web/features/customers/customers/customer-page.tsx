import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { customerSummary } from "#contract/calls/customers/customers.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { showBoxes, showContents, showCount, showMetres, showThings } from "#rules/amounts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { Holds } from "#web/features/destruction/holds/holds-section.tsx";
import { KeeperSection } from "#web/features/destruction/retention/keeper-section.tsx";
import { ProcedureSection } from "#web/features/destruction/batches/procedure-section.tsx";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { CustomerData } from "./customer-data.tsx";
import { aboveCustomer, CustomerHead, customerTitle } from "./customer-head.tsx";
import { CustomerOverview } from "./customer-summary.tsx";
import { OptionSection } from "./option-section.tsx";
import { StorageSection } from "./storage-section.tsx";
import { customerQuery } from "./customer-loader.ts";
import { isSetUp } from "./customer-next.ts";

const route = getRouteApi("/customers/$id");

export default function CustomerPage() {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  return (
    <Detail
      query={useQuery(customerQuery(id))}
      title={customerTitle}
      head={(customer) =>
        customer ? (
          <CustomerHead customer={customer} isSetup={tab === "setup"} />
        ) : (
          <PageHead above={aboveCustomer} title="Kunde" />
        )
      }
      missing={<Missing above={aboveCustomer} text={refused.unknownCustomer.message} />}
    >
      {(customer) => <Tabs key={customer.id} customer={customer} />}
    </Detail>
  );
}

const CustomerMails = onDemand<TabProps>(
  async () => (await import("#web/features/access/notifications/customer-mails-section.tsx")).CustomerMails,
);

const Addresses = onDemand<{ customerId: number }>(
  async () => (await import("#web/features/customers/addresses/address-section.tsx")).AddressSection,
);

const BillingTerms = onDemand<{ customerId: number }>(
  async () => (await import("#web/features/billing/terms/terms-section.tsx")).TermsSection,
);

const CostCentres = onDemand<{ customerId: number }>(
  async () => (await import("./cost-centre-section.tsx")).CostCentreSection,
);

const UniqueNumbers = onDemand<TabProps>(
  async () => (await import("./unique-numbers-section.tsx")).UniqueNumbersSection,
);

const OwnerChange = onDemand<TabProps>(async () => (await import("./owner-change-section.tsx")).OwnerChangeSection);

const Setup = onDemand<TabProps & { isDone: boolean }>(
  async () => (await import("#web/features/customers/setup/setup-section.tsx")).SetupSection,
);

const SetupTab = ({ customer }: TabProps) => <Setup customer={customer} isDone={isSetUp(customer)} />;

const MayInvite = onDemand<TabProps>(async () => (await import("./may-invite-section.tsx")).MayInviteSection);

const tabs = [
  [undefined, "Daten", DataTab],
  ["overview", "Übersicht", OverviewTab],
  ["retention", "Aufbewahrung", RetentionTab],
  ["billing", "Abrechnung", BillingTab],
  ["settings", "Einstellungen", SettingsTab],
  ["mails", "E-Mails", CustomerMails],
  ["setup", "Einrichten", SetupTab],
] as const;

/** The parts of the page, the four sections of specification 2 first. One that was opened stays in the page: what is typed there is not lost. */
function Tabs({ customer }: { customer: CustomerDetail }) {
  const { tab } = route.useSearch();
  const isSetup = tab === "setup" || !isSetUp(customer);
  const current = tabs.find(([name]) => name === tab) ?? tabs[0];
  const [opened, setOpened] = useState<ReadonlySet<(typeof tabs)[number]>>(new Set());
  if (!opened.has(current)) setOpened(new Set([...opened, current]));
  return (
    <>
      <nav aria-label="Kunde" className="tabs border-b border-line max-sm:h-auto">
        {tabs
          .filter(([name]) => name !== "setup" || isSetup)
          .map((one) => (
            <Link
              key={one[1]}
              {...paths.customer(customer.id, { tab: one[0] })}
              activeOptions={{ exact: true, explicitUndefined: true }}
              aria-current={one === current ? "page" : undefined}
              replace
            >
              {one[1]}
              {one[0] === "retention" && <span className="max-sm:sr-only">&nbsp;und Vernichtung</span>}
            </Link>
          ))}
      </nav>
      {tabs.map((one) => {
        const [, title, Part] = one;
        return (
          opened.has(one) && (
            <div key={title} hidden={one !== current}>
              <Part customer={customer} />
            </div>
          )
        );
      })}
    </>
  );
}

interface TabProps {
  readonly customer: CustomerDetail;
}

function DataTab({ customer }: TabProps) {
  const { count_boxes, count_boxcontents, count_boximages, count_meters } = customer;
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-x-4 text-muted">
        <TextLink {...paths.boxes({ owner: customer.code })}>{showBoxes(count_boxes)}</TextLink>
        <span>{showContents(count_boxcontents)}</span>
        <span>{showThings(count_boximages, "Bild", "Bilder")}</span>
        <span>{showMetres(count_meters)} m eingelagert</span>
      </div>
      <CustomerData customer={customer} />
      <OptionSection customer={customer} />
    </>
  );
}

function BillingTab({ customer: { id } }: TabProps) {
  return (
    <>
      <BillingTerms customerId={id} />
      <CostCentres customerId={id} />
    </>
  );
}

function SettingsTab({ customer }: TabProps) {
  return (
    <>
      <Addresses customerId={customer.id} />
      <MayInvite customer={customer} />
      <UniqueNumbers customer={customer} />
      <OwnerChange customer={customer} />
    </>
  );
}

function OverviewTab({ customer }: TabProps) {
  const summary = useQuery({ ...queryFor(customerSummary, { path: { id: customer.id } }), staleTime: 0 }); // boxes and deliveries change it, too
  return (
    <>
      <Counts customer={customer} />
      <CustomerOverview of={summary} customer={customer} />
      {!summary.isLoading && <StorageSection customerId={customer.id} />}
    </>
  );
}

function RetentionTab({ customer: { id } }: TabProps) {
  return (
    <>
      <KeeperSection customerId={id} />
      <Holds customer={id} isStaff />
      <ProcedureSection customerId={id} />
    </>
  );
}

function Counts({ customer }: TabProps) {
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
