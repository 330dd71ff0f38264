import { expect, test } from "vitest";
import { CallError } from "#web/api/call-error.ts";
import { messagesBeside } from "./messages-beside.ts";

const names = ["name", "code", "notes"];
const refusal = (fields: Record<string, string>) => new CallError(400, "Ungültig", { fields });

test("what the server says stands beside the fields that it names, in the order in which one reads", () => {
  expect(messagesBeside(refusal({ notes: "Höchstens 4000 Zeichen", name: "Bitte ausfüllen" }), names)).toEqual([
    { name: "name", message: "Bitte ausfüllen" },
    { name: "notes", message: "Höchstens 4000 Zeichen" },
  ]);
});

test("what names no field of the form stands beside none", () => {
  expect(messagesBeside(refusal({ non_field_errors: "Das geht nicht." }), names)).toEqual([]);
  expect(messagesBeside(new CallError(0, "Keine Verbindung"), names)).toEqual([]);
  expect(messagesBeside(new Error("name"), names)).toEqual([]);
});

test("a field may be called otherwise by the server", () => {
  const beside = ({ fields: { customer, ...fields } }: CallError) => ({ ...fields, name: customer });
  expect(messagesBeside(refusal({ customer: "Ungültig" }), names, beside)).toEqual([
    { name: "name", message: "Ungültig" },
  ]);
});
