import { useWatch } from "react-hook-form";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import type { BoxCreateControl } from "./box-create-form.ts";

const continues = "0 setzt nach der höchsten Boxnummer des Kunden fort";

/** The first box number; the hint tells which numbers the boxes will get. */
export function BoxCreateStart({ of }: { of: FieldsOf<"start"> & { readonly control: BoxCreateControl } }) {
  const [start, amount] = useWatch({ control: of.control, name: ["start", "amount"] });
  return (
    <FormField of={of} name="start" label="Startnummer" required hint={numbersOf(start, amount)}>
      {(bound) => <NumberInput {...bound} />}
    </FormField>
  );
}

function numbersOf(start: string, amount: string): string {
  const first = numberIn(start);
  const last = first + numberIn(amount) - 1;
  if (!(first >= 1 && last >= first && last <= maxBoxNumber)) return continues;
  const numbers = first === last ? ` ${show(first)}` : `n ${show(first)} bis ${show(last)}`;
  return `Boxnummer${numbers}. ${continues}`;
}

const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
const show = (number: number) => number.toLocaleString("de-DE");
