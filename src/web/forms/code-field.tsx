import { TextInput } from "#web/ui/form/text-input.tsx";
import { type FieldsOf, FormField } from "./form-field.tsx";

/** A code of the second factor, where it proves who somebody is. */
export function CodeField({ of }: { of: FieldsOf<"code"> }) {
  return (
    <FormField
      of={of}
      name="code"
      label="Code"
      required
      hint="sechsstellig aus der App, oder ein Wiederherstellungscode"
    >
      {(bound) => <TextInput className="tabular-nums" autoComplete="one-time-code" {...bound} />}
    </FormField>
  );
}
