import { expect, test } from "vitest";
import * as z from "zod/mini";
import { typedBoxSize } from "#contract/fields/box.ts";
import { name } from "#contract/fields/texts.ts";
import { checkedBy } from "./checked-by.ts";

const check = (typed: { name: string; size: string }) =>
  checkedBy(z.object({ name, size: typedBoxSize }))(typed, undefined, { fields: {}, shouldUseNativeValidation: false });

test("what is right leaves as the rules make it", () => {
  expect(check({ name: " Halle 2 ", size: "400" })).toEqual({ values: { name: "Halle 2", size: 400 }, errors: {} });
});

test("of each wrong field the first message is shown", () => {
  expect(check({ name: "", size: "0" })).toMatchObject({
    values: {},
    errors: { name: { message: "Bitte ausfüllen" }, size: { message: "Kleiner als 1 nicht erlaubt" } },
  });
  expect(check({ name: "Halle 2", size: "" })).toMatchObject({ errors: { size: { message: "Bitte ausfüllen" } } });
});
