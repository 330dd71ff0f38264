import { useState } from "react";
import { assignRetention } from "#contract/calls/retention.ts";
import type { BoxRetention } from "#contract/schemas/retention/retention.ts";
import { call } from "#web/api/call.ts";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
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
  const form = useSend({
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
    onFailure: () => undefined, // stands above the buttons
  });
  return (
    <Dialog open onClose={onClose} title={`Aufbewahrung von ${box.name}`}>
      <Form onSubmit={form.submit}>
        <KeptFields of={form} customer={kept.customer} />
        {form.failure && <ErrorState error={form.failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Abbrechen</Button>
          <Button
            type="submit"
            look="primary"
            pending={form.isPending}
            disabledReason={!form.formState.isDirty && "Es ist nichts geändert."}
          >
            Aufbewahrung speichern
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
