import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { showCustomer } from "#rules/stock/box-code.ts";
import { useSession } from "#web/api/session.ts";
import { useSettings } from "#web/api/settings.ts";
import { queryFor } from "#web/api/queries.ts";
import { listColleagues, inviteColleague } from "#contract/calls/access/colleagues.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { invitedFirstName, invitedLastName } from "#contract/fields/colleague.ts";
import { email } from "#contract/fields/user.ts";
import type { Reply } from "#contract/route.ts";
import { showUserName } from "#rules/access/users.ts";
import { customerRights, customerRightText } from "#rules/access/customer-rights.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { ColleagueList } from "./colleague-list.tsx";

const rules = z.object({
  first_name: invitedFirstName,
  last_name: invitedLastName,
  email,
  may_approve_destruction: z.boolean(),
  may_order: z.boolean(),
  may_store: z.boolean(),
  may_manage: z.boolean(),
  may_invite: z.boolean(),
  may_see_invoices: z.boolean(),
});
const empty = {
  first_name: "",
  last_name: "",
  email: "",
  may_approve_destruction: false,
  may_order: false,
  may_store: false,
  may_manage: false,
  may_invite: false,
  may_see_invoices: false,
};

type InviteFormProps = { customer: number; sendsMails: boolean; own: Reply<typeof listColleagues>["rights"] };

/** Invites a colleague; only the own rights can be given. */
function InviteForm({ customer, sendsMails, own }: InviteFormProps) {
  const form = useSend({
    rules,
    start: { defaultValues: empty },
    send: (valid, once) => call(inviteColleague, { path: { id: customer }, body: valid, once }),
    route: inviteColleague,
    done: sendsMails ? "Einladung verschickt" : "Einladung vorgemerkt",
    next: () => empty,
    loss: "Die Einladung wird nicht verschickt.",
  });
  return (
    <Form onSubmit={form.submit}>
      <FormField of={form} name="first_name" label="Vorname" />
      <FormField of={form} name="last_name" label="Nachname" required />
      <FormField of={form} name="email" label="E-Mail" required hint="Nur Adressen Ihrer eigenen Firma" />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">Rechte</legend>
        {customerRights
          .filter((right) => own[right])
          .map((right) => (
            <Checkbox key={right} label={customerRightText[right]} {...form.register(right)} />
          ))}
      </fieldset>
      <FormActions>
        <Button type="submit" look="primary" pending={form.isPending}>
          Einladen
        </Button>
      </FormActions>
    </Form>
  );
}

type Inviters = { inviters: Reply<typeof listColleagues>["results"] };

/** Says who may not invite, and whom to ask: a colleague who may, otherwise the provider. */
function WhomToAsk({ inviters }: Inviters) {
  const { provider_name } = useSettings();
  return (
    <Section title="Einladen">
      <p className="max-w-prose">
        Kollegen einzuladen gehört nicht zu Ihren Rechten.{" "}
        {inviters.length > 0 ? "Bitte fragen Sie:" : `Bitte wenden Sie sich an ${provider_name || "das Archiv"}.`}
      </p>
      <ul>
        {inviters.map((colleague) => (
          <li key={colleague.id}>
            <a
              className="text-link inline-flex min-h-7 items-center pointer-coarse:min-h-12"
              href={`mailto:${colleague.email}`}
            >
              {showUserName(colleague)}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Shows the other people who see a customer, and an invitation for those who do not yet. */
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
      {data.may_invite ? (
        <Section title="Einladen">
          {!sends_mails && (
            <p className="mb-3">
              Auf diesem Server ist kein E-Mail-Versand eingerichtet. Das Initialpasswort gibt das Archiv weiter.
            </p>
          )}
          <InviteForm customer={customer} sendsMails={sends_mails} own={data.rights} />
        </Section>
      ) : (
        <WhomToAsk inviters={data.results.filter(({ may_invite }) => may_invite)} />
      )}
    </>
  );
}
