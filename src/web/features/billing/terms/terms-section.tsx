import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { listPriceLists } from "#contract/calls/billing/price-lists.ts";
import { getTerms, setTerms } from "#contract/calls/billing/terms.ts";
import { typedAmount } from "#contract/fields/money.ts";
import type { PriceList } from "#contract/schemas/billing/price-lists.ts";
import type { Terms } from "#contract/schemas/billing/terms.ts";
import { minimumScopes, minimumScopeText, storageModes, storageModeText } from "#rules/billing/items.ts";
import { berlinDay } from "#rules/dates.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Section } from "#web/ui/page/section.tsx";

const rules = z.object({
  price_list: z.string(),
  storage_mode: z.enum(storageModes),
  also_while_out: z.boolean(),
  minimum: z.union([z.literal(""), typedAmount]),
  minimum_scope: z.enum(minimumScopes),
});

const typedOf = ({
  price_list,
  storage_mode,
  also_while_out,
  minimum,
  minimum_scope,
}: Terms): z.input<typeof rules> => ({
  price_list: price_list ? String(price_list.id) : "",
  storage_mode,
  also_while_out,
  minimum: minimum?.replace(".", ",") ?? "",
  minimum_scope,
});

/** What is agreed with a customer about prices, and the way to what this month costs so far. */
export function TermsSection({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(queryFor(getTerms, { path: { id: customerId } }));
  const { data: lists } = useQuery(queryFor(listPriceLists));
  const [month] = useState(() => berlinDay(new Date()).slice(0, 7));
  return (
    <Section
      title="Abrechnung"
      actions={
        <>
          <TextLink {...paths.bill(customerId, { month })}>Was dieser Monat bisher kostet</TextLink>
          <TextLink to="/billing/prices" search={{ list: data?.price_list?.id }}>
            Preislisten
          </TextLink>
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      {data && lists && <TermsForm customerId={customerId} terms={data} lists={lists.results} />}
    </Section>
  );
}

type TermsFormProps = { customerId: number; terms: Terms; lists: readonly PriceList[] };

const modes = storageModes.map((value) => ({ value, label: storageModeText[value] }));
const scopes = minimumScopes.map((value) => ({ value, label: minimumScopeText[value] }));

function TermsForm({ customerId: id, terms, lists }: TermsFormProps) {
  const form = useSend({
    rules,
    start: { values: typedOf(terms), resetOptions: { keepDirtyValues: true } },
    send: ({ price_list, minimum, ...typed }, once) => {
      // what is agreed about invoices is no field here, and stays
      const body = {
        ...terms,
        ...typed,
        price_list: price_list === "" ? null : Number(price_list),
        minimum: minimum || null,
      };
      return call(setTerms, { path: { id }, body, once });
    },
    route: setTerms,
    done: "Abrechnung aktualisiert",
    next: typedOf,
    loss: "Die Angaben zur Abrechnung werden nicht gespeichert.",
  });
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
      <Checkbox label="Auch solange eine Box beim Kunden ist" {...form.register("also_while_out")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField of={form} name="minimum" label="Mindestbetrag im Monat in Euro" hint="leer: keiner">
          {(bound) => <NumberInput decimal {...bound} />}
        </FormField>
        <FormField of={form} name="minimum_scope" label="Gilt">
          {(bound) => <Select options={scopes} {...bound} />}
        </FormField>
      </div>
      <div className="min-h-8 pointer-coarse:min-h-12">
        {form.formState.isDirty && (
          <div className="grid justify-items-start gap-2">
            <p className="text-muted">Was seit dem Ersten des Monats gemacht wurde, wird danach neu berechnet.</p>
            <Button type="submit" look="primary" pending={form.isPending}>
              Abrechnung speichern
            </Button>
          </div>
        )}
      </div>
    </Form>
  );
}
