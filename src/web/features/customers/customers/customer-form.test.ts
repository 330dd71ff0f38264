import { expect, test } from "vitest";
import { customerTextNames, forEachText } from "#contract/fields/customer.ts";
import { fieldsIn } from "#test/support/fields.ts";
import { AddressFields, MasterFields } from "./customer-fields.tsx";
import { customerChanges, type CustomerState, toFormValues } from "./customer-form.ts";

const seen: CustomerState = {
  name: "Kanzlei Roth",
  ...forEachText(""),
  address_country: "DE",
  address_postcode: "01067",
  address_city: "Dresden",
  meter_price: "7.50",
  user_ids: [3, 9],
};

test("the form shows every text of a customer", () => {
  expect(fieldsIn(MasterFields, AddressFields)).toEqual(["name", ...customerTextNames, "address_country"].sort());
});

test("a customer as it was seen has no changes", () => {
  expect(customerChanges(toFormValues(seen), seen)).toBeNull();
});

test("only what differs is sent, with what stood there", () => {
  expect(customerChanges({ ...toFormValues(seen), meter_price: "8", user_ids: [3] }, seen)).toEqual({
    meter_price: "8.00",
    user_ids: [3],
    before: { meter_price: "7.50", user_ids: [3, 9] },
  });
});

test("blanks around a name and another spelling of the price are no changes", () => {
  expect(customerChanges({ ...toFormValues(seen), name: " Kanzlei Roth ", meter_price: "7,5" }, seen)).toBeNull();
});

test.each([
  [{ address_country: "AT", address_postcode: "1010" }],
  [{ address_country: "FR", address_postcode: "75001" }],
  [{ address_country: "NL", address_postcode: "1012 AB" }],
  [{ address_country: "GB", address_postcode: "SW1A 1AA" }],
])("a postcode is one of its country: %j", (typed) => {
  expect(customerChanges({ ...toFormValues(seen), ...typed }, seen)).toMatchObject(typed);
  expect(
    customerChanges({ ...toFormValues(seen), ...typed, address_country: "CH", address_postcode: "75001" }, seen),
  ).toBeNull();
});

test.each([{ name: " " }, { address_postcode: "9999" }, { address_postcode: "100000" }, { meter_price: "-1" }])(
  "nothing is sent with %j",
  (typed) => expect(customerChanges({ ...toFormValues(seen), notes: "neu", ...typed }, seen)).toBeNull(),
);
