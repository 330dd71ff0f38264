import { expect, test } from "vitest";
import type { User } from "#contract/schemas/access/users.ts";
import { fieldsIn } from "#test/support/fields.ts";
import type { ComponentProps } from "react";
import { UserFields } from "./user-fields.tsx";
import { userChanges, emptyUser, fieldsOf, newUserOf, type TypedUser, userFields, userForm } from "./user-form.ts";

const user: User = {
  id: 1,
  gender: "F",
  first_name: "Erika",
  last_name: "Mustermann",
  email: "erika@archiv.example",
  phone1: "030 1",
  phone2: "",
  is_staff: false,
  manages_users: false,
  service: false,
  last_login: null,
  init_password: true,
  active: true,
  second_factor: "off",
  approves: false,
  sees_invoices: false,
  invited_by: null,
  mail_refused: null,
  customers: [],
};

type FieldProps = Pick<ComponentProps<typeof UserFields>, "of">;

function messages(typed: TypedUser, known?: User) {
  const found: Record<string, string> = {};
  for (const { path, message } of userForm(known).safeParse(typed).error?.issues ?? [])
    found[String(path[0])] ??= message;
  return found;
}

test("the form shows every field of a user", () =>
  expect(fieldsIn((props: FieldProps) => UserFields({ ...props, isStaff: true }))).toEqual(userFields.toSorted()));

test("a new user needs everything but the second phone", () => {
  expect(messages(emptyUser)).toEqual({
    gender: "Bitte auswählen",
    first_name: "Bitte ausfüllen",
    last_name: "Bitte ausfüllen",
    email: "Bitte ausfüllen",
    phone1: "Bitte ausfüllen",
  });
});

test("an address without a domain is none", () => {
  expect(messages({ ...fieldsOf(user), email: "erika@archiv" })).toEqual({ email: "Ungültige E-Mail Adresse" });
});

test("what a user has never had may stay away, what they have may not be emptied", () => {
  const bare: User = { ...user, gender: null, first_name: "", phone1: "" };
  expect(messages(fieldsOf(bare), bare)).toEqual({});
  expect(messages(fieldsOf(bare), user)).toEqual({
    gender: "Bitte auswählen",
    first_name: "Bitte ausfüllen",
    phone1: "Bitte ausfüllen",
  });
});

test("only what differs is sent; the same address in other letters does not", () => {
  const valid = userForm(user).parse({ ...fieldsOf(user), email: " Erika@Archiv.example", phone2: "0171 5" });
  expect(userChanges(valid, user)).toEqual({ phone2: "0171 5", before: { phone2: "" } });
});

test("who leaves the staff is not sent as somebody who manages users, and of a right that nobody took nothing is said", () => {
  const manager: User = { ...user, is_staff: true, manages_users: true };
  const typed = (more: Partial<TypedUser>) => userForm(manager).parse({ ...fieldsOf(manager), ...more });
  expect(userChanges(typed({ is_staff: false }), manager)).toEqual({
    is_staff: false,
    manages_users: false,
    before: { is_staff: true, manages_users: true },
  });
  expect(userChanges(typed({ without_users: true }), manager)).toEqual({
    manages_users: false,
    before: { manages_users: true },
  });
  expect(newUserOf(typed({ without_users: true }))).toMatchObject({ is_staff: true, manages_users: false });
  for (const more of [{}, { is_staff: false }, { is_staff: false, without_users: true }])
    expect(newUserOf(typed(more))).not.toHaveProperty("manages_users");
});
