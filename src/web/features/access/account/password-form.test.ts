import { expect, test } from "vitest";
import { passwordForm } from "./password-form.ts";

function messages(form: { old: string; new1: string; new2: string }) {
  const result = passwordForm.safeParse(form);
  const found: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
}

test.each([
  [
    { old: "", new1: "", new2: "" },
    { old: "Bitte auswählen", new1: "Bitte ausfüllen", new2: "Bitte ausfüllen" },
  ],
  [{ old: "1234567", new1: "12345678", new2: "12345678" }, { old: "mind. 8 Zeichen" }],
  [
    { old: "12345678", new1: "1234567", new2: "1234567" },
    { new1: "mind. 8 Zeichen", new2: "mind. 8 Zeichen" },
  ],
  [{ old: "12345678", new1: "abcdefgh", new2: "abcdefgi" }, { new2: "Stimmt nicht überein!" }],
  [
    { old: "", new1: "abcdefgh", new2: "abcdefgi" },
    { old: "Bitte auswählen", new2: "Stimmt nicht überein!" },
  ],
  [{ old: "12345678", new1: "abcdefgh", new2: "abcdefgh" }, {}],
])("the form %j gets the messages %j", (form, expected) => expect(messages(form)).toEqual(expected));
