import * as z from "zod/mini";
import { notePayments } from "#contract/calls/billing/invoices.ts";
import { showThings } from "#rules/amounts.ts";
import { mostPayments, readPayments } from "#rules/billing/payments.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Textarea } from "#web/ui/form/textarea.tsx";

const readable = z.check<string>((context) => {
  const read = readPayments(context.value);
  const refuse = (message: string) =>
    context.issues.push({ code: "custom", input: context.value, message, continue: false });
  if ("wrong" in read) refuse(`Zeile ${read.wrong}: Es fehlt die Nummer, oder der Tag ist keiner.`);
  else if (read.payments.length === 0) refuse(invalid.required);
  else if (read.payments.length > mostPayments) refuse(`Höchstens ${mostPayments} auf einmal.`);
});
const paymentForm = z.object({ payments: z.string().check(readable) });

/** Notes many payments at once, as they are copied out of a spreadsheet. */
export function PaymentsDialog({ onClose }: { onClose: () => void }) {
  const form = useDialogForm({
    rules: paymentForm,
    start: { defaultValues: { payments: "" } },
    send: ({ payments }, once) => {
      const read = readPayments(payments);
      return call(notePayments, { body: { payments: "payments" in read ? read.payments : [] }, once });
    },
    route: notePayments,
    onSent: ({ changed }) => {
      notify(`${showThings(changed, "Rechnung", "Rechnungen")} als bezahlt vermerkt`);
      onClose();
    },
  });
  return (
    <FormDialog of={form} title="Zahlungen vermerken" action="Als bezahlt vermerken" onClose={onClose}>
      <FormField
        of={form}
        name="payments"
        label="Nummer und Tag"
        required
        hint="eine Rechnung je Zeile, wie aus einer Tabelle kopiert: RE-2026-00001, Tabulator oder Semikolon, 15.12.2026"
      >
        {(bound) => <Textarea rows={8} {...bound} />}
      </FormField>
    </FormDialog>
  );
}
