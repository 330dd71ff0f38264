import { describe, expect, test } from "vitest";
import { createUser, editUser, getUser } from "#contract/calls/access/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { button, expectError, expectGoodLooks, field, notice, title } from "#test/screens/support/look.ts";
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
