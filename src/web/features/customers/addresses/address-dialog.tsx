import * as z from "zod/mini";
import { createAddress, editAddress } from "#contract/calls/customers/addresses.ts";
import { customerTexts } from "#contract/fields/customer.ts";
import { name, text } from "#contract/fields/texts.ts";
import { nameLength, textLength } from "#contract/limits.ts";
import type { CustomerAddress } from "#contract/schemas/customers/addresses.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";

const line = text(nameLength);
const addressForm = z.object({
  name,
  street: line,
  postcode: customerTexts.address_postcode,
  city: line,
  contact: line,
  phone: line,
  hours: line,
  note: text(textLength),
  is_default: z.boolean(),
});

const emptyAddress = {
  name: "",
  street: "",
  postcode: "",
  city: "",
  contact: "",
  phone: "",
  hours: "",
  note: "",
  is_default: false,
};

const seenOf = ({ id: _id, ...seen }: CustomerAddress) => seen;

interface AddressDialogProps {
  readonly customerId: number;
  /** The one that is changed; a new one without. */
  readonly address: CustomerAddress | undefined;
  readonly onClose: () => void;
}

/** Adds an address of a customer, or changes one. */
export function AddressDialog({ customerId, address, onClose }: AddressDialogProps) {
  const form = useDialogForm({
    rules: addressForm,
    start: { defaultValues: address ?? emptyAddress },
    send: ({ is_default, ...texts }, once) =>
      address
        ? call(editAddress, {
            path: { id: address.id },
            body: { ...texts, ...(is_default && { is_default }), before: seenOf(address) },
            once,
          })
        : call(createAddress, { path: { id: customerId }, body: { ...texts, is_default }, once }),
    route: createAddress,
    done: address ? "Gespeichert" : "Adresse angelegt",
    onSent: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={address ? "Adresse bearbeiten" : "Adresse anlegen"}
      action={address ? "Speichern" : "Adresse anlegen"}
      onClose={onClose}
    >
      <FormField of={form} name="name" label="Name" required hint="zum Beispiel Werk Nord, Pforte 2" />
      <FormField of={form} name="street" label="Straße" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField of={form} name="postcode" label="PLZ" />
        <FormField of={form} name="city" label="Ort" />
        <FormField of={form} name="contact" label="Ansprechpartner" />
        <FormField of={form} name="phone" label="Telefon" />
      </div>
      <FormField of={form} name="hours" label="Öffnungszeiten" />
      <FormField of={form} name="note" label="Hinweis für den Fahrer">
        {(bound) => <Textarea {...bound} />}
      </FormField>
      {!address?.is_default && <Checkbox label="Standardadresse" {...form.register("is_default")} />}
    </FormDialog>
  );
}
