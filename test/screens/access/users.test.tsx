import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { createUser, editUser, getUser } from "#contract/calls/access/users.ts";
import { editCustomer, getCustomer, listCustomers } from "#contract/calls/customers/customers.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { button, expectError, expectGoodLooks, field, notice, title } from "#test/screens/support/look.ts";
import { pageOf } from "#test/screens/support/lists.ts";
import { open, staff } from "#test/screens/support/open.tsx";

async function fill({
  gender = "Frau",
  first = "Erika",
  last = "Muster",
  email = "erika@example.com",
  phone = "030 1",
}) {
  await field("Anrede").selectOptions(gender);
  await field("Vorname").fill(first);
  await field("Nachname").fill(last);
  await field("E-Mail").fill(email);
  await field("Telefon 1").fill(phone);
}

describe("the form for a user", () => {
  test("says beside each field what is missing, and sends nothing", async () => {
    const { server } = await open("/users/new");
    await button("User hinzufügen").click();
    await expectError("Anrede", "Bitte auswählen");
    for (const label of ["Vorname", "Nachname", "E-Mail", "Telefon 1"]) await expectError(label, "Bitte ausfüllen");
    await expectError("Telefon 2", "");
    await expect.element(field("Anrede")).toHaveFocus();
    expect(server.asked(createUser)).toEqual([]);
    await expectGoodLooks();
  });

  test("takes no address that is none, and sends nothing", async () => {
    const { server } = await open("/users/new");
    for (const email of ["erika", "erika@archiv", "@example.com", "erika muster@example.com"]) {
      await fill({ email });
      await button("User hinzufügen").click();
      await expectError("E-Mail", "Ungültige E-Mail Adresse");
    }
    expect(server.asked(createUser)).toEqual([]);
  });

  test("says at the address that it is taken, in whatever letters, and keeps what was typed", async () => {
    const taken = "Diese E-Mail Adresse ist bereits vergeben.";
    const answers = { email: [taken] };
    const { server } = await open("/users/new", { answers: (at) => at.refuse(createUser, 400, answers, "exists") });
    await fill({ last: "Doppelt" });
    await button("User hinzufügen").click();
    await expectError("E-Mail", taken);
    await expect.element(field("E-Mail")).toHaveFocus();
    await expect.element(field("Nachname")).toHaveValue("Doppelt");
    expect(server.asked(createUser)).toHaveLength(1);
    expect(
      document.querySelectorAll("[popover=manual] p"),
      "nor as a notice, which would leave by itself",
    ).toHaveLength(0);
  });
});

test("a user whose access failed is added once, with the password, and gets the access from the list", async () => {
  const { server, address } = await open("/users/new", {
    answers: (at) => {
      at.reply(listCustomers, (asked) => pageOf([{ id: 7, code: 42, name: "Klinikum Nord" }], asked) as never);
      at.reply(getCustomer, { ...at.example(getCustomer), users: [] });
      at.refuse(editCustomer, 400, { user_ids: ["Inzwischen geändert."] }, "changed");
    },
  });
  await fill({});
  await button("Kundenzugriff geben").click();
  await page.getByRole("combobox", { name: "Kundenzugriff" }).fill("Klinikum");
  await page.getByRole("option", { name: /Klinikum/ }).click();
  await button("User hinzufügen").click();
  await expect.poll(address).toBe("/users");
  await expect.element(page.getByRole("heading", { name: /^Initialpasswort für/ })).toBeVisible();
  const missing = page.getByRole("alert").filter({ hasText: "noch keinen Kundenzugriff" });
  await expect.element(missing).toMatchTextContent("Inzwischen geändert.");
  await expectGoodLooks();
  server.reply(editCustomer, server.example(editCustomer));
  await button("Erneut versuchen").click();
  await expect.element(missing).not.toBeInTheDocument();
  expect(server.asked(createUser)).toHaveLength(1);
  const given = { user_ids: [server.example(createUser).id], before: { user_ids: [] } };
  expect(server.asked(editCustomer).map(({ body }) => body)).toEqual([given, given]);
});

describe("a user's page", () => {
  const nina: User = {
    ...staff,
    id: 9,
    first_name: "Nina",
    last_name: "Neu",
    gender: "M",
    phone1: "030 1",
    is_staff: false,
    manages_users: false,
  };
  const openNina = (more = {}) =>
    open("/users/9", {
      answers: (server) => {
        let user = { ...nina, ...more };
        server.reply(getUser, ({ path }) => (path.endsWith("/9/") ? user : staff));
        server.reply(editUser, ({ body }) => (user = { ...user, ...(body as object) }));
      },
    });

  test("offers to save only what has changed and is valid, and sends only that", async () => {
    const { server } = await openNina({ init_password: true });
    await expect.element(title("Nina Neu")).toBeVisible();
    await expect.element(button("User speichern")).not.toBeInTheDocument();
    for (const [label, typed, message] of [
      ["Vorname", "", "Bitte ausfüllen"],
      ["Nachname", " ", "Bitte ausfüllen"],
      ["E-Mail", "nina@", "Ungültige E-Mail Adresse"],
      ["Telefon 1", "", "Bitte ausfüllen"],
    ] as const) {
      const before = (field(label).element() as HTMLInputElement).value;
      await field(label).fill(typed);
      await expectError(label, message);
      await expect.element(button("User speichern")).not.toBeInTheDocument();
      await field(label).fill(before);
    }
    await field("Telefon 1").fill("040 1");
    await button("Zurücksetzen").click();
    await expect.element(field("Telefon 1")).toHaveValue("030 1");
    await field("Anrede").selectOptions("Frau");
    await button("User speichern").click();
    await expect.element(notice("User aktualisiert")).toBeVisible();
    await expect.element(button("User speichern")).not.toBeInTheDocument();
    expect(server.asked(editUser).map(({ body }) => body)).toEqual([{ gender: "F", before: { gender: "M" } }]);
    await field("Nachname").fill("Neumann");
    await button("User speichern").click();
    await expect.element(title("Nina Neumann")).toBeVisible();
  });

  test("says at the address that somebody else has it", async () => {
    const { server } = await openNina();
    server.refuse(editUser, 400, { email: ["Diese E-Mail Adresse ist bereits vergeben."] }, "exists");
    await field("E-Mail").fill("other@example.com");
    await button("User speichern").click();
    await expectError("E-Mail", "Diese E-Mail Adresse ist bereits vergeben.");
  });
});
