import { useState } from "react";
import * as z from "zod/mini";
import { setPrice } from "#contract/calls/billing/price-lists.ts";
import { typedPrice, typedRate } from "#contract/fields/billing.ts";
import type { PriceList, PriceRule } from "#contract/schemas/billing/price-lists.ts";
import { showDecimal } from "#rules/billing/amount-texts.ts";
import {
  billedItems,
  type BilledUnit,
  itemText,
  type PricedItem,
  pricedItems,
  standardRate,
  unitText,
  vatCategories,
} from "#rules/billing/items.ts";
import { berlinDay, isDay, showDate } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { VatFields, vatOf } from "#web/forms/vat-fields.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { ValueField } from "#web/forms/value-field.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Select } from "#web/ui/form/select.tsx";

const units = Object.keys(unitText) as [BilledUnit, ...BilledUnit[]];
const priceForm = z.object({
  item: z.enum(pricedItems),
  unit: z.enum(units),
  price: typedPrice,
  vat_category: z.enum(vatCategories),
  vat_rate: typedRate,
  valid_from: z
    .string()
    .check(z.minLength(1, { error: invalid.required, abort: true }), z.refine(isDay, invalid.range)),
});

const items = pricedItems.map((value) => ({ value, label: itemText[value] }));

type PriceDialogProps = {
  list: PriceList;
  item?: PricedItem;
  /** The price that is corrected. */
  rule?: PriceRule;
  onClose: () => void;
};

/** Sets the price of an item from a day on. On the day on which a price begins it is corrected; on another day a new one begins. */
export function PriceDialog({ list, item = "storage", rule, onClose }: PriceDialogProps) {
  const [today] = useState(() => berlinDay(new Date()));
  const form = useDialogForm({
    rules: priceForm,
    start: {
      defaultValues: {
        item,
        unit: rule?.unit ?? billedItems[item][0],
        price: rule ? showDecimal(rule.price, 2) : "",
        vat_category: rule?.vat_category ?? "S",
        vat_rate: showDecimal(rule?.vat_category === "S" ? rule.vat_rate : standardRate(today), 0),
        valid_from: rule?.valid_from ?? today,
      },
    },
    send: ({ unit, ...valid }, once) => {
      const unitOfItem = unitsOf(valid.item).find((each) => each === unit);
      const body = { ...valid, ...vatOf(valid), ...(unitOfItem && { unit: unitOfItem }) };
      return call(setPrice, { path: { id: list.id }, body, once });
    },
    route: setPrice,
    done: "Preis gespeichert",
    onSent: onClose,
  });
  const [chosen, from] = form.watch(["item", "valid_from"]);
  const choices = unitsOf(chosen);
  const isThere = list.rules.some((each) => each.item === chosen && each.valid_from === from);
  return (
    <FormDialog of={form} title={rule ? "Preis ändern" : "Preis festlegen"} action="Preis speichern" onClose={onClose}>
      <FormField of={form} name="item" label="Leistung" required>
        {(bound) => <Select options={items} {...bound} />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField of={form} name="price" label="Preis in Euro" required>
          {(bound) => <NumberInput decimal {...bound} />}
        </FormField>
        <FormField of={form} name="unit" label="Je">
          {(bound) => <Select options={choices.map((value) => ({ value, label: unitText[value] }))} {...bound} />}
        </FormField>
      </div>
      <VatFields of={form} category={form.watch("vat_category")} />
      <ValueField
        of={form}
        name="valid_from"
        as={DateInput}
        label="Gilt ab"
        required
        hint={isThere ? "berichtigt den Preis, der an diesem Tag beginnt" : "an diesem Tag beginnt ein neuer Preis"}
      />
      <p role="status" className="rounded-md bg-tone-soft px-3 py-2 text-tone tone-amber empty:hidden">
        {isDay(from) &&
          from <= today &&
          `Was seit dem ${showDate(from)} gemacht und gelagert wurde, wird mit diesem Preis neu berechnet.`}
      </p>
    </FormDialog>
  );
}

const unitsOf = (item: PricedItem): readonly BilledUnit[] => billedItems[item];
