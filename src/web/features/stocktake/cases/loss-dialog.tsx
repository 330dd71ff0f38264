import * as z from "zod/mini";
import { loseCase } from "#contract/calls/stocktake/cases.ts";
import { filledText } from "#contract/fields/texts.ts";
import { nameLength, textLength } from "#contract/limits.ts";
import type { CaseDetail } from "#contract/schemas/stocktake/cases.ts";
import { showRead } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";

/** Reports the loss: the decision of a person, who types the number of the case. */
export function LossDialog({ of, onClose }: { of: CaseDetail; onClose: () => void }) {
  const { id, number, code, box } = of;
  const rules = z.object({
    number: filledText(nameLength).check(
      z.refine((typed) => typed.trim().toUpperCase() === number, `Bitte tippen Sie ${number} ein.`),
    ),
    text: filledText(textLength),
  });
  const form = useDialogForm({
    rules,
    start: { defaultValues: { number: "", text: "" } },
    send: (body, once) => call(loseCase, { path: { id }, body, once }),
    route: loseCase,
    done: "Verlust gemeldet",
    onSent: onClose,
    focus: "text",
  });
  return (
    <FormDialog of={form} role="alertdialog" title="Verlust melden" action="Verlust melden" danger onClose={onClose}>
      <p>
        Box {showRead(code)}
        {box && ` von ${box.owner.name}`} gilt als verloren. Der Brief an den Kunden ist danach kein Entwurf mehr.
      </p>
      <p className="text-muted">
        Enthält sie Daten von Personen, muss der Kunde es unverzüglich erfahren: Er hat 72 Stunden für eine Meldung
        (Art. 33 DSGVO).
      </p>
      <FormField of={form} name="text" label="Was wurde versucht" required>
        {(bound) => <Textarea rows={3} maxLength={textLength} {...bound} />}
      </FormField>
      <FormField of={form} name="number" label={`Zur Bestätigung ${number} eingeben`} required />
    </FormDialog>
  );
}
