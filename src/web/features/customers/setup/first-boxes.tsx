import { useState } from "react";
import * as z from "zod/mini";
import { createBoxes } from "#contract/calls/stock/boxes.ts";
import { typedBoxAmount, typedBoxSize } from "#contract/fields/box.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { showBoxes } from "#rules/amounts.ts";
import { showBoxCodes } from "#rules/stock/box-code.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { PrintLabels } from "#web/label-printing/print-labels-button.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";

const rules = z.object({ amount: typedBoxAmount, size: typedBoxSize });

/** Adds the first boxes, and prints their labels. */
export function FirstBoxes({ customer: { id, count_boxes } }: { customer: CustomerDetail }) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [first, last] = [codes[0], codes.at(-1)];
  if (first && last)
    return (
      <div className="grid gap-3">
        <p>{showBoxCodes(first, last)}</p>
        <div>
          <PrintLabels codes={codes}>Etiketten drucken</PrintLabels>
        </div>
      </div>
    );
  if (count_boxes > 0) return <p>{showBoxes(count_boxes)}</p>;
  return <BoxForm customer={id} onMade={setCodes} />;
}

function BoxForm({ customer, onMade }: { customer: number; onMade: (codes: readonly string[]) => void }) {
  const form = useSend({
    rules,
    start: { defaultValues: { amount: "", size: "400" } }, // specification 9
    send: (valid, once) => call(createBoxes, { body: { owner: customer, start: 0, ...valid }, once }),
    route: createBoxes,
    done: successTexts.boxesAdded,
    loss: "Die neuen Boxen werden nicht angelegt.",
    onSent: (boxes) => onMade(boxes.map(({ code }) => code)),
  });
  return (
    <Form onSubmit={form.submit}>
      <FormField of={form} name="amount" label="Anzahl" required>
        {(bound) => <NumberInput {...bound} />}
      </FormField>
      <FormField of={form} name="size" label="Größe in mm" required hint="Breite einer Box im Regal">
        {(bound) => <NumberInput {...bound} />}
      </FormField>
      <FormActions>
        <Button type="submit" look="primary" pending={form.isPending}>
          Boxen hinzufügen
        </Button>
      </FormActions>
    </Form>
  );
}
