import { describe, expect, test } from "vitest";
import { databaseFull } from "#rules/texts/server-refusals.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as z from "zod";
import { refuseIssues, toRefusal } from "./errors.ts";

test.each(["53100", "ENOSPC", "EDQUOT"])(
  "a disk without room (%s) is a refusal that says so, whatever was to be written",
  (code) => {
    const { status, message } = toRefusal(Object.assign(new Error("write failed"), { code })) ?? {};
    expect([status, message]).toEqual([507, databaseFull.message]);
  },
);

describe("of a field that takes two kinds of values", () => {
  const place = z.object({ row: z.number("Keine Reihe."), height: z.number().max(9, "Zu hoch.") });
  const rules = z.object({ place: z.union([z.string().max(4, "Zu lang."), place]) });
  const said = (input: unknown) => {
    const { error } = rules.safeParse(input);
    return refuseIssues(error?.issues ?? [], input).body;
  };

  test.each([
    ["a text that is too long", { place: "A-01-3" }, ["Zu lang."]],
    ["a place that is too high", { place: { row: 1, height: 10 } }, ["Zu hoch."]],
    ["a place with two faults", { place: { row: "1", height: 10 } }, ["Keine Reihe.", "Zu hoch."]],
    ["a value of neither kind", { place: 7 }, [invalid.range]],
    ["no value", {}, [invalid.required]],
  ])("%s is refused for what is wrong with that kind", (_, input, sentences) => {
    expect(said(input)).toEqual({ place: sentences });
  });

  test("a choice within a choice is refused for its innermost fault", () => {
    const inner = z.object({ of: z.union([z.boolean(), z.string().max(1, "Zu lang.")]) });
    const { error } = z.object({ who: z.union([z.number(), inner]) }).safeParse({ who: { of: "xx" } });
    expect(refuseIssues(error?.issues ?? [], {}).body).toEqual({ who: ["Zu lang."] });
  });
});
