import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { reportAbsence } from "#contract/calls/deliveries/tours.ts";
import type { DeliveryStop } from "#contract/schemas/deliveries/tours.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { absences, absenceText } from "#rules/deliveries/tours.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";

type AbsenceDialogProps = { tour: number; stop: DeliveryStop; onClose: () => void };

/** Says why a delivery was not handed over; its customer reads it. */
export function AbsenceDialog({ tour, stop, onClose }: AbsenceDialogProps) {
  const [absence, setAbsence] = useState<(typeof absences)[number]>("nobody");
  const sending = useMutation({
    mutationFn: () => call(reportAbsence, { path: { id: tour }, body: { delivery: stop.delivery, absence } }),
    meta: { inPlace: true },
    onSuccess: onClose,
    onSettled: () => invalidate(reportAbsence),
  });
  const submit = () => {
    if (!sending.isPending) sending.mutate();
  };
  return (
    <FormDialog
      of={{ submit, isPending: sending.isPending, failure: sending.error }}
      title="Nicht angetroffen"
      action="Melden"
      onClose={onClose}
    >
      <p>
        Lieferung {showDeliveryCode(stop.code)}, {showCustomer(stop.customer)}. Der Kunde erfährt es per E-Mail, und die
        Lieferung kann auf eine andere Tour.
      </p>
      <Field label="Warum">
        <Select
          options={absences.map((value) => ({ value, label: absenceText[value] }))}
          value={absence}
          onChange={({ target }) => setAbsence(absences.find((one) => one === target.value) ?? "nobody")}
        />
      </Field>
    </FormDialog>
  );
}
