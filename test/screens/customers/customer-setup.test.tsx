import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { createUser } from "#contract/calls/access/users.ts";
import { editCustomer, getCustomer, listCustomers } from "#contract/calls/customers/customers.ts";
import { copyDeliveryOptions } from "#contract/calls/deliveries/delivery-options.ts";
import { createBoxes } from "#contract/calls/stock/boxes.ts";
import { button, expectError, expectGoodLooks, field, notice } from "#test/screens/support/look.ts";
import { pageOf } from "#test/screens/support/lists.ts";
import { open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const nothing = { count_boxes: 0, deliveryoptions: [], users: [] };

/** A customer without anything, and another one with two options to take over. */
const newCustomer = (server: Stub) => {
  const example = server.example(getCustomer);
  const [option] = example.deliveryoptions;
  const options = [option!, { ...option!, id: 900, description: "Express" }];
  server.reply(getCustomer, { ...example, ...nothing });
  server.reply(copyDeliveryOptions, options);
  const customers = [
    { id: 7, code: 42, name: "Klinikum Nord" },
    { id: 8, code: 8, name: "Kanzlei Öztürk" },
  ];
  server.reply(listCustomers, (asked) => pageOf(customers, asked) as never);
};

test("a new customer takes the options of another one, each once", async () => {
  const { server } = await open("/customers/7?tab=setup", { answers: newCustomer });
  await expect.element(button("Lieferoptionen übernehmen")).toBeDisabled();
  await page.getByRole("combobox", { name: "Kunde" }).fill("Öztürk");
  await page.getByRole("option", { name: /Öztürk/ }).click();
  await button("Lieferoptionen übernehmen").click();
  await expect.element(notice("2 Lieferoptionen hinzugefügt")).toBeVisible();
  expect(server.asked(copyDeliveryOptions).map(({ body }) => body)).toEqual([{ customer: 7, from: 8 }]);
});

test("the first user is added with the customer, and the initial password is shown once", async () => {
  const { server } = await open("/customers/7?tab=setup", { answers: newCustomer });
  await button("User hinzufügen").click();
  await expectError("Vorname", "Bitte ausfüllen");
  expect(server.asked(createUser)).toEqual([]);
  await field("Vorname").fill("Petra");
  await field("Nachname").fill("Probst");
  await field("E-Mail").fill("petra@example.com");
  await button("User hinzufügen").click();
  await expect.element(page.getByRole("heading", { name: /^Initialpasswort für/ })).toBeVisible();
  expect(server.asked(editCustomer).map(({ body }) => body)).toEqual([
    { user_ids: [server.example(createUser).id], before: { user_ids: [] } },
  ]);
  await expectGoodLooks();
});

test("whose access failed is added all the same, shows the password and gets the access again", async () => {
  const { server } = await open("/customers/7?tab=setup", { answers: newCustomer });
  server.refuse(editCustomer, 400, { user_ids: ["Inzwischen geändert."] }, "changed");
  for (const label of ["Vorname", "Nachname"]) await field(label).fill("Petra");
  await field("E-Mail").fill("petra@example.com");
  await button("User hinzufügen").click();
  await expect.element(page.getByRole("heading", { name: /^Initialpasswort für/ })).toBeVisible();
  const missing = page.getByRole("alert").filter({ hasText: "noch keinen Kundenzugriff" });
  await expect.element(missing).toBeVisible();
  server.reply(editCustomer, server.example(editCustomer));
  await button("Erneut versuchen").click();
  await expect.element(missing).not.toBeInTheDocument();
  expect([server.asked(createUser), server.asked(editCustomer)].map(({ length }) => length)).toEqual([1, 2]);
  await expect.element(page.getByRole("heading", { name: /^Initialpasswort für/ })).toBeVisible();
});

test("the first boxes are made, and their labels are the next step", async () => {
  const { server } = await open("/customers/7?tab=setup", { answers: newCustomer });
  await field("Anzahl").fill("5");
  await button("Boxen hinzufügen").click();
  await expect.element(button("Etiketten drucken")).toBeVisible();
  expect(server.asked(createBoxes).map(({ body }) => body)).toEqual([{ owner: 7, start: 0, amount: 5, size: 400 }]);
});

test("who is set up has no such tab", async () => {
  await open("/customers/7");
  await expect.element(page.getByRole("navigation", { name: "Kunde" })).toBeVisible();
  expect(page.getByRole("link", { name: "Einrichten" }).query()).toBeNull();
});

test("who is not finds it in the head and among the tabs", async () => {
  const { address } = await open("/customers/7", { answers: newCustomer });
  await expect
    .element(page.getByRole("navigation", { name: "Kunde" }).getByRole("link").last())
    .toHaveTextContent("Einrichten");
  await page.getByRole("group", { name: "Aktionen" }).getByRole("link", { name: "Einrichten" }).click();
  await expect.poll(address).toBe("/customers/7?tab=setup");
  await expect.element(button("Lieferoptionen übernehmen")).toBeVisible();
  expect(page.getByRole("group", { name: "Aktionen" }).getByRole("link", { name: "Einrichten" }).query()).toBeNull();
});
