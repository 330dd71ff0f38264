import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { dropMessage, listMessages, sendMessageAgain } from "#contract/calls/access/messages.ts";
import { changeNotifications, listNotifications } from "#contract/calls/access/notifications.ts";
import { requestPasswordLink, setPasswordByLink } from "#contract/calls/access/password-links.ts";
import { settings } from "#contract/calls/access/session.ts";
import { createUser, getUser, resetPassword } from "#contract/calls/access/users.ts";
import { mailTopicNames } from "#rules/access/mail-topics.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { button, expectError, expectGoodLooks, field, link, notice, title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const settingsAnswer = {
  product_title: "Magazin",
  provider_name: "Muster Archiv GmbH",
  build_stamp: "",
  company_sign_in: null,
};
const sending = (server: Stub) => server.reply(settings, { ...settingsAnswer, sends_mails: true });
const silent = (server: Stub) => server.reply(settings, { ...settingsAnswer, sends_mails: false });
const none = "Auf diesem Server ist kein E-Mail-Versand eingerichtet";

describe("who has forgotten their password", () => {
  test("finds the way to a new one at the sign-in where mails are sent, and hears nothing of who has an address", async () => {
    const { server, address } = await open("/login", { who: null, answers: sending });
    await link("Passwort vergessen?").click();
    await expect.element(title("Passwort vergessen")).toBeVisible();
    expect(address()).toBe("/password");
    await field("E-Mail").fill("niemand@example.com");
    await button("Link anfordern").click();
    await expect.element(page.getByText(/^Wenn es zu dieser Adresse einen Zugang gibt, ist eine E-Mail/)).toBeVisible();
    expect(server.asked(requestPasswordLink).map(({ body }) => body)).toEqual([{ email: "niemand@example.com" }]);
    await expectGoodLooks();
  });

  test("says whom to ask where none are sent", async () => {
    await open("/login", { who: null, answers: silent });
    await expect.element(page.getByText(/^Passwort vergessen\? Bitte wenden Sie sich an/)).toBeVisible();
    await expect.element(link("Passwort vergessen?")).not.toBeInTheDocument();
    await open("/password", { who: null, answers: silent });
    await expect.element(page.getByText(new RegExp(none))).toBeVisible();
    await expect.element(button("Link anfordern")).not.toBeInTheDocument();
  });

  test("reads how long to wait after too many", async () => {
    await open("/password", {
      who: null,
      answers: (server) => {
        sending(server);
        server.refuse(requestPasswordLink, 429, { detail: "Zu viele Versuche." }, "too_many_logins");
      },
    });
    await field("E-Mail").fill("erika@example.com");
    await button("Link anfordern").click();
    await expect.element(page.getByRole("alert").filter({ hasText: "Zu viele Versuche." })).toBeVisible();
  });
});

describe("whoever opens the link of a mail", () => {
  const fill = async (one: string, two = one) => {
    await field("Neues Passwort").fill(one);
    await field("Neues Passwort wiederholen").fill(two);
    await button("Passwort festlegen").click();
  };

  test("sets a password, typed twice and alike, and goes on to the sign-in", async () => {
    const { server, address } = await open("/password#geheim", { who: null });
    await fill("", "");
    await expectError("Neues Passwort", "Bitte ausfüllen");
    await fill("Quittenbaum-17", "Quittenbaum-18");
    await expectError("Neues Passwort wiederholen", "Stimmt nicht überein!");
    expect(server.asked(setPasswordByLink)).toEqual([]);
    await expectGoodLooks();
    await fill("Quittenbaum-17");
    await expect.element(page.getByText(/^Ihr Passwort ist festgelegt/)).toBeVisible();
    expect(server.asked(setPasswordByLink).map(({ body }) => body)).toEqual([
      { token: "geheim", new_password: "Quittenbaum-17" },
    ]);
    await link("Zur Anmeldung").click();
    await expect.poll(address).toBe("/login");
  });

  test("reads that it was used or has ended, and beside the field why a password is none", async () => {
    const { server } = await open("/password#geheim", { who: null });
    const body = { new_password: [refused.weakPassword.common.message] };
    server.refuse(setPasswordByLink, 400, body, "weak_password");
    await fill("Quittenbaum-17");
    await expectError("Neues Passwort", refused.weakPassword.common.message);
    const over = { non_field_errors: [accessRefused.passwordLink.message] };
    server.refuse(setPasswordByLink, 400, over, "password_link");
    await fill("Quittenbaum-17");
    await expect.element(page.getByRole("alert").filter({ hasText: accessRefused.passwordLink.message })).toBeVisible();
  });
});

