import { setHold } from "#contract/calls/destruction/holds.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { ValueField } from "#web/forms/value-field.tsx";
import { useOwnCustomers } from "#web/forms/own-customers.ts";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { holdForm, holdFromForm } from "./hold-form.ts";

export type HoldDialogProps = {
  /** Customer whose boxes are meant; chosen here where nobody is named. */
  customer?: number | undefined;
  /** The one box that is meant. */
  box?: { readonly id: number; readonly name: string } | undefined;
  onClose: () => void;
};

/** Sets a hold: on one box, on a range of numbers, or on all that a customer has and will have. */
export function HoldDialog({ customer, box, onClose }: HoldDialogProps) {
  const customers = useOwnCustomers() ?? [];
  const form = useDialogForm({
    rules: holdForm,
    start: { defaultValues: { customer: customer ?? null, reason: "", reference: "", from: "", to: "", until: "" } },
    send: (valid, once) => call(setHold, { body: holdFromForm(valid, box && [box.id]), once }),
    route: setHold,
    done: "Sperre gesetzt",
    onSent: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={box ? `${box.name} sperren` : "Sperre setzen"}
      action="Sperre setzen"
      onClose={onClose}
    >
      <p className="text-muted">
        Was gesperrt ist, wird weder markiert noch vernichtet, und seine Inhalte bleiben, wie sie sind. Anfordern geht
        weiter.
      </p>
      {customer === undefined && (
        <ValueField
          of={form}
          name="customer"
          label="Kunde"
          required
          as={Combobox<number>}
          options={customers.map((one) => ({ value: one.id, label: showCustomer(one) }))}
        />
      )}
      <FormField of={form} name="reason" label="Grund" required hint="zum Beispiel Betriebsprüfung 2026" />
      <FormField of={form} name="reference" label="Aktenzeichen" />
      {!box && <RangeFields of={form} />}
      <ValueField
        of={form}
        name="until"
        label="Voraussichtlich bis"
        hint="Die Sperre endet nicht von selbst: Sie wird aufgehoben."
        as={DateInput}
      />
    </FormDialog>
  );
}

/** Asks for the numbers that are meant. */
function RangeFields({ of }: { of: FieldsOf<"from" | "to"> }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <FormField of={of} name="from" label="Boxnummer von">
        {(bound) => <NumberInput {...bound} />}
      </FormField>
      <FormField of={of} name="to" label="Boxnummer bis">
        {(bound) => <NumberInput {...bound} />}
      </FormField>
      <p className="col-span-full text-muted">
        Ohne Nummern gilt die Sperre für alle Boxen des Kunden, auch für künftige.
      </p>
    </div>
  );
}
