import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { showCustomer } from "#rules/stock/box-code.ts";
import { useSession } from "#web/api/session.ts";
import { useSettings } from "#web/api/settings.ts";
import { queryFor } from "#web/api/queries.ts";
import { listColleagues } from "#contract/calls/access/colleagues.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ColleagueList } from "./colleague-list.tsx";
import { InviteForm } from "./invite-form.tsx";

/** Who else sees a customer, and an invitation for who does not yet. */
export default function ColleaguesPage() {
  const customers = useSession().user?.customers ?? [];
  const [chosen, setChosen] = useState(0);
  const customer = customers.find(({ id }) => id === chosen) ?? customers[0];
  return (
    <>
      <PageHead title="Kollegen" />
      {customers.length > 1 && (
        <Field label="Kunde" className="mt-3 max-w-md">
          <Select
            value={customer?.id ?? 0}
            options={customers.map((one) => ({ value: one.id, label: showCustomer(one) }))}
            onChange={({ target }) => setChosen(Number(target.value))}
          />
        </Field>
      )}
      {customer ? (
        <At key={customer.id} customer={customer.id} />
      ) : (
        <EmptyState reason="Sie sehen noch keinen Kunden." />
      )}
    </>
  );
}

function At({ customer }: { customer: number }) {
  const { sends_mails } = useSettings();
  const { data, error, refetch, isFetching } = useQuery(queryFor(listColleagues, { path: { id: customer } }));
  if (error) return <ErrorState error={error} onRetry={refetch} pending={isFetching} />;
  if (!data) return <Loading />;
  return (
    <>
      <Section title="Zugang haben" total={data.results.length}>
        <ColleagueList customer={customer} colleagues={data.results} />
      </Section>
      {data.may_invite && (
        <Section title="Einladen">
          {!sends_mails && (
            <p className="mb-3">
              Auf diesem Server ist kein E-Mail-Versand eingerichtet. Das Initialpasswort gibt das Archiv weiter.
            </p>
          )}
          <InviteForm customer={customer} sendsMails={sends_mails} own={data.rights} />
        </Section>
      )}
    </>
  );
}
