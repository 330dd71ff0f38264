import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { nameLastNumber, restoredNumbers } from "#contract/calls/billing/numbers.ts";
import type { RestoredNumber } from "#contract/schemas/billing/numbers.ts";
import { button, expectGoodLooks, field } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const title = "Nummern nach einer Wiederherstellung";
const taken = "2026-12-14T02:30:00.000Z";
const asked: RestoredNumber = {
  id: 3,
  series: "invoice",
  taken,
  restored: "2026-12-15T09:00:00.000Z",
  known: "RE-2026-00004",
  named: null,
  answered: null,
  by: null,
};
const said: RestoredNumber = {
  ...asked,
  id: 4,
  series: "batch",
  known: null,
  answered: asked.restored,
  by: "Erika Muster",
};
const skipped: RestoredNumber = { ...said, id: 5, series: "delivery", known: "000123", named: "002000", by: null };
const question = page.getByRole("alertdialog");

const openPage = (...results: RestoredNumber[]) =>
  open("/billing/accounting", { answers: (server: Stub) => server.reply(restoredNumbers, { results }) });

describe("numbers after a restore", () => {
  test("are nothing on the page where nothing was restored", async () => {
    await openPage();
    await expect.element(page.getByRole("heading", { name: "DATEV" })).toBeVisible();
    expect(page.getByText(title).elements()).toEqual([]);
  });

  test("say what is missing, who said so, and what is asked", async () => {
    await openPage(asked, said, skipped);
    const rows = () =>
      page
        .getByRole("table", { name: title })
        .getByRole("row")
        .elements()
        .map((row) => row.textContent);
    await expect.poll(() => rows().length).toBe(4);
    expect(rows()[1]).toContain("RE-2026-00004noch nicht genannt");
    expect(rows()[2]).toContain("keine, genannt von Erika Muster am 15.12.2026, 10:00 Uhr");
    expect(rows()[3]).toContain("nach 000123 bis 002000, mit Abstand übersprungen");
    await expectGoodLooks();
  });

  test("are named in a dialog, an unlikely one only by who confirms it", async () => {
    const { server } = await openPage(asked);
    await button("Letzte Nummer nennen: Rechnungen").click();
    await expect.element(page.getByText(/ist die letzte RE-2026-00004\.$/)).toBeVisible();
    await expectGoodLooks();
    server.refuse(nameLastNumber, 400, { number: ["Das sind 9.005 Nummern mehr."] }, "unlikely");
    await field("Letzte Nummer, die das Haus verlassen hat").fill("RE-2026-09009");
    await button("Nummer nennen").click();
    await expect.element(question.getByText(/Das sind 9\.005 Nummern mehr\./)).toBeVisible();
    server.reply(nameLastNumber, { ...asked, named: "RE-2026-09009", answered: taken });
    await question.getByRole("button", { name: "Nummer stimmt" }).click();
    await expect
      .poll(() => server.asked(nameLastNumber).map(({ body }) => body))
      .toEqual([{ number: "RE-2026-09009" }, { number: "RE-2026-09009", confirmed: true }]);
  });

  test("may be none, which is asked first", async () => {
    const { server } = await openPage(asked);
    await button("Letzte Nummer nennen: Rechnungen").click();
    await button("Nummer nennen").click();
    await question.getByRole("button", { name: "Abbrechen" }).click();
    expect(server.asked(nameLastNumber)).toEqual([]);
    await button("Nummer nennen").click();
    await question.getByRole("button", { name: "Keine weitere" }).click();
    await expect.poll(() => server.asked(nameLastNumber).map(({ body }) => body)).toEqual([{ number: null }]);
  });
});
