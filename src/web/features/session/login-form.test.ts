import { expect, test } from "vitest";
import { loginForm } from "./login-form.ts";

function messages(form: { username: string; password: string }) {
  return (loginForm.safeParse(form).error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`);
}

test.each([
  [{ username: "", password: "" }, ["username: Bitte ausfüllen", "password: Bitte ausfüllen"]],
  [{ username: "erika", password: "1234567" }, ["username: Ungültige E-Mail Adresse", "password: mind. 8 Zeichen"]],
  [{ username: "a@b", password: "12345678" }, ["username: Ungültige E-Mail Adresse"]],
  [{ username: " Erika@Example.com ", password: "12345678" }, []],
])("the login %j gets the messages %j", (form, expected) => expect(messages(form)).toEqual(expected));

test("the address leaves in lower case", () => {
  expect(loginForm.parse({ username: " Erika@Example.COM ", password: "12345678" }).username).toBe("erika@example.com");
});
