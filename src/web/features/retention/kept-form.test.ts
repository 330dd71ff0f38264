import { expect, test } from "vitest";
import { keptForm, nothingKept, saidOf } from "./kept-form.ts";

const old = { retention_class: 2, begins: "2017-03-05", until: "2031-01-01", reason: "Anlage in Betrieb" };

test("only what was changed is said, and an emptied field is taken away", () => {
  expect(saidOf(old, old)).toEqual({});
  expect(saidOf({ ...old, retention_class: 3 }, old)).toEqual({ retention_class: 3 });
  expect(saidOf({ ...old, begins: "" }, old)).toEqual({ begins: null });
  expect(saidOf({ ...old, until: "", reason: "" }, old)).toEqual({ until: null, reason: "" });
  expect(saidOf({ ...nothingKept, retention_class: 3 }, nothingKept)).toEqual({ retention_class: 3 });
});

test("a day instead of the law's needs its reason", () => {
  const wrong = keptForm.safeParse({ ...nothingKept, until: "2031-01-01" }).error?.issues;
  expect(wrong?.map(({ path, message }) => [path, message])).toEqual([[["reason"], "Bitte geben Sie einen Grund an."]]);
  expect(keptForm.safeParse(old).success).toBe(true);
});
