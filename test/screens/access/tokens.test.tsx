import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  createServiceAccount,
  createServiceToken,
  createToken,
  endToken,
  listTokens,
  listUserTokens,
} from "#contract/calls/access/tokens.ts";
import { getUser } from "#contract/calls/access/users.ts";
import { shapes } from "#contract/examples.ts";
import type { ApiToken, NewApiToken } from "#contract/schemas/access/tokens.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { button, expectError, expectGoodLooks, field, notice, title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const token = shapes["ApiToken"] as unknown as ApiToken;
const newToken = shapes["NewApiToken"] as unknown as NewApiToken;
const listOf = (...results: ApiToken[]) => ({ count: results.length, count_pages: 1, current_page: 1, results });
const none = (server: Stub) => server.reply(listTokens, () => listOf());

describe("the own access", () => {
  test("says what a token needs, makes one with what was ticked, and shows it this once", async () => {
    const { server } = await open("/account", { answers: none });
    await button("Token anlegen").click();
    await expectGoodLooks();
    const dialog = page.getByRole("dialog");
    await field("Lesen").click();
    await dialog.getByRole("button", { name: "Token anlegen" }).click();
    await expectError("Name", "Bitte ausfüllen");
    await expect.element(dialog.getByText("Bitte auswählen")).toBeVisible();
    expect(server.asked(createToken)).toEqual([]);
    await field("Name").fill("Warenwirtschaft");
    await field("Lesen").click();
    await field("Scans").click();
    await field("Gültig").selectOptions("bis zu einem Tag");
    await field("Letzter Tag").fill("31.12.2026");
    await dialog.getByRole("button", { name: "Token anlegen" }).click();
    await expect.element(page.getByText(newToken.token)).toBeVisible();
    expect(server.asked(createToken).map(({ body }) => body)).toEqual([
      { name: "Warenwirtschaft", scopes: ["read", "scans"], expires: "2026-12-31" },
    ]);
    await expectGoodLooks();
    await button("Token notiert").click();
    await expect.element(page.getByText(newToken.token)).not.toBeInTheDocument();
  });

  test("offers customers' users what they have a use for, and to keep a token to one customer", async () => {
    const [first] = customerUser.customers;
    const second = { ...first, id: 77, code: 77, name: "Zweitfirma", may_manage: false };
    const who: User = { ...customerUser, customers: [...customerUser.customers, second] };
    const { server } = await open("/account", { who, answers: none });
    await button("Token anlegen").click();
    await expect.element(field("Lieferungen")).toBeVisible();
    await expect.element(field("Abrechnung")).toBeVisible();
    for (const absent of ["Scans", "User und Rechte"]) await expect.element(field(absent)).not.toBeInTheDocument();
    await field("Name").fill("ERP");
    await field("Kunde").selectOptions(showCustomer(second));
    await page.getByRole("dialog").getByRole("button", { name: "Token anlegen" }).click();
    await expect.element(button("Token notiert")).toBeVisible();
    expect(server.asked(createToken).map(({ body }) => body)).toEqual([
      { name: "ERP", scopes: ["read"], expires: addDays(berlinDay(new Date()), 90), customer: 77 },
    ]);
  });

  test("ends a token after a question, and marks an expired one", async () => {
    const expired = { ...token, id: 2, name: "Altes", is_expired: true, last_used: null, last_address: null };
    const { server } = await open("/account", {
      answers: (at) => at.reply(listTokens, () => listOf(token, expired)),
    });
    await expect.element(page.getByText("abgelaufen")).toBeVisible();
    await expect.element(page.getByText(/28\.02\.2027/)).toBeVisible();
    await button("Token Warenwirtschaft (mgz_4Zq8) beenden").click();
    expect(server.asked(endToken)).toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Token beenden" }).click();
    await expect.element(notice("Token beendet")).toBeVisible();
    expect(server.asked(endToken)).toHaveLength(1);
  });
});

describe("a user's page", () => {
  const openUser = (more: Partial<User>, who: User = staff) =>
    open("/users/9", {
      who,
      answers: (server) => {
        const user: User = { ...staff, id: 9, first_name: "", last_name: "Warenwirtschaft", ...more };
        server.reply(getUser, ({ path }) => (path.endsWith("/9/") ? user : who));
        server.reply(listUserTokens, () => listOf(token));
      },
    });

  test("of a service account has its tokens to make and to end, and nothing to sign in with", async () => {
    const { server } = await openUser({ service: true });
    await expect.element(title("Warenwirtschaft")).toBeVisible();
    for (const absent of ["Angemeldete Geräte", "Letzter Login"])
      await expect.element(page.getByText(absent)).not.toBeInTheDocument();
    await expect.element(field("E-Mail")).not.toBeInTheDocument();
    await expectGoodLooks();
    await button("Token anlegen").click();
    await page.getByRole("dialog").getByLabelText(/^Name/).fill("Neues");
    await page.getByRole("dialog").getByRole("button", { name: "Token anlegen" }).click();
    await expect.element(button("Token notiert")).toBeVisible();
    expect(server.asked(createServiceToken)).toHaveLength(1);
  });

  test("of a person has their tokens to end for who manages users, and to be read for other staff", async () => {
    await openUser({ last_name: "Muster" });
    await expect.element(button("Token Warenwirtschaft (mgz_4Zq8) beenden")).toBeVisible();
    await expect.element(button("Token anlegen")).not.toBeInTheDocument();
    await openUser({ last_name: "Muster" }, { ...staff, manages_users: false });
    await expect.element(page.getByText("mgz_4Zq8…").first()).toBeVisible();
  });
});

test("a service account is a name and rights, and leads to its page", async () => {
  const { server } = await open("/users/new", {
    answers: (at) => at.reply(createServiceAccount, () => ({ ...staff, id: 9, service: true })),
  });
  await field("Dienstkonto").click();
  await expect.element(field("E-Mail")).not.toBeInTheDocument();
  await button("Dienstkonto hinzufügen").click();
  await expectError("Name", "Bitte ausfüllen");
  await field("Name").fill("Warenwirtschaft");
  await field("Admin").click();
  await expectGoodLooks();
  await button("Dienstkonto hinzufügen").click();
  await expect
    .poll(() => server.asked(createServiceAccount).map(({ body }) => body))
    .toEqual([{ last_name: "Warenwirtschaft", is_staff: true }]);
});
