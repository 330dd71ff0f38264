import type { ComponentProps, ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#web/ui/form/field.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";

/** Of a form so much as fields of these names need. */
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

/** A field of a form with its label and what is wrong with it. */
export function FormField<const Name extends string>({ of, name, children, ...field }: FormFieldProps<Name>) {
  const bound = of.register(name);
  return (
    <Field {...field} error={of.errors[name]?.message}>
      {children ? children(bound) : <TextInput autoComplete="off" {...bound} />}
    </Field>
  );
}
