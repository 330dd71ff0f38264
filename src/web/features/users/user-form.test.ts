import { expect, test } from "vitest";
import type { User } from "#contract/schemas/users.ts";
import { fieldsIn } from "#test/support/fields.ts";
import { UserFields } from "./user-fields.tsx";
import { changesOf, emptyUser, fieldsOf, type TypedUser, userChangeForm, userFields, userForm } from "./user-form.ts";

const user: User = {
  id: 1,
  gender: "F",
  first_name: "Erika",
  last_name: "Mustermann",
  email: "erika@archiv.example",
  phone1: "030 1",
  phone2: "",
  is_staff: false,
  last_login: null,
  init_password: true,
  active: true,
  second_factor: "off",
  approves: false,
  customers: [],
};

function messages(typed: TypedUser, known?: User) {
  const found: Record<string, string> = {};
  for (const { path, message } of userForm(known).safeParse(typed).error?.issues ?? [])
    found[String(path[0])] ??= message;
  return found;
}

test("the form shows every field of a user", () => expect(fieldsIn(UserFields)).toEqual(userFields.toSorted()));

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
  const valid = userChangeForm(user).parse({
    ...fieldsOf(user),
    email: " Erika@Archiv.example",
    phone2: "0171 5",
    own_password: "getippt",
  });
  expect(changesOf(valid, user)).toEqual({ phone2: "0171 5" });
});

test("another address wants the own password with it", () => {
  const typed = { ...fieldsOf(user), email: "neu@archiv.example", own_password: "" };
  const issues = userChangeForm(user).safeParse(typed).error?.issues ?? [];
  expect(issues.map(({ path, message }) => [path[0], message])).toEqual([["own_password", "Bitte ausfüllen"]]);
  const valid = userChangeForm(user).parse({ ...typed, own_password: "geheim" });
  expect(changesOf(valid, user)).toEqual({ email: "neu@archiv.example", own_password: "geheim" });
});
