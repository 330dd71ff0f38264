import { type ComponentProps, type ReactNode, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { paperHint } from "#rules/texts/on-paper.ts";
import { Field } from "#web/ui/form/field.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";

/** Part of a form that fields of these names need. */
export interface FieldsOf<Name extends string> {
  readonly register: (name: Name) => UseFormRegisterReturn;
  readonly errors: { readonly [Field in Name]?: { readonly message?: string | undefined } | undefined };
}

type FormFieldProps<Name extends string> = Omit<ComponentProps<typeof Field>, "error" | "children"> & {
  of: FieldsOf<Name>;
  name: Name;
  /** The control, where it is more than a line of text. */
  children?: (bound: UseFormRegisterReturn) => ReactNode;
};

/** A field of a form with its label, what is wrong with it, and what of it documents cannot draw as it is. */
export function FormField<const Name extends string>({ of, name, children, ...field }: FormFieldProps<Name>) {
  const [onPaper, setOnPaper] = useState(""); // a text, so that typing draws nothing anew while it stays the same
  const registration = of.register(name);
  const onChange: typeof registration.onChange = (event) => {
    const { type, value } = event.target as HTMLInputElement;
    setOnPaper(type === "password" ? "" : paperHint(value));
    return registration.onChange(event);
  };
  const inputProps = { ...registration, onChange };
  return (
    <Field {...field} hint={onPaper || field.hint} error={of.errors[name]?.message}>
      {children ? children(inputProps) : <TextInput autoComplete="off" {...inputProps} />}
    </Field>
  );
}
