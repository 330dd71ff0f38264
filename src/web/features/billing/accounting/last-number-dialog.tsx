import * as z from "zod/mini";
import { nameLastNumber } from "#contract/calls/billing/numbers.ts";
import type { RestoredNumber } from "#contract/schemas/billing/numbers.ts";
import { seriesText } from "#rules/billing/number-series.ts";
import { showDayAndTime } from "#rules/times.ts";
import { call } from "#web/api/call.ts";
import { CallError } from "#web/api/call-error.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";

const numberForm = z.object({ number: z.string().check(z.trim()) });

type LastNumberDialogProps = { asked: RestoredNumber; onClose: () => void };

/** Asks for the last number of a series that was sent before a restore. */
export function LastNumberDialog({ asked: { id, series, known, taken }, onClose }: LastNumberDialogProps) {
  const name = (number: string, text: string) =>
    confirm({ title: "Letzte Nummer nennen", text, action: number === "" ? "Keine weitere" : "Nummer stimmt" });
  const form = useDialogForm({
    rules: numberForm,
    start: { defaultValues: { number: "" } },
    ask: async ({ number }) =>
      number !== "" ||
      name(number, "Seit der Sicherung hat keine weitere Nummer das Haus verlassen? Das lässt sich nicht mehr ändern."),
    send: async ({ number }, once) => {
      const body = { number: number === "" ? null : number };
      try {
        return await call(nameLastNumber, { path: { id }, body, once });
      } catch (error) {
        if (!(error instanceof CallError && error.code === "unlikely" && (await name(number, error.message))))
          throw error;
        return call(nameLastNumber, { path: { id }, body: { ...body, confirmed: true }, once });
      }
    },
    route: nameLastNumber,
    done: "Letzte Nummer genannt",
    onSent: onClose,
  });
  return (
    <FormDialog of={form} title={`Letzte Nummer: ${seriesText[series]}`} action="Nummer nennen" onClose={onClose}>
      <p>{`In der Sicherung vom ${showDayAndTime(taken)} ist die letzte ${known ?? "noch keine"}.`}</p>
      <FormField
        of={form}
        name="number"
        label="Letzte Nummer, die das Haus verlassen hat"
        hint="leer, wenn es seit der Sicherung keine weitere war"
      />
    </FormDialog>
  );
}
