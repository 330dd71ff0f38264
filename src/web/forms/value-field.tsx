import type { ComponentProps, ReactNode } from "react";
import { type Control, type FieldPath, type FieldPathValue, type FieldValues, useController } from "react-hook-form";
import { Field } from "#web/ui/form/field.tsx";

/** Properties that the form gives to the control. */
interface Bound<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly ref: (element: HTMLInputElement | null) => void;
}

type OfField = Pick<ComponentProps<typeof Field>, "label" | "required" | "hint">;

type ValueFieldProps<V extends FieldValues, Checked, Name extends FieldPath<V>, Props> = OfField & {
  of: { readonly control: Control<V, unknown, Checked> };
  name: Name;
  as: (props: Props & Bound<FieldPathValue<V, Name>>) => ReactNode;
} & Omit<Props, keyof OfField | keyof Bound<unknown> | "name">;

/** A field of a form whose control speaks of values and not of letters: a choice, a day. */
export function ValueField<V extends FieldValues, Checked, const Name extends FieldPath<V>, Props>(
  props: ValueFieldProps<V, Checked, Name, Props>,
) {
  const { of, name, as: Control, label, required, hint, ...rest } = props;
  const { field, fieldState } = useController({ control: of.control, name });
  const { value, onChange, onBlur, ref } = field;
  return (
    <Field label={label} required={required} hint={hint} error={fieldState.error?.message}>
      <Control {...(rest as Props)} value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
    </Field>
  );
}
