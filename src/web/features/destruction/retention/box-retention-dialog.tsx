import { useState } from "react";
import { assignRetention } from "#contract/calls/destruction/retention.ts";
import type { BoxRetention } from "#contract/schemas/destruction/retention.ts";
import { call } from "#web/api/call.ts";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { KeptFields } from "./kept-fields.tsx";
import { keptForm, retentionChanges, type TypedKept } from "./kept-form.ts";

type DialogProps = {
  box: { readonly id: number; readonly name: string };
  kept: BoxRetention;
  onClose: () => void;
};

const typedOf = ({ retention_class, begins, until, until_reason }: BoxRetention): TypedKept => ({
  retention_class: retention_class?.id ?? null,
  begins: begins ?? "",
  until: until ?? "",
  reason: until_reason ?? "",
});

/** By which class and from when a box is kept. */
export function BoxRetentionDialog({ box, kept, onClose }: DialogProps) {
  const [old] = useState(() => typedOf(kept)); // what somebody else changes meanwhile is not to be changed back
  const form = useDialogForm({
    rules: keptForm,
    start: { defaultValues: old },
    send: (valid, once) =>
      call(assignRetention, {
        body: { customer: { id: kept.customer }, boxes: [box.id], ...retentionChanges(valid, old) },
        once,
      }),
    route: assignRetention,
    done: "Aufbewahrung aktualisiert",
    onSent: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={`Aufbewahrung von ${box.name}`}
      action="Aufbewahrung speichern"
      disabledReason={!form.formState.isDirty && "Es ist nichts geändert."}
      onClose={onClose}
    >
      <KeptFields of={form} customer={kept.customer} />
    </FormDialog>
  );
}
