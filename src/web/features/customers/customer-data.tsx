import { Controller } from "react-hook-form";
import type { CustomerDetail } from "#contract/schemas/customers.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { AddressFields } from "./address-fields.tsx";
import { PermissionsField } from "./permissions-field.tsx";
import { useCustomerData } from "./use-customer-data.ts";

/** A customer's data to read and to change; only what changed is sent. */
export function CustomerData({ customer }: { customer: CustomerDetail }) {
  const { form, changes, isTyped, overtaken, isPending, submit, undo, loadCurrent } = useCustomerData(customer);
  useLeaveQuestion(isTyped, `Die Änderungen an ${customer.name} werden nicht gespeichert.`);
  const { errors } = form.formState;
  return (
    <Form className="" aria-label="Kundendaten" onSubmit={submit}>
      <div className="grid gap-x-10 lg:grid-cols-2">
        <Section title="Stammdaten">
          <div className="grid max-w-md gap-4">
            <Field label="Name" required error={errors.name?.message}>
              <TextInput autoComplete="off" {...form.register("name")} />
            </Field>
            <Field label="Notizen" error={errors.notes?.message}>
              <Textarea rows={6} {...form.register("notes")} />
            </Field>
          </div>
        </Section>
        <div className="mt-6 max-w-md">
          <AddressFields errors={errors} register={form.register} />
        </div>
      </div>
      <Section title="Meta-Daten">
        <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
          <Field label="Meterpreis in Euro" error={errors.meter_price?.message} hint="Für einen laufenden Meter">
            <NumberInput decimal className="max-w-32" {...form.register("meter_price")} />
          </Field>
          <div className="max-w-md">
            <Controller
              name="user_ids"
              control={form.control}
              render={({ field: { name: _, ...field } }) => (
                <PermissionsField {...field} known={customer.users ?? []} error={errors.user_ids?.message} />
              )}
            />
          </div>
        </div>
      </Section>
      {/* Keeps its place, so that nothing moves when the first letter is typed. */}
      <div className="sticky bottom-0 mt-4 min-h-12 max-sm:bottom-14">
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
