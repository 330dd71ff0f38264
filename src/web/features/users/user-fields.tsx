import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { genderText } from "#rules/users.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import type { TypedUser, UserField } from "./user-form.ts";

const genders = Object.entries(genderText).map(([value, label]) => ({ value, label }));

interface UserFieldsProps {
  readonly register: UseFormRegister<TypedUser>;
  readonly errors: FieldErrors<TypedUser>;
  /** Which fields may be empty. */
  readonly optional?: readonly UserField[];
}

/** Who a user is and how to reach them (specification 3). */
export function UserFields({ register, errors, optional = [] }: UserFieldsProps) {
  const about = (field: UserField) => ({ error: errors[field]?.message, required: !optional.includes(field) });
  return (
    <>
      <Field label="Anrede" {...about("gender")}>
        <Select className="max-w-48" empty="Bitte auswählen" options={genders} {...register("gender")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Vorname" {...about("first_name")}>
          <TextInput autoComplete="off" {...register("first_name")} />
        </Field>
        <Field label="Nachname" {...about("last_name")}>
          <TextInput autoComplete="off" {...register("last_name")} />
        </Field>
      </div>
      <Field label="E-Mail" {...about("email")} hint="Damit meldet sich der User an">
        <TextInput type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...register("email")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Telefon 1" {...about("phone1")}>
          <TextInput type="tel" autoComplete="off" {...register("phone1")} />
        </Field>
        <Field label="Telefon 2" error={errors.phone2?.message}>
          <TextInput type="tel" autoComplete="off" {...register("phone2")} />
        </Field>
      </div>
      <Checkbox
        label="Admin"
        error={errors.is_staff?.message}
        hint="Sieht und ändert alles. Ohne Haken: nur die Kunden, für die der User freigegeben ist."
        {...register("is_staff")}
      />
    </>
  );
}
