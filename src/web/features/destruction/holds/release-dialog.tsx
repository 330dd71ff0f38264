import { releaseHold } from "#contract/calls/destruction/holds.ts";
import { textLength } from "#contract/limits.ts";
import type { Hold } from "#contract/schemas/destruction/holds.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { releaseForm } from "./hold-form.ts";

export type ReleaseDialogProps = { hold: Hold; isStaff: boolean; onClose: () => void };

/** Ends a hold, with the reason; what the customer has set staff end by the customer's letter. */
export function ReleaseDialog({ hold, isStaff, onClose }: ReleaseDialogProps) {
  const needsLetter = isStaff && hold.by_customer;
  const form = useDialogForm({
    rules: releaseForm,
    start: { defaultValues: { reason: "", reference: "" } },
    send: (body, once) => call(releaseHold, { path: { id: hold.id }, body, once }),
    route: releaseHold,
    done: "Sperre aufgehoben",
    onSent: onClose,
  });
  const label = [hold.reason, hold.reference].filter(Boolean).join(", ");
  return (
    <FormDialog of={form} title="Sperre aufheben" action="Sperre aufheben" onClose={onClose}>
      <p>„{label}“ endet. Boxen, auf denen keine andere Sperre liegt, dürfen danach vernichtet werden.</p>
      <FormField of={form} name="reason" label="Grund" required>
        {(bound) => <Textarea rows={3} maxLength={textLength} {...bound} />}
      </FormField>
      <FormField
        of={form}
        name="reference"
        label="Schreiben"
        required={needsLetter}
        hint={needsLetter ? "Diese Sperre hat der Kunde gesetzt: Er hebt sie mit einem Schreiben auf." : undefined}
      />
    </FormDialog>
  );
}
