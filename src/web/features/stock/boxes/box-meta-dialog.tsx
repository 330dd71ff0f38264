import { Fragment, type ReactNode, useState } from "react";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { ValueField } from "#web/forms/value-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { mayDiscard } from "#web/shell/leave-question.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { boxMetaForm, metaOf, saveMeta } from "./box-meta-form.ts";

const periodHint = "Etwa 2019, 2015–2019 oder ab 01.03.2015";

/** Years, period, first delivery and size of this one box; an emptied field is reset. */
export function BoxMetaDialog({ box, onClose }: { box: BoxDetail; onClose: () => void }) {
  const [old] = useState(() => metaOf(box)); // what somebody else changes meanwhile is not to be changed back
  const form = useDialogForm({
    rules: boxMetaForm,
    start: { defaultValues: old },
    send: (valid, once) => saveMeta(box, old, valid, once),
    route: editMeta,
    done: successTexts.metaUpdated,
    onSent: onClose,
  });
  const { isDirty } = form.formState;
  const leave = async () => {
    if (!isDirty || (await mayDiscard("Die Metadaten bleiben, wie sie waren."))) onClose();
  };
  const number = (name: "year" | "destroyYear" | "size", label: string) => (
    <FormField of={form} name={name} label={label} required={name === "size"}>
      {(bound) => <NumberInput {...bound} />}
    </FormField>
  );
  // a value that joins the rules does not compile until it has its field here
  const fields: Record<keyof typeof old, ReactNode> = {
    year: number("year", "Jahrgang"),
    period: <FormField of={form} name="period" label="Laufzeit" hint={periodHint} />,
    destroyYear: number("destroyYear", "Vernichtungsjahr"),
    firstDelivery: <ValueField of={form} name="firstDelivery" label="Erste Lieferung" as={DateInput} />,
    size: number("size", "Größe in mm"),
    numbers: (
      <FormField of={form} name="numbers" label="Fremdnummern, eine je Zeile">
        {(bound) => <Textarea {...bound} />}
      </FormField>
    ),
  };
  return (
    <FormDialog
      of={form}
      title={`Metadaten von ${showBoxCode(box.code)}`}
      action="Metadaten speichern"
      onClose={() => void leave()}
    >
      {Object.entries(fields).map(([name, field]) => (
        <Fragment key={name}>{field}</Fragment>
      ))}
    </FormDialog>
  );
}
