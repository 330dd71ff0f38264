import { type UseFormReturn, useWatch } from "react-hook-form";
import { maxBoxNumber } from "#rules/box-code.ts";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import type { BoxCreateInput, BoxCreateValues } from "./box-create-form.ts";

const continues = "0 setzt nach der höchsten Boxnummer des Kunden fort";

/** The first box number; the hint tells which numbers the boxes will get. */
export function BoxCreateStart({ form }: { form: UseFormReturn<BoxCreateInput, unknown, BoxCreateValues> }) {
  const [start, amount] = useWatch({ control: form.control, name: ["start", "amount"] });
  return (
    <Field label="Startnummer" required error={form.formState.errors.start?.message} hint={numbersOf(start, amount)}>
      <NumberInput {...form.register("start")} />
    </Field>
  );
}

function numbersOf(start: string, amount: string): string {
  const first = numberIn(start);
  const last = first + numberIn(amount) - 1;
  if (!(first >= 1 && last >= first && last <= maxBoxNumber)) return continues;
  if (first === last) return `Boxnummer ${show(first)}. ${continues}`;
  return `Boxnummern ${show(first)} bis ${show(last)}. ${continues}`;
}

const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
const show = (number: number) => number.toLocaleString("de-DE");
