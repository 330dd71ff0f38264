import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { editRow, getRow } from "#contract/calls/stock/rows.ts";
import { listUsers } from "#contract/calls/access/users.ts";
import { button, field, notice } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";

// The error catalogue (specification 8) as people read it after a change that the server does not make.

test.each([
  [
    "400 with words of the server",
    400,
    { reverse: ["Diese Reihe wird gerade umgebaut."] },
    "Diese Reihe wird gerade umgebaut.",
  ],
  [
    "400 with several fields: the first message of the first one",
    400,
    { reverse: ["Zuerst.", "Danach."], number: ["Auch."] },
    "Zuerst.",
  ],
  [
    "400 with a sentence that is known in English",
    400,
    { non_field_errors: ["The fields areaId, number must make a unique set."] },
    "Reihe existiert bereits.",
  ],
  ["400 without a body", 400, null, "Ups. Da ist etwas schief gelaufen."],
  ["404", 404, { detail: "none" }, "Nicht gefunden!"],
  ["405", 405, { detail: "no" }, "Nicht erlaubt!"],
  ["413", 413, null, "Die Anfrage ist zu groß."],
  ["429", 429, null, "Zu viele Fehlversuche. Bitte warten Sie eine Minute."],
  ["500", 500, null, "Ups. Da ist etwas schief gelaufen."],
  ["502 from a proxy", 502, null, "Ups. Da ist etwas schief gelaufen."],
] as const)(
  "a change that the server does not make is said as the catalogue has it: %s",
  async (_, status, body, text) => {
    await open("/stock/rows/3", { answers: (server) => server.refuse(editRow, status, body) });
    await field("Umgekehrt").click();
    await expect.element(notice(text)).toBeVisible();
    await expect.element(field("Umgekehrt")).not.toBeChecked();
  },
);

test("a change that the server does not make is said where the network is down", async () => {
  await open("/stock/rows/3", { answers: (server) => server.fail(editRow) });
  await field("Umgekehrt").click();
  await expect
    .element(notice("Keine Verbindung zum Server. Bitte prüfen Sie das Netz und versuchen Sie es erneut."))
    .toBeVisible();
});

test("a 403 of the server ends the session: what was typed stands still there until nobody wants it", async () => {
  const { address } = await open("/stock/rows/3", {
    answers: (server) => server.refuse(editRow, 403, { detail: "" }, "signed_out"),
  });
  await field("Umgekehrt").click();
  await button("Verwerfen").click();
  await expect.poll(address).toMatch(/^\/login\?next=/);
});

test("a page that cannot be loaded says so in place and offers another try", async () => {
  const { server } = await open("/stock/rows/3", { answers: (at) => at.refuse(getRow, 500, {}) });
  await expect.element(button("Erneut versuchen")).toBeVisible();
  server.reply(getRow, { ...server.example(getRow), reverse: true });
  await button("Erneut versuchen").click();
  await expect.element(field("Umgekehrt")).toBeChecked();
});

test("a page for staff, opened by a customer user, is not found inside the frame and asks for nothing", async () => {
  const { server } = await open("/users", { who: customerUser });
  await expect.element(page.getByText("Nicht gefunden!")).toBeVisible();
  await expect.element(page.getByRole("navigation", { name: "Hauptmenü" })).toBeVisible();
  expect(server.asked(listUsers)).toEqual([]);
});
