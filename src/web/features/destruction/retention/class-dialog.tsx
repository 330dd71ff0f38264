import { createRetentionClass } from "#contract/calls/destruction/retention.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { ValueField } from "#web/forms/value-field.tsx";
import { useOwnCustomers } from "#web/forms/own-customers.ts";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { classForm, classOf, emptyClass } from "./class-form.ts";

const starts = [
  { value: "year_end", label: "zum Ende des Jahres" },
  { value: "day", label: "auf den Tag" },
  { value: "manual", label: "wird von Hand festgelegt" },
];

/** A class of a customer's own, by contract. It cannot be changed later, so it says so. */
export function ClassDialog({ onClose }: { onClose: () => void }) {
  const customers = useOwnCustomers() ?? [];
  const form = useDialogForm({
    rules: classForm,
    start: { defaultValues: emptyClass },
    send: (valid, once) => call(createRetentionClass, { body: classOf(valid), once }),
    route: createRetentionClass,
    done: "Klasse angelegt",
    onSent: onClose,
  });
  const number = (name: "years" | "months", label: string) => (
    <FormField of={form} name={name} label={label} required={name === "years"}>
      {(bound) => <NumberInput {...bound} />}
    </FormField>
  );
  return (
    <FormDialog of={form} title="Eigene Klasse anlegen" action="Klasse anlegen" onClose={onClose}>
      <p className="text-muted">Eine Klasse kann später nicht geändert werden: Boxen werden nach ihr aufbewahrt.</p>
      <ValueField
        of={form}
        name="customer"
        label="Kunde"
        required
        as={Combobox<number>}
        options={customers.map((one) => ({ value: one.id, label: showCustomer(one) }))}
      />
      <FormField of={form} name="name" label="Name" required />
      <div className="grid grid-cols-2 gap-4">
        {number("years", "Jahre")}
        {number("months", "Monate")}
      </div>
      <FormField of={form} name="start" label="Die Frist endet" required>
        {(bound) => <Select options={starts} {...bound} />}
      </FormField>
      <FormField of={form} name="begins" label="Sie beginnt mit" hint="zum Beispiel Ende der Studie" />
      <FormField of={form} name="basis" label="Grundlage" required />
      <FormField of={form} name="agreed_by" label="Vereinbart mit" required />
      <Checkbox label="Enthält Daten von Personen" {...form.register("personal")} />
    </FormDialog>
  );
}
