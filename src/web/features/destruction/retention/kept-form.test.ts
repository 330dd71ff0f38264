import { expect, test } from "vitest";
import { keptForm, nothingKept, retentionChanges } from "./kept-form.ts";

const old = { retention_class: 2, begins: "2017-03-05", until: "2031-01-01", reason: "Anlage in Betrieb" };

test("only what was changed is said, and an emptied field is taken away", () => {
  expect(retentionChanges(old, old)).toEqual({});
  expect(retentionChanges({ ...old, retention_class: 3 }, old)).toEqual({ retention_class: 3 });
  expect(retentionChanges({ ...old, begins: "" }, old)).toEqual({ begins: null });
  expect(retentionChanges({ ...old, until: "", reason: "" }, old)).toEqual({ until: null, reason: "" });
  expect(retentionChanges({ ...nothingKept, retention_class: 3 }, nothingKept)).toEqual({ retention_class: 3 });
});

test("a day instead of the law's needs its reason", () => {
  const wrong = keptForm.safeParse({ ...nothingKept, until: "2031-01-01" }).error?.issues;
  expect(wrong?.map(({ path, message }) => [path, message])).toEqual([[["reason"], "Bitte geben Sie einen Grund an."]]);
  expect(keptForm.safeParse(old).success).toBe(true);
});
