import { page } from "vitest/browser";
import { describe, expect, test } from "vitest";
import { confirmSession } from "#contract/calls/access/session.ts";
import { endOtherSessions, knowSessions, listSessions } from "#contract/calls/access/sessions.ts";
import { createUser, editUser, getUser } from "#contract/calls/access/users.ts";
import type { Reply } from "#contract/route.ts";
import { button, expectError, expectGoodLooks, field, notice } from "#test/screens/support/look.ts";
import { open, staff } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const dialog = (name: string) => page.getByRole("dialog", { name });

const unconfirmed = { non_field_errors: ["Bitte bestätigen Sie zuerst mit Ihrem Passwort, dass Sie es sind."] };

/** A server that wants to know anew who it is, until it does. */
function asking(server: Stub): void {
  let isProved = false;
  server.answer(createUser, () =>
    isProved ? { reply: server.example(createUser) } : { status: 400, body: unconfirmed, code: "unconfirmed" },
  );
  server.answer(confirmSession, ({ body }) => {
    isProved = (body as { own_password?: string }).own_password === "passwort1";
    return isProved
      ? { reply: server.example(confirmSession) }
      : { status: 400, body: { own_password: ["Ihr eigenes Passwort stimmt nicht."] }, code: "wrong_password" };
  });
}

async function fill() {
  await field("Anrede").selectOptions("Frau");
  await field("Vorname").fill("Erika");
  await field("Nachname").fill("Muster");
  await field("E-Mail").fill("erika@example.com");
  await field("Telefon 1").fill("030 1");
}

describe("a call that wants to know anew who it is", () => {
  test("asks once, and is made again with what was typed and under the same key", async () => {
    const { server, address } = await open("/users/new", { answers: asking });
    await fill();
    await button("User hinzufügen").click();
    await expect.element(dialog("Sind Sie es?")).toBeVisible();
    await expect.element(field("Ihr Passwort")).toHaveFocus();
    await expectGoodLooks();
    await button("Bestätigen").click();
    await expectError("Ihr Passwort", "Bitte ausfüllen");
    await field("Ihr Passwort").fill("falsch");
    await button("Bestätigen").click();
    await expectError("Ihr Passwort", "Ihr eigenes Passwort stimmt nicht.");
    await field("Ihr Passwort").fill("passwort1");
    await button("Bestätigen").click();
    await expect.element(notice("User hinzugefügt")).toBeVisible();
    await expect.poll(address).toBe("/users");
    const [first, second, ...others] = server.asked(createUser);
    expect(others).toEqual([]);
    expect(second?.body).toEqual(first?.body);
    expect(second?.key).toBe(first?.key);
    expect(second?.key).toMatch(/./);
  });

  test("leaves the form as it was where nobody answers", async () => {
    const { server } = await open("/users/new", { answers: asking });
    await fill();
    await button("User hinzufügen").click();
    await expect.element(dialog("Sind Sie es?")).toBeVisible();
    await button("Abbrechen").click();
    await expect.element(dialog("Sind Sie es?")).not.toBeInTheDocument();
    await expect.element(field("Nachname")).toHaveValue("Muster");
    await expect.element(button("User hinzufügen")).toBeEnabled();
    expect(server.asked(createUser)).toHaveLength(1);
    await button("User hinzufügen").click();
    await expect.element(dialog("Sind Sie es?")).toBeVisible();
  });

  test("takes a code from whoever has a second factor", async () => {
    const { server } = await open("/users/new", {
      who: { ...staff, second_factor: "on" },
      answers: (at) => {
        asking(at);
        at.reply(confirmSession, at.example(confirmSession));
      },
    });
    await fill();
    await button("User hinzufügen").click();
    await button("Mit einem Code bestätigen").click();
    await expect.element(field("Code")).toHaveFocus();
    await expectGoodLooks();
    await field("Code").fill("123456");
    server.reply(createUser, server.example(createUser));
    await button("Bestätigen").click();
    await expect.element(notice("User hinzugefügt")).toBeVisible();
    expect(server.asked(confirmSession).map(({ body }) => body)).toEqual([{ code: "123456" }]);
  });
});

test("whoever does not manage users sees them, and nothing that they could not do", async () => {
  const { server, goTo } = await open("/users/9", {
    who: { ...staff, manages_users: false },
    answers: (at) =>
      at.reply(getUser, ({ path }) =>
        path.endsWith("/9/") ? { ...staff, id: 9 } : { ...staff, manages_users: false },
      ),
  });
  await expect.element(field("Nachname")).toBeDisabled();
  await button("Aktionen").click();
  for (const name of ["Passwort zurücksetzen", "User deaktivieren"])
    await expect.element(page.getByRole("menuitem", { name, exact: true })).toHaveAttribute("aria-disabled", "true");
  await expectGoodLooks();
  goTo("/users");
  await expect.element(button("Users")).not.toBeInTheDocument();
  expect(document.querySelector("a[href='/users/new']")).toBeNull();
  expect(server.asked(editUser)).toEqual([]);
});

describe("home", () => {
  const session = { created: "2026-11-02T08:30:00.000Z", used: "2026-11-02T08:30:00.000Z", device: "Firefox, Windows" };
  const here = { ...session, id: 1, address: "192.0.2.1", current: true, is_new: false };
  const there = { ...session, id: 2, address: "198.51.100.7", current: false, is_new: true };
  const pageOf = (results: readonly object[]) =>
    ({ count: results.length, count_pages: 1, current_page: 1, results }) as Reply<typeof listSessions>;

  test.each([
    ["Das war ich", knowSessions],
    ["Andere Geräte abmelden", endOtherSessions],
  ])("reports a sign-in from a new device, until somebody says: %s", async (name, route) => {
    const { server } = await open("/home", { answers: (at) => at.reply(listSessions, pageOf([here, there])) });
    const note = page.getByRole("note").filter({ hasText: "Anmeldung von neuem Gerät" });
    await expect.element(note.getByText(/^Firefox, Windows, 198\.51\.100\.7, /)).toBeVisible();
    await expectGoodLooks();
    server.reply(listSessions, pageOf([here]));
    await button(name).click();
    await expect.element(note).not.toBeInTheDocument();
    expect(server.asked(route)).toHaveLength(1);
  });

  test("says nothing of it on the new device itself", async () => {
    const current = { ...there, current: true };
    await open("/home", { answers: (at) => at.reply(listSessions, pageOf([{ ...here, current: false }, current])) });
    await expect.element(page.getByText("Schneller zum Ziel")).toBeVisible();
    await expect.element(page.getByText("Anmeldung von neuem Gerät")).not.toBeInTheDocument();
  });
});
