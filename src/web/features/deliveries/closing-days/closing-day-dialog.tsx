import * as z from "zod/mini";
import { createClosingDay } from "#contract/calls/deliveries/closing-days.ts";
import { name } from "#contract/fields/texts.ts";
import { isDay } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { ValueField } from "#web/forms/value-field.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";

const closingDayForm = z.object({
  day: z.string().check(z.minLength(1, { error: invalid.required, abort: true }), z.refine(isDay, invalid.range)),
  text: name,
});

/** Adds a day without deliveries. */
export function ClosingDayDialog({ onClose }: { onClose: () => void }) {
  const form = useDialogForm({
    rules: closingDayForm,
    start: { defaultValues: { day: "", text: "" } },
    send: (body, once) => call(createClosingDay, { body, once }),
    route: createClosingDay,
    done: "Schließtag angelegt",
    onSent: onClose,
  });
  return (
    <FormDialog of={form} title="Schließtag anlegen" action="Schließtag anlegen" onClose={onClose}>
      <ValueField of={form} name="day" as={DateInput} label="Tag" required />
      <FormField of={form} name="text" label="Grund" required hint="zum Beispiel Betriebsausflug; Kunden lesen ihn" />
    </FormDialog>
  );
}
