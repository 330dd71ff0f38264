import { expect, test } from "vitest";
import type { Delivery } from "#contract/schemas/deliveries/deliveries.ts";
import { shapes } from "#contract/examples.ts";
import { deliverySheet } from "./deliveries.ts";

const dayOf = (time: string | null) =>
  deliverySheet.columns.find(({ head }) => head === "Datum")?.cell({ ...(shapes["Delivery"] as Delivery), time });

test.each([
  ["2027-01-14T22:59:59Z", "2027-01-14"],
  ["2027-01-14T23:00:00Z", "2027-01-15"],
  ["2027-07-14T21:59:59Z", "2027-07-14"],
  ["2027-07-14T22:00:00Z", "2027-07-15"],
  ["2028-02-29T23:00:00Z", "2028-03-01"],
  [null, null],
])("the day of a delivery at %s is that of Berlin in its spreadsheet: %s", (time, day) => {
  expect(dayOf(time)).toBe(day);
});
