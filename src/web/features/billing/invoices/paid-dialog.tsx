import { useState } from "react";
import * as z from "zod/mini";
import { noteInvoice } from "#contract/calls/billing/invoices.ts";
import type { InvoiceDetail } from "#contract/schemas/billing/invoices.ts";
import { berlinDay, isDay, showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { useDialogForm } from "#web/forms/use-send.ts";
import { ValueField } from "#web/forms/value-field.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";

const paidForm = z.object({
  paid_on: z.string().check(z.minLength(1, { error: invalid.required, abort: true }), z.refine(isDay, invalid.range)),
});

/** Says which amount came in, or went out, where the invoice is noted as paid. With a cash discount it is the amount that the discount leaves. */
function receivedText({ gross, discount }: InvoiceDetail): string {
  if (gross.startsWith("-")) return `Ausgezahlt sind ${showMoney(gross.slice(1))}.`;
  if (discount === null) return `Eingegangen sind ${showMoney(gross)}.`;
  return `Eingegangen sind ${showMoney(gross)}, oder mit Skonto bis ${showDate(discount.until)} ${showMoney(discount.due)}.`;
}

type PaidDialogProps = { invoice: InvoiceDetail; onClose: () => void };

/** Notes on which day an invoice was paid. */
export function PaidDialog({ invoice, onClose }: PaidDialogProps) {
  const { id, number } = invoice;
  const [defaultValues] = useState(() => ({ paid_on: berlinDay(new Date()) }));
  const form = useDialogForm({
    rules: paidForm,
    start: { defaultValues },
    send: (body, once) => call(noteInvoice, { path: { id }, body, once }),
    route: noteInvoice,
    done: "Als bezahlt vermerkt",
    onSent: onClose,
  });
  return (
    <FormDialog of={form} title={`${number} bezahlt`} action="Als bezahlt vermerken" onClose={onClose}>
      <p>{receivedText(invoice)}</p>
      <ValueField of={form} name="paid_on" as={DateInput} label="Bezahlt am" required />
    </FormDialog>
  );
}
