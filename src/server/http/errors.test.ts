import { expect, test } from "vitest";
import { databaseFull } from "#rules/texts/refusal-texts.ts";
import { toRefusal } from "./errors.ts";

test.each(["53100", "ENOSPC", "EDQUOT"])(
  "a disk without room (%s) is a refusal that says so, whatever was to be written",
  (code) => {
    const { status, message } = toRefusal(Object.assign(new Error("write failed"), { code })) ?? {};
    expect([status, message]).toEqual([507, databaseFull.message]);
  },
);
