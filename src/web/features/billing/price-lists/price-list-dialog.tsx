import { useNavigate } from "@tanstack/react-router";
import * as z from "zod/mini";
import { createPriceList, editPriceList } from "#contract/calls/billing/price-lists.ts";
import { typedRate } from "#contract/fields/billing.ts";
import { name } from "#contract/fields/texts.ts";
import type { PriceList } from "#contract/schemas/billing/price-lists.ts";
import { showDecimal } from "#rules/billing/amount-texts.ts";
import { vatCategories } from "#rules/billing/items.ts";
import { call } from "#web/api/call.ts";
import { VatFields, vatOf } from "#web/forms/vat-fields.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";

const listForm = z.object({ name, vat_category: z.enum(vatCategories), vat_rate: typedRate });

type PriceListDialogProps = {
  /** The one that is changed; a new one without. */
  list?: PriceList;
  onClose: () => void;
};

/** Makes a price list, or changes its name and the rate of trips. */
export function PriceListDialog({ list, onClose }: PriceListDialogProps) {
  const navigate = useNavigate();
  const { name: before = "", vat_category = "S", vat_rate = "19" } = list ?? {};
  const form = useDialogForm({
    rules: listForm,
    start: {
      defaultValues: {
        name: before,
        vat_category,
        vat_rate: showDecimal(vat_category === "S" ? vat_rate : "19", 0),
      },
    },
    send: (valid, once) => {
      const body = { name: valid.name, ...vatOf(valid) };
      const seen = { name: before, vat_category, vat_rate };
      return list
        ? call(editPriceList, { path: { id: list.id }, body: { ...body, before: seen }, once })
        : call(createPriceList, { body, once });
    },
    route: list ? editPriceList : createPriceList,
    done: list ? "Gespeichert" : "Preisliste angelegt",
    onSent: ({ id }) => {
      onClose();
      void navigate({ to: "/billing/prices", search: { list: id }, replace: true });
    },
  });
  const action = list ? "Speichern" : "Preisliste anlegen";
  return (
    <FormDialog
      of={form}
      title={list ? "Preisliste bearbeiten" : "Preisliste anlegen"}
      action={action}
      onClose={onClose}
    >
      <FormField of={form} name="name" label="Name" required hint="zum Beispiel Standard 2027" />
      <p className="text-muted">
        Steuersatz der Fahrten und eines Mindestbetrags; jeder andere Preis hat seinen eigenen.
      </p>
      <VatFields of={form} category={form.watch("vat_category")} />
    </FormDialog>
  );
}
