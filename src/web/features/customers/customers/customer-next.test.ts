import { expect, test } from "vitest";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { customerNext } from "./customer-next.ts";

const options = [{ id: 1 }];
const users = [{ id: 2 }];

test.each([
  [{ deliveryoptions: [], count_boxes: 0, users: [] }, /^Es fehlt eine Lieferoption/],
  [{ deliveryoptions: options, count_boxes: 0, users: [] }, /^Es fehlen Boxen/],
  [{ deliveryoptions: options, count_boxes: 3, users: [] }, /^Bisher sieht niemand/],
  [{ deliveryoptions: options, count_boxes: 3, users }, /^Alles ist eingerichtet/],
])("of %j comes next what is missing first", (facts, sentence) => {
  expect(customerNext(facts as unknown as CustomerDetail)).toMatch(sentence);
});
