import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide";
import { useState } from "react";
import { completeBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { nameLength } from "#contract/limits.ts";
import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Section } from "#web/ui/page/section.tsx";

const places = [
  { value: "house", label: "Im Haus" },
  { value: "subcontractor", label: "Beim Dienstleister" },
] as const;

/** The second person says where and by which machine all was destroyed. */
export function Witness({ batch }: { batch: BatchDetail }) {
  const [place, setPlace] = useState(batch.place);
  const [machine, setMachine] = useState(batch.machine);
  const [subcontractor, setSubcontractor] = useState(batch.subcontractor);
  const complete = useMutation({
    mutationFn: () => call(completeBatch, { path: { id: batch.id }, body: { place, machine, subcontractor } }),
    meta: { inPlace: true },
    onSettled: () => invalidate(completeBatch),
  });
  return (
    <Section title="Vernichtung bezeugen">
      <Form onSubmit={() => complete.mutate()}>
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label="Ort">
            <Select
              options={places}
              value={place}
              onChange={({ target }) => setPlace(target.value === "house" ? "house" : "subcontractor")}
            />
          </Field>
          <Field label="Gerät">
            <TextInput value={machine} maxLength={nameLength} onChange={({ target }) => setMachine(target.value)} />
          </Field>
          <Field label="Dienstleister">
            <TextInput
              value={subcontractor}
              maxLength={nameLength}
              onChange={({ target }) => setSubcontractor(target.value)}
            />
          </Field>
        </div>
        {complete.error && <ErrorState error={complete.error} />}
        <div>
          <Button
            type="submit"
            look="primary"
            icon={Check}
            pending={complete.isPending}
            disabledReason={batch.actions.complete ?? undefined}
          >
            Vernichtung bezeugen
          </Button>
        </div>
      </Form>
    </Section>
  );
}