describe("staff who make a user, or reset a password", () => {
  const tick = page.getByRole("checkbox", { name: "Einladung per E-Mail senden" });

  test("may send an invitation where mails are sent, and only where it is ticked", async () => {
    const { server } = await open("/users/new", { answers: sending });
    await field("Anrede").selectOptions("Frau");
    for (const [label, value] of [
      ["Vorname", "Erika"],
      ["Nachname", "Muster"],
      ["E-Mail", "erika@example.com"],
      ["Telefon 1", "030 1"],
    ] as const)
      await field(label).fill(value);
    await expect.element(tick).not.toBeChecked();
    await tick.click();
    await expectGoodLooks();
    await button("User hinzufügen").click();
    await expect.poll(() => server.asked(createUser)).toMatchObject([{ body: { invite: true } }]);
  });

  test("is not asked where none are sent", async () => {
    await open("/users/new", { answers: silent });
    await expect.element(field("Nachname")).toBeVisible();
    await expect.element(tick).not.toBeInTheDocument();
  });

  test("may send one with a new initial password", async () => {
    const { server } = await open("/users/6", {
      answers: (at) => {
        sending(at);
        at.reply(getUser, ({ path }) => (path.endsWith("/6/") ? { ...customerUser, id: 6 } : staff));
      },
    });
    await button("Aktionen").click();
    await page.getByRole("menuitem", { name: "Passwort zurücksetzen" }).click();
    await field("Ihr Passwort").fill("passwort1");
    await tick.click();
    await page.getByRole("dialog").getByRole("button", { name: "Passwort zurücksetzen" }).click();
    await expect.poll(() => server.asked(resetPassword)).toMatchObject([{ body: { invite: true } }]);
  });
});

const topics = mailTopicNames.map((topic) => ({ topic, wanted: true }));
const personOf = ({ id, first_name, last_name, email }: typeof staff) => ({ id, first_name, last_name, email });

describe("who gets which mails", () => {
  test("is theirs to tick under their own access", async () => {
    const { server } = await open("/account", {
      who: customerUser,
      answers: (at) => {
        sending(at);
        at.reply(listNotifications, { sends_mails: true, results: [{ user: personOf(customerUser), topics }] });
      },
    });
    await page.getByRole("checkbox", { name: "Bescheinigungen" }).click();
    await expect.element(notice("E-Mails aktualisiert")).toBeVisible();
    expect(server.asked(changeNotifications).map(({ body }) => body)).toEqual([
      { user: customerUser.id, topic: "certificates", wanted: false },
    ]);
    await expectGoodLooks();
  });

  test("is said at the customer by staff, but for what belongs to the contract", async () => {
    await open("/customers/7?tab=mails", {
      answers: (at) => {
        sending(at);
        const results = [{ user: personOf(customerUser), topics }];
        at.reply(listNotifications, { sends_mails: true, results });
      },
    });
    const tick = (name: RegExp) => page.getByRole("checkbox", { name });
    await expect.element(tick(/^Bestellungen/)).toBeEnabled();
    await expect.element(tick(/^Bescheinigungen \(gehört zum Vertrag\)/)).toBeDisabled();
    await expect
      .element(page.getByRole("table", { name: "Nachrichten" }).getByText("Bestellung 000123 ist eingegangen"))
      .toBeVisible();
    await expectGoodLooks();
  });

  test("is of no use where no mails are sent, and the pages say so", async () => {
    await open("/account", { who: customerUser, answers: silent });
    await expect.element(page.getByText(new RegExp(none))).toBeVisible();
    await open("/customers/7?tab=mails", {
      answers: (at) => {
        silent(at);
        at.reply(listNotifications, { sends_mails: false, results: [] });
      },
    });
    await expect.element(page.getByText("Dieser Kunde hat noch keine User.")).toBeVisible();
    await expect.element(page.getByText(new RegExp(none)).last()).toBeVisible();
  });
});

test("what failed for three days is sent again or done with, one by one", async () => {
  const { server } = await open("/services/messages?state=failed", {
    answers: (at) => {
      const [example] = at.example(listMessages).results;
      const failure = "Keine Antwort innerhalb von 10 Sekunden";
      const failed = { ...example!, state: "failed", failure, user: null } as const;
      at.reply(listMessages, { count: 2, count_pages: 1, current_page: 1, results: [failed, { ...failed, id: 32 }] });
    },
  });
  await expect.element(title("Nachrichten (2)")).toBeVisible();
  await page
    .getByRole("button", { name: /nochmals senden$/ })
    .first()
    .click();
  await expect.element(notice("Wird nochmals gesendet")).toBeVisible();
  await page
    .getByRole("button", { name: /erledigt$/ })
    .last()
    .click();
  await expect.element(notice("Erledigt").last()).toBeVisible();
  expect([server.asked(sendMessageAgain), server.asked(dropMessage)]).toMatchObject([
    [{ path: "/api/v1/messages/31/send-again/" }],
    [{ path: "/api/v1/messages/32/drop/" }],
  ]);
  await expectGoodLooks();
});
