import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { listPriceLists } from "#contract/calls/billing/price-lists.ts";
import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { getTerms } from "#contract/calls/billing/terms.ts";
import { typedPrice, typedQuantity, typedRate } from "#contract/fields/billing.ts";
import { filledText, text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import { showDecimal, showPrice } from "#rules/billing/amount-texts.ts";
import { billedItems, countedText, handItems, itemText, standardRate, vatCategories } from "#rules/billing/items.ts";
import { monthDays } from "#rules/billing/month.ts";
import { priceOn } from "#rules/billing/price-on.ts";
import { addDays, berlinDay, isDay } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { CostCentreField } from "#web/forms/cost-centre-field.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { ValueField } from "#web/forms/value-field.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { VatFields, vatOf } from "#web/forms/vat-fields.tsx";

const entryForm = z.object({
  day: z.string().check(z.minLength(1, { error: invalid.required, abort: true }), z.refine(isDay, invalid.range)),
  item: z.enum(handItems),
  quantity: typedQuantity,
  price: typedPrice,
  vat_category: z.enum(vatCategories),
  vat_rate: typedRate,
  text: filledText(1000),
  cost_centre: text(nameLength),
});

const items = handItems.map((value) => ({
  value,
  label: `${itemText[value]} (${countedText[billedItems[value][0]][1]})`,
}));

/** Returns an empty entry of today, or of the last day of a month that is over. */
function emptyEntry(month: string, today: string): z.input<typeof entryForm> {
  const last = addDays(monthDays(month).to, -1);
  const day = last < today ? last : today;
  const vat = { vat_category: "S", vat_rate: showDecimal(standardRate(day), 0) } as const;
  return { day, item: "hours", quantity: "", price: "", ...vat, text: "", cost_centre: "" };
}

type EntryDialogProps = { customerId: number; month: string; onClose: () => void };

/** Charges a customer for what no scan knows of. */
export function EntryDialog({ customerId, month, onClose }: EntryDialogProps) {
  const [defaultValues] = useState(() => emptyEntry(month, berlinDay(new Date())));
  const form = useDialogForm({
    rules: entryForm,
    start: { defaultValues },
    send: (valid, once) =>
      call(createServiceEntry, { body: { customer: customerId, ...valid, ...vatOf(valid) }, once }),
    route: createServiceEntry,
    done: "Leistung eingetragen",
    onSent: onClose,
  });
  const [item, at, centre] = form.watch(["item", "day", "cost_centre"]);
  const listed = useListedPrice(customerId, item, at);
  const [one] = countedText[billedItems[item][0]];
  const { setValue } = form;
  const isPriceTyped = form.formState.dirtyFields.price ?? false;
  useEffect(() => {
    if (listed !== undefined && !isPriceTyped) setValue("price", showDecimal(listed, 2));
  }, [listed, isPriceTyped, setValue]);
  return (
    <FormDialog of={form} title="Leistung eintragen" action="Eintragen" onClose={onClose}>
      <FormField of={form} name="item" label="Leistung" required>
        {(bound) => <Select options={items} {...bound} />}
      </FormField>
      <FormField of={form} name="text" label="Text" required hint="steht auf der Rechnung" />
      <div className="grid gap-4 sm:grid-cols-2">
        <ValueField of={form} name="day" as={DateInput} label="Tag" required />
        <FormField of={form} name="quantity" label="Menge" required>
          {(bound) => <NumberInput decimal {...bound} />}
        </FormField>
        <FormField
          of={form}
          name="price"
          label={`Preis in Euro je ${one}`}
          required
          hint={listed && `Preisliste: ${showPrice(listed)}`}
        >
          {(bound) => <NumberInput decimal {...bound} />}
        </FormField>
        <CostCentreField
          customer={customerId}
          value={centre}
          onChange={(name) => setValue("cost_centre", name)}
          error={form.errors.cost_centre?.message}
        />
      </div>
      <VatFields of={form} category={form.watch("vat_category")} />
    </FormDialog>
  );
}

/** Returns the price of an item on a day by the customer's price list, where it is for the unit in which it is typed. */
function useListedPrice(customerId: number, item: keyof typeof billedItems, day: string): string | undefined {
  const { data: terms } = useQuery(queryFor(getTerms, { path: { id: customerId } }));
  const { data: lists } = useQuery(queryFor(listPriceLists));
  const list = lists?.results.find(({ id }) => id === terms?.price_list?.id);
  const rule = list && priceOn(list.rules, item, day);
  return rule?.unit === billedItems[item][0] ? rule.price : undefined;
}
