import { expect, test } from "vitest";
import { loginForm, loginWithCode } from "./login-rules.ts";

function messages(form: { username: string; password: string }) {
  return (loginForm.safeParse({ ...form, code: "" }).error?.issues ?? []).map(
    ({ path, message }) => `${String(path[0])}: ${message}`,
  );
}

test.each([
  [{ username: "", password: "" }, ["username: Bitte ausfüllen", "password: Bitte ausfüllen"]],
  [{ username: "erika", password: "1234567" }, ["username: Ungültige E-Mail Adresse", "password: mind. 8 Zeichen"]],
  [{ username: "a@b", password: "12345678" }, ["username: Ungültige E-Mail Adresse"]],
  [{ username: " Erika@Example.com ", password: "12345678" }, []],
])("the login %j gets the messages %j", (form, expected) => expect(messages(form)).toEqual(expected));

test("the address leaves in lower case", () => {
  expect(loginForm.parse({ username: " Erika@Example.COM ", password: "12345678", code: "" }).username).toBe(
    "erika@example.com",
  );
});

test("a code is wanted once it was asked for", () => {
  const form = { username: "erika@example.com", password: "12345678", code: " " };
  expect(loginWithCode.safeParse(form).error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ["code", "Bitte ausfüllen"],
  ]);
  expect(loginWithCode.parse({ ...form, code: " 123 456 " }).code).toBe("123 456");
});
