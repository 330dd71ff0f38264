import { useNavigate } from "@tanstack/react-router";
import { createCustomer } from "#contract/calls/customers/customers.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { CreatePage } from "#web/forms/create-page.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { customerAddition } from "./customer-addition.tsx";
import { AddressFields, MasterFields } from "./customer-fields.tsx";
import { emptyCustomer, filledOf, newCustomerForm } from "./customer-form.ts";

export default function CustomerCreatePage() {
  const navigate = useNavigate();
  const form = useSend({
    rules: newCustomerForm,
    start: { defaultValues: emptyCustomer },
    send: (valid, once) => call(createCustomer, { body: filledOf(valid), once }),
    route: createCustomer,
    done: successTexts.customerAdded,
    onSent: (customer) => {
      customerAddition.set(customer);
      return navigate({ ...paths.customers(), ignoreBlocker: true });
    },
    focus: "name",
    loss: "Der Kunde wird nicht hinzugefügt.",
  });
  return (
    <CreatePage of={form} title="Kunde hinzufügen" list={paths.customers()} listName="Kunden">
      <MasterFields of={form}>
        <FormField of={form} name="code" label="Code" hint="0 bis 9999; leer: die nächste freie Nummer">
          {(bound) => <NumberInput className="max-w-32" {...bound} />}
        </FormField>
      </MasterFields>
      <AddressFields of={form} />
    </CreatePage>
  );
}
