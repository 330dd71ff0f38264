import { genderText } from "#rules/access/users.ts";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import type { UserField } from "./user-form.ts";

const genders = Object.entries(genderText).map(([value, label]) => ({ value, label }));

interface UserFieldsProps {
  readonly of: FieldsOf<UserField>;
  /** Fields that may be empty. */
  readonly optional?: readonly UserField[];
  /** True where the user is to be one of the staff. */
  readonly isStaff: boolean;
  /** True where no person is meant: then there is a name, and rights. */
  readonly isService?: boolean;
}

/** Shows who a user is and how to reach them (specification 3). */
export function UserFields({ of, optional = [], isStaff, isService = false }: UserFieldsProps) {
  const field = <Name extends UserField>(name: Name) => ({ of, name, required: !optional.includes(name) });
  if (isService)
    return (
      <>
        <FormField {...field("last_name")} label="Name" hint="Welches Programm es ist" />
        <Rights of={of} isStaff={false} />
      </>
    );
  return (
    <>
      <FormField {...field("gender")} label="Anrede">
        {(bound) => <Select className="max-w-48" empty="Bitte auswählen" options={genders} {...bound} />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField {...field("first_name")} label="Vorname" />
        <FormField {...field("last_name")} label="Nachname" />
      </div>
      <FormField {...field("email")} label="E-Mail" hint="Damit meldet sich der User an">
        {(bound) => <TextInput type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...bound} />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField {...field("phone1")} label="Telefon 1">
          {(bound) => <TextInput type="tel" autoComplete="off" {...bound} />}
        </FormField>
        <FormField of={of} name="phone2" label="Telefon 2">
          {(bound) => <TextInput type="tel" autoComplete="off" {...bound} />}
        </FormField>
      </div>
      <Rights of={of} isStaff={isStaff} />
    </>
  );
}

function Rights({ of, isStaff }: Pick<UserFieldsProps, "of" | "isStaff">) {
  return (
    <>
      <Checkbox
        label="Admin"
        error={of.errors.is_staff?.message}
        hint="Sieht und ändert alles, auch die User und ihre Rechte. Ohne Haken: nur die Kunden, für die der User freigegeben ist."
        {...of.register("is_staff")}
      />
      {isStaff && (
        <Checkbox
          label="Ohne User-Verwaltung"
          error={of.errors.without_users?.message}
          hint="Legt keine User an und gibt keine Rechte. Mindestens ein Admin muss es dürfen."
          {...of.register("without_users")}
        />
      )}
    </>
  );
}
