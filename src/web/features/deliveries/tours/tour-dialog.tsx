import * as z from "zod/mini";
import { createTour, editTour } from "#contract/calls/deliveries/tours.ts";
import { text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import type { VanTour } from "#contract/schemas/deliveries/tours.ts";
import { isDay } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { ValueField } from "#web/forms/value-field.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";

const tourForm = z.object({
  day: z.string().check(z.minLength(1, { error: invalid.required, abort: true }), z.refine(isDay, invalid.range)),
  vehicle: text(nameLength),
  driver: text(nameLength),
});

type TourDialogProps = {
  /** Initial contents of the fields. */
  tour: Pick<VanTour, "day" | "vehicle" | "driver"> & { readonly id?: number };
  /** The deliveries that a new tour begins with. */
  deliveries?: readonly number[];
  onSent?: (id: number) => unknown;
  onClose: () => void;
};

/** Plans a tour, or says anew when and with whom it goes. */
export function TourDialog({ tour: { id, day, vehicle, driver }, deliveries = [], onSent, onClose }: TourDialogProps) {
  const form = useDialogForm({
    rules: tourForm,
    start: { defaultValues: { day, vehicle, driver } },
    send: (body, once) =>
      id === undefined
        ? call(createTour, { body: { ...body, deliveries: [...deliveries] }, once })
        : call(editTour, { path: { id }, body: { ...body, before: { day, vehicle, driver } }, once }),
    route: createTour,
    done: id === undefined ? "Tour angelegt" : "Gespeichert",
    onSent: (tour) => {
      onClose();
      onSent?.(tour.id);
    },
  });
  const title = id === undefined ? "Tour anlegen" : "Tour bearbeiten";
  return (
    <FormDialog of={form} title={title} action={id === undefined ? title : "Speichern"} onClose={onClose}>
      <ValueField of={form} name="day" as={DateInput} label="Tag" required />
      <FormField of={form} name="vehicle" label="Fahrzeug" hint="zum Beispiel das Kennzeichen" />
      <FormField of={form} name="driver" label="Fahrer" />
    </FormDialog>
  );
}
