import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide";
import { useState } from "react";
import { createBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { nameLength } from "#contract/limits.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";

const which = [
  { value: "marked", label: "Alle markierten Boxen" },
  { value: "due", label: "Alle fälligen Boxen" },
] as const;

/** Begins a destruction of a customer's boxes; what something speaks against is left out. */
export function NewBatch() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" icon={Plus} onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">Vorgang anlegen</span>
      </Button>
      {open && <Asked onClose={() => setOpen(false)} />}
    </>
  );
}

function Asked({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [id, setId] = useState<number | null>(null);
  const [of, setOf] = useState<"marked" | "due">("marked");
  const [reason, setReason] = useState("");
  const selectedCustomer = useCustomer(id ?? undefined);
  const create = useMutation({
    mutationFn: (customer: number) =>
      call(createBatch, {
        body: { customer: { id: customer }, of, ...(reason.trim() && { early_reason: reason.trim() }) },
      }),
    meta: { inPlace: true },
    onSuccess: async (batch) => {
      await invalidate(createBatch);
      await navigate(paths.batch(batch.id));
    },
  });
  return (
    <FormDialog
      of={{ submit: () => id !== null && create.mutate(id), isPending: create.isPending, failure: create.error }}
      title="Vorgang anlegen"
      action="Entwurf anlegen"
      disabledReason={id === null && "Bitte wählen Sie einen Kunden."}
      onClose={onClose}
    >
      <p>Gesperrte, ausgelagerte und angeforderte Boxen bleiben draußen.</p>
      <CustomerField {...selectedCustomer} value={id} onChange={setId} />
      <Field label="Boxen">
        <Select
          options={which}
          value={of}
          onChange={({ target }) => setOf(target.value === "due" ? "due" : "marked")}
        />
      </Field>
      <Field
        label="Grund für Boxen vor dem Ende ihrer Frist"
        hint="Ohne Grund bleiben sie draußen; über jede entscheidet der Kunde einzeln."
      >
        <TextInput value={reason} maxLength={nameLength} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  );
}
