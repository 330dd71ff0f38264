import { useState } from "react";
import * as z from "zod/mini";
import { editProvider } from "#contract/calls/billing/provider.ts";
import { type ProviderField, providerFields } from "#contract/fields/provider.ts";
import type { Provider } from "#contract/schemas/billing/provider.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";

const rules = z.object({ ...providerFields, zero_invoices: z.boolean() });
const names = Object.keys(providerFields) as ProviderField[];

type Typed = z.infer<typeof rules>;
const typedOf = (provider: Provider): Typed => ({
  ...(Object.fromEntries(names.map((name) => [name, provider[name]])) as Record<ProviderField, string>),
  zero_invoices: provider.zero_invoices,
});

interface Group {
  readonly title: string;
  readonly fields: readonly (readonly [name: ProviderField, label: string, hint?: string])[];
}

const groups: readonly Group[] = [
  {
    title: "Anschrift",
    fields: [
      ["street", "Straße"],
      ["postcode", "Postleitzahl"],
      ["city", "Ort"],
    ],
  },
  {
    title: "Ansprechpartner",
    fields: [
      ["contact", "Wen Kunden zu Rechnungen fragen"],
      ["contact_phone", "Telefon"],
      ["contact_email", "E-Mail"],
    ],
  },
  {
    title: "Steuer und Register",
    fields: [
      ["vat_id", "USt-IdNr.", "etwa DE136695976"],
      ["tax_number", "Steuernummer", "ohne USt-IdNr. nötig"],
      ["register", "Register", "etwa Amtsgericht Bremen HRB 12345"],
      ["exemption_reason", "Grund der Steuerbefreiung", "etwa Kleinunternehmer gemäß § 19 UStG"],
    ],
  },
  {
    title: "Konto",
    fields: [
      ["iban", "IBAN", "für Überweisungen und Lastschriften"],
      ["bic", "BIC"],
      ["creditor_id", "Gläubiger-ID", "nur für Lastschriften, etwa DE98ZZZ09999999999"],
    ],
  },
];

/** Shows the facts of the archive, typed and sent as a whole; those from the server's settings stand there to be read. */
export function ProviderForm({ provider }: { provider: Provider }) {
  const [seen, setSeen] = useState(() => typedOf(provider));
  const form = useSend({
    rules,
    start: { defaultValues: seen },
    send: (typed, once) => {
      const all = Object.keys(rules.shape) as (keyof Typed)[];
      const changed = all.filter((name) => typed[name] !== seen[name]);
      const pick = (of: Typed) => Object.fromEntries(changed.map((name) => [name, of[name]]));
      return call(editProvider, { body: { ...pick(typed), before: pick(seen) }, once });
    },
    route: editProvider,
    done: "Angaben des Archivs aktualisiert",
    next: typedOf,
    onSent: (saved) => setSeen(typedOf(saved)),
    loss: "Die Angaben des Archivs werden nicht gespeichert.",
  });
  return (
    <Form onSubmit={form.submit} className="max-w-xl">
      {groups.map(({ title, fields }) => (
        <fieldset key={title} className="grid min-w-0 gap-4">
          <legend className="mb-2 flex min-h-8 items-center text-section font-semibold">{title}</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map(([name, label, hint]) => {
              const isSet = provider.set.includes(name);
              return (
                <FormField
                  key={name}
                  of={form}
                  name={name}
                  label={label}
                  hint={isSet ? "auf dem Server eingestellt" : hint}
                >
                  {(bound) => <TextInput readOnly={isSet} {...bound} />}
                </FormField>
              );
            })}
          </div>
        </fieldset>
      ))}
      <Checkbox label="Auch Rechnungen über 0,00 € ausstellen" {...form.register("zero_invoices")} />
      <div className="min-h-8 pointer-coarse:min-h-12">
        {form.formState.isDirty && (
          <Button type="submit" look="primary" pending={form.isPending}>
            Speichern
          </Button>
        )}
      </div>
    </Form>
  );
}
