import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { setCostCentre } from "#contract/calls/stock/boxes.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showBoxes } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { CostCentreField } from "#web/forms/cost-centre-field.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

type CostCentreDialogProps = {
  /** Boxes of one customer. */
  boxes: readonly Pick<Box, "id" | "code" | "owner" | "cost_centre">[];
  onDone?: () => void;
  onClose: () => void;
};

/** Sets the cost centre of boxes, all of them or none. */
export function CostCentreDialog({ boxes, onDone, onClose }: CostCentreDialogProps) {
  const [first] = boxes;
  const isSame = boxes.every(({ cost_centre }) => cost_centre === first?.cost_centre);
  const [name, setName] = useState(isSame ? (first?.cost_centre ?? "") : "");
  const saving = useMutation({
    mutationFn: () => call(setCostCentre, { body: { boxes: boxes.map(({ id }) => id), cost_centre: name } }),
    meta: { inPlace: true },
    onSuccess: ({ changed }) => {
      notify(`Kostenstelle bei ${showBoxes(changed)} geändert`);
      onDone?.();
      onClose();
    },
    onSettled: () => invalidate(setCostCentre),
  });
  const submit = () => {
    if (!saving.isPending) saving.mutate();
  };
  const of = boxes.length === 1 && first ? showBoxCode(first.code) : showBoxes(boxes.length);
  return (
    <FormDialog
      of={{ submit, isPending: saving.isPending, failure: saving.error }}
      title={`Kostenstelle von ${of}`}
      action="Kostenstelle speichern"
      onClose={onClose}
    >
      <CostCentreField customer={first?.owner.id ?? 0} value={name} onChange={setName} />
    </FormDialog>
  );
}
