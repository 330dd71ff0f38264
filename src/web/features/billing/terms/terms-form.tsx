import * as z from "zod/mini";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { typedAmount } from "#contract/fields/money.ts";
import type { PriceList } from "#contract/schemas/billing/price-lists.ts";
import type { Terms } from "#contract/schemas/billing/terms.ts";
import { minimumScopes, minimumScopeText, storageModes, storageModeText } from "#rules/billing/items.ts";
import { isFromBeginning } from "#rules/billing/agreed-from.ts";
import { showDate } from "#rules/dates.ts";
import { addMonths, monthOf, showMonth } from "#rules/months.ts";
import type { Attempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { CallError } from "#web/api/call-error.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { reloadAfter, useSeen } from "#web/forms/use-seen.ts";
import { ValueField } from "#web/forms/value-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { intervals, intervalText, storageWhens, storageWhenText } from "#rules/billing/billing-plan.ts";
import { InvoiceFields, invoiceRules } from "./invoice-fields.tsx";

/** When a customer is billed, as it is chosen. */
const timesRules = { interval: z.enum(intervals), storage_when: z.enum(storageWhens) };

const times = intervals.map((value) => ({ value, label: intervalText[value] }));
const whens = storageWhens.map((value) => ({ value, label: storageWhenText[value] }));

/** Asks how often a customer is billed, and whether the storage is paid before it or after it. */
function TimesFields({ of }: { of: FieldsOf<keyof typeof timesRules> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField of={of} name="interval" label="Abrechnen">
        {(bound) => <Select options={times} {...bound} />}
      </FormField>
      <FormField of={of} name="storage_when" label="Lagerung zahlen">
        {(bound) => <Select options={whens} {...bound} />}
      </FormField>
    </div>
  );
}

const rules = z.object({
  price_list: z.string(),
  storage_mode: z.enum(storageModes),
  also_while_out: z.boolean(),
  minimum: z.union([z.literal(""), typedAmount]),
  minimum_scope: z.enum(minimumScopes),
  valid_from: z.string(),
  ...timesRules,
  ...invoiceRules,
});

const typedOf = ({ price_list, minimum, payment_days, mandate_date, ...agreed }: Terms): z.input<typeof rules> => ({
  ...agreed,
  discount_days: String(agreed.discount_days ?? ""),
  discount_percent: agreed.discount_percent?.replace(".", ",") ?? "",
  price_list: price_list ? String(price_list.id) : "",
  minimum: minimum?.replace(".", ",") ?? "",
  payment_days: String(payment_days),
  mandate_date: mandate_date ?? "",
  valid_from: "",
});

const sentOf = ({ price_list, minimum, valid_from, ...typed }: z.output<typeof rules>) => ({
  ...typed,
  ...(valid_from !== "" && { valid_from }),
  price_list: price_list === "" ? null : Number(price_list),
  minimum: minimum || null,
  mandate_date: typed.mandate_date || null,
  discount_days: typed.discount_days || null,
  discount_percent: typed.discount_percent || null,
});

type TermsFormProps = { customerId: number; terms: Terms; lists: readonly PriceList[] };

const modes = storageModes.map((value) => ({ value, label: storageModeText[value] }));
const scopes = minimumScopes.map((value) => ({ value, label: minimumScopeText[value] }));

/** Returns the terms as whoever types saw them, in the form that the call takes. */
const seenOf = ({ price_list, valid_from: _, ...terms }: Terms) => ({ ...terms, price_list: price_list?.id ?? null });

/** Agrees on what was typed; where months that are over would cost something else, after a yes. */
async function agree(id: number, typed: z.output<typeof rules>, seen: Terms, once: Attempt) {
  const body = { ...sentOf(typed), before: seenOf(seen) };
  try {
    return await call(setTerms, { path: { id }, body, once }).catch(reloadAfter(setTerms));
  } catch (error) {
    if (!(error instanceof CallError && error.code === "open_months" && (await mayChange(error.message)))) throw error;
    return call(setTerms, { path: { id }, body: { ...body, confirmed: true }, once });
  }
}

/** Shows the agreement, typed and sent as a whole. */
export function TermsForm({ customerId: id, terms, lists }: TermsFormProps) {
  const form = useSend({
    rules,
    start: { values: typedOf(terms) },
    send: (typed, once) => agree(id, typed, seen, once),
    route: setTerms,
    done: "Abrechnung aktualisiert",
    next: typedOf,
    loss: "Die Angaben zur Abrechnung werden nicht gespeichert.",
  });
  const seen: Terms = useSeen(terms, form);
  return (
    <Form onSubmit={form.submit} className="max-w-xl">
      <FormField
        of={form}
        name="price_list"
        label="Preisliste"
        hint="Ohne Liste gelten der Meterpreis und die Preise der Lieferoptionen."
      >
        {(bound) => (
          <Select empty="Keine" options={lists.map((list) => ({ value: list.id, label: list.name }))} {...bound} />
        )}
      </FormField>
      <FormField of={form} name="storage_mode" label="Lagerung berechnen">
        {(bound) => <Select options={modes} {...bound} />}
      </FormField>
      <Checkbox
        label="Auch solange eine Box beim Kunden ist"
        error={form.errors.also_while_out?.message}
        {...form.register("also_while_out")}
      />
      <TimesFields of={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField of={form} name="minimum" label="Mindestbetrag im Monat in Euro" hint="leer: keiner">
          {(bound) => <NumberInput decimal {...bound} />}
        </FormField>
        <FormField of={form} name="minimum_scope" label="Gilt">
          {(bound) => <Select options={scopes} {...bound} />}
        </FormField>
      </div>
      <ValidFrom of={form} since={terms.valid_from} />
      <InvoiceFields
        of={form}
        isXRechnung={form.watch("invoice_form") === "xrechnung"}
        mandateDay={<ValueField of={form} name="mandate_date" as={DateInput} label="Mandat unterschrieben am" />}
      />
      <SaveTerms isChanged={form.formState.isDirty} isPending={form.isPending} />
    </Form>
  );
}

const thisMonth = monthOf(new Date());
/** A year back, for months that are not billed, and half a year ahead. */
const firstDays = Array.from({ length: 19 }, (_, nth) => addMonths(thisMonth, 6 - nth)).map((month) => ({
  value: `${month}-01`,
  label: showMonth(month),
}));

const sinceHint = (day: string) =>
  `Preise, Zählung, Zeiten und Mindestbetrag; was jetzt hier steht, gilt ${isFromBeginning(day) ? "von Anfang an" : `ab ${showDate(day)}`}.`;

const mayChange = (text: string) =>
  confirm({ title: "Offene Monate ändern", text, action: "Trotzdem ab diesem Monat" });

/** From which month on it holds. */
const ValidFrom = ({ of, since }: { of: FieldsOf<"valid_from">; since: string }) => (
  <FormField of={of} name="valid_from" label="Gilt ab" hint={sinceHint(since)}>
    {(bound) => <Select className="max-w-64" empty="dem laufenden Monat" options={firstDays} {...bound} />}
  </FormField>
);

/** The way to save what was changed, with its place kept free. */
function SaveTerms({ isChanged, isPending }: { isChanged: boolean; isPending: boolean }) {
  return (
    <div className="min-h-8 pointer-coarse:min-h-12">
      {isChanged && (
        <div className="grid justify-items-start gap-2">
          <p className="text-muted">Was seitdem gemacht und nicht abgerechnet wurde, wird danach neu berechnet.</p>
          <Button type="submit" look="primary" pending={isPending}>
            Abrechnung speichern
          </Button>
        </div>
      )}
    </div>
  );
}
