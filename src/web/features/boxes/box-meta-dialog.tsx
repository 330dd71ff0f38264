import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { done } from "#rules/done-texts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { boxChanged } from "#web/api/box-changes.ts";
import { type BoxMeta, type BoxMetaErrors, checkMeta, metaOf, saveMeta } from "./box-meta-form.ts";

const labels = { year: "Jahrgang", destroyYear: "Vernichtungsjahr", size: "Größe in mm" };

/** Years, first delivery and size of this one box; an emptied field is reset. */
export function BoxMetaDialog({ box, onClose }: { box: BoxDetail; onClose: () => void }) {
  const [old] = useState(() => metaOf(box)); // what somebody else changes meanwhile is not to be changed back
  const [meta, setMeta] = useState(old);
  const [wrong, setWrong] = useState<BoxMetaErrors>({});
  const save = useMutation({
    mutationFn: () => saveMeta(box, old, meta),
    meta: { inPlace: true },
    onSuccess: async () => {
      notify(done.metaUpdated);
      onClose();
      await boxChanged();
    },
  });
  const change = (key: keyof BoxMeta, text: string) => {
    setMeta((typed) => ({ ...typed, [key]: text.trim() }));
    setWrong((found) => ({ ...found, [key]: undefined }));
  };
  const submit = () => {
    const errors = checkMeta(meta);
    setWrong(errors);
    if (Object.keys(errors).length === 0 && !save.isPending) save.mutate();
  };
  const number = (key: keyof typeof labels) => (
    <Field label={labels[key]} error={wrong[key]} required={key === "size"}>
      <NumberInput value={meta[key]} onChange={(event) => change(key, event.target.value)} />
    </Field>
  );
  return (
    <Dialog open onClose={onClose} title={`Meta-Daten von ${showBoxCode(box.code)}`}>
      <Form onSubmit={submit}>
        {number("year")}
        {number("destroyYear")}
        <Field label="Erste Lieferung" error={wrong.firstDelivery}>
          <DateInput value={meta.firstDelivery} onChange={(day) => change("firstDelivery", day)} />
        </Field>
        {number("size")}
        {save.error && <ErrorState error={save.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" look="primary" pending={save.isPending}>
            Meta-Daten speichern
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
