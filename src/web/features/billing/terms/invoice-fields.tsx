import type { ReactNode } from "react";
import * as z from "zod/mini";
import { typedDiscount } from "#contract/fields/billing.ts";
import { integer, typedNumber } from "#contract/fields/numbers.ts";
import { text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import { eSchemes, type InvoiceForm, invoiceForms } from "#rules/billing/snapshot.ts";
import { isDay } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Select } from "#web/ui/form/select.tsx";

/** Rules for the agreement on invoices, as it is typed. */
export const invoiceRules = {
  invoice_form: z.enum(invoiceForms),
  e_address: text(nameLength),
  e_scheme: z.enum(eSchemes),
  vat_id: text(20),
  leitweg_id: text(46),
  order_reference: text(nameLength),
  contract_reference: text(nameLength),
  payment_days: typedNumber(integer(0, 365)),
  discount_days: z.union([z.literal(""), typedNumber(integer(1, 365))]),
  discount_percent: z.union([z.literal(""), typedDiscount]),
  address_extra: text(nameLength),
  exemption_reason: text(nameLength),
  sepa_mandate: text(35),
  mandate_date: z.string().check(z.refine((day) => day === "" || isDay(day), invalid.range)),
  iban: text(42),
};

const formText: Readonly<Record<InvoiceForm, string>> = {
  zugferd: "ZUGFeRD – PDF mit Daten",
  xrechnung: "XRechnung",
  paper: "nur Papier",
};
const forms = invoiceForms.map((value) => ({ value, label: formText[value] }));

const schemeText: Readonly<Record<(typeof eSchemes)[number], string>> = {
  EM: "E-Mail",
  "0204": "Leitweg-ID",
  9930: "USt-IdNr.",
};
const schemes = eSchemes.map((value) => ({ value, label: schemeText[value] }));

type InvoiceFieldsProps = { of: FieldsOf<keyof typeof invoiceRules>; isXRechnung: boolean; mandateDay: ReactNode };

/** In which form a customer gets invoices, where to, and what stands on them. */
export function InvoiceFields({ of, isXRechnung, mandateDay }: InvoiceFieldsProps) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 flex min-h-8 items-center text-section font-semibold">Rechnung</legend>
      <FormField of={of} name="invoice_form" label="Rechnung als">
        {(bound) => <Select options={forms} {...bound} />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          of={of}
          name="e_address"
          label="Elektronische Adresse"
          hint={isXRechnung ? "Ohne sie wird keine XRechnung ausgestellt." : "leer: keine"}
        />
        <FormField of={of} name="e_scheme" label="Art der Adresse">
          {(bound) => <Select options={schemes} {...bound} />}
        </FormField>
        <FormField of={of} name="vat_id" label="USt-IdNr." hint="etwa DE136695976" />
        <FormField
          of={of}
          name="leitweg_id"
          label="Leitweg-ID"
          hint={isXRechnung ? "leer: Die Kundennummer steht dafür." : "nur bei Behörden"}
        />
        <FormField of={of} name="address_extra" label="Adresszusatz" hint="eine Zeile mehr auf Rechnungen" />
        <FormField
          of={of}
          name="exemption_reason"
          label="Grund der Steuerbefreiung"
          hint="leer: wie unter „Unser Archiv“"
        />
        <FormField of={of} name="order_reference" label="Bestellnummer" />
        <FormField of={of} name="contract_reference" label="Vertragsnummer" />
        <FormField of={of} name="discount_percent" label="Skonto in Prozent" hint="leer: keins">
          {(bound) => <NumberInput decimal {...bound} />}
        </FormField>
        <FormField of={of} name="discount_days" label="Skonto bei Zahlung in Tagen">
          {(bound) => <NumberInput {...bound} />}
        </FormField>
        <FormField of={of} name="payment_days" label="Zahlungsziel in Tagen" hint="0: sofort" required>
          {(bound) => <NumberInput {...bound} />}
        </FormField>
        <FormField of={of} name="sepa_mandate" label="Mandat für Lastschriften" hint="leer: Der Kunde überweist." />
        {mandateDay}
        <FormField of={of} name="iban" label="IBAN des Kunden" />
      </div>
    </fieldset>
  );
}
