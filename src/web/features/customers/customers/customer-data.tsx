import { Controller, useWatch } from "react-hook-form";
import { useState } from "react";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { useSession } from "#web/api/session.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { showUserName } from "#rules/access/users.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { queryClient, invalidate } from "#web/api/queries.ts";
import { useSend } from "#web/forms/use-send.ts";
import { AddressFields, MasterFields } from "./customer-fields.tsx";
import { PermissionsField } from "./permissions-field.tsx";
import { customerChanges, customerForm, differing, seenOf, type TypedCustomer, toFormValues } from "./customer-form.ts";
import { customerQuery } from "./customer-loader.ts";

/** A customer's data to read and to change; only what changed is sent. */
export function CustomerData({ customer }: { customer: CustomerDetail }) {
  const { form, changes, isTyped, overtaken, undo, loadCurrent } = useCustomerData(customer);
  useLeaveQuestion(isTyped, `Die Änderungen an ${customer.name} werden nicht gespeichert.`);
  const { errors, isPending } = form;
  const managesUsers = useSession().user?.manages_users ?? false;
  return (
    <Form className="" aria-label="Kundendaten" onSubmit={form.submit}>
      <div className="grid gap-x-10 lg:grid-cols-2">
        <Section title="Stammdaten">
          <div className="grid max-w-md gap-4">
            <MasterFields of={form} rows={6} />
          </div>
        </Section>
        <div className="mt-6 max-w-md">
          <AddressFields of={form} />
        </div>
      </div>
      <Section title="Meta-Daten">
        <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
          <FormField of={form} name="meter_price" label="Meterpreis in Euro" hint="Für einen laufenden Meter">
            {(bound) => <NumberInput decimal className="max-w-32" {...bound} />}
          </FormField>
          <div className="max-w-md">
            {managesUsers ? (
              <Controller
                name="user_ids"
                control={form.control}
                render={({ field: { name: _, ...field } }) => (
                  <PermissionsField {...field} known={customer.users ?? []} error={errors.user_ids?.message} />
                )}
              />
            ) : (
              <WithAccess people={customer.users ?? []} />
            )}
          </div>
        </div>
      </Section>
      {/* Keeps its place, so that nothing moves when the first letter is typed. */}
      <div className="sticky bottom-0 mt-4 min-h-12 max-sm:bottom-14 max-sm:z-20">
        {isTyped && (
          <div className="flex flex-wrap items-center gap-2 bg-page py-2">
            {(changes || isPending) && (
              <Button type="submit" look="primary" pending={isPending}>
                Kunde speichern
              </Button>
            )}
            <Button onClick={undo}>Zurücksetzen</Button>
            {overtaken.length > 0 && (
              <>
                <Button onClick={loadCurrent}>Aktuelle Daten laden</Button>
                <span role="status">Ein Feld, das Sie geändert haben, hat inzwischen jemand anders geändert.</span>
              </>
            )}
          </div>
        )}
      </div>
    </Form>
  );
}

/** Lists the people who see the customer, for whoever may not change that. */
function WithAccess({ people }: { people: NonNullable<CustomerDetail["users"]> }) {
  return (
    <div>
      <p className="mb-1 font-semibold">User mit Zugriff</p>
      <p>{people.length === 0 ? "Nur Admins" : people.map(showUserName).join(", ")}</p>
      <p className="text-muted">Das ändert nur, wer das Recht hat, User zu verwalten.</p>
    </div>
  );
}

/** The form of a customer's data: what was seen, what is typed over it, and what somebody else changed meanwhile. */
function useCustomerData(customer: CustomerDetail) {
  const now = seenOf(customer);
  const [opened, setOpened] = useState({ seen: now, values: toFormValues(now) });
  const form = useSend({
    rules: customerForm,
    start: { mode: "onChange", values: opened.values, resetOptions: {} }, // it opens anew with what it keeps
    ask: async () => changes !== null,
    send: async (_valid, once) => {
      try {
        return await call(editCustomer, { path: { id: customer.id }, body: changes ?? {}, once });
      } catch (error) {
        void invalidate(editCustomer); // somebody else may have changed it
        throw error;
      }
    },
    route: editCustomer,
    done: successTexts.customerUpdated,
    next: (saved) => toFormValues(seenOf(saved)),
    onSent: (saved) => {
      queryClient.setQueryData(customerQuery(customer.id).queryKey, saved);
      const savedValues = seenOf(saved);
      setOpened({ seen: savedValues, values: toFormValues(savedValues) });
    },
  });
  const formValues = { ...opened.values, ...useWatch({ control: form.control }) };
  const typedOver = differing(formValues, toFormValues(opened.seen));
  const changedFields = differing(now, opened.seen);
  const [latest, setLatest] = useState(customer);
  if (latest !== customer) {
    setLatest(customer);
    // Somebody else's change comes in by itself while nothing has been typed.
    if (typedOver.length === 0 && changedFields.length > 0) setOpened({ seen: now, values: toFormValues(now) });
  }
  const changes = customerChanges(formValues, opened.seen);
  const open = (kept: Partial<TypedCustomer>) => {
    const values = { ...toFormValues(now), ...kept };
    setOpened({ seen: now, values });
    form.reset(values);
  };
  const mine = typedOver.filter((field) => !changedFields.includes(field));
  return {
    form,
    changes,
    isTyped: typedOver.length > 0,
    /** Fields that were typed over and have been changed by somebody else since. */
    overtaken: typedOver.filter((field) => changedFields.includes(field)),
    undo: () => open({}),
    /** Shows what is there now, with what was typed over where nobody else changed anything. */
    loadCurrent: () => open(Object.fromEntries(mine.map((field) => [field, formValues[field]]))),
  };
}
