import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { applyRetention } from "#contract/calls/destruction/retention.ts";
import { button, expectGoodLooks, field } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const apply = page.getByRole("button", { name: "Anwenden …" });
const question = page.getByRole("alertdialog");
const sent = (server: Stub) => server.asked(applyRetention).map(({ body }) => body);

describe("a change of law", () => {
  test("is applied after a trial that is looked at and a question that wants the number of customers", async () => {
    const { server } = await open("/services/retention/law");
    await expect.element(apply).toHaveAccessibleDescription("Bitte erst den Probelauf ansehen.");
    await button("Probelauf").click();
    await expect.element(page.getByText("Fassung 2 gilt für 1 Kunde noch nicht.")).toBeVisible();
    await expect.element(page.getByRole("table", { name: "Probelauf" })).toBeVisible();
    expect(sent(server)).toEqual([{ dry_run: true }]);
    await expectGoodLooks();
    await apply.click();
    await expect.element(question.getByText(/75\sVernichtungsjahre ändern sich/)).toBeVisible();
    const yes = question.getByRole("button", { name: "Anwenden", exact: true });
    await expect.element(yes).toHaveAccessibleDescription("Bitte erst 1 eingeben");
    await field("Zur Bestätigung 1 eingeben").fill("1");
    await yes.click();
    await expect.element(page.getByText("Neue Fristen gelten für 1 Kunde", { exact: true })).toBeVisible();
    expect(sent(server)).toEqual([{ dry_run: true }, { dry_run: false }]);
    await expect.element(apply).toHaveAccessibleDescription("Bitte erst den Probelauf ansehen.");
  });

  test("is not applied by who leaves the question", async () => {
    const { server } = await open("/services/retention/law");
    await button("Probelauf").click();
    await expect.element(page.getByRole("table", { name: "Probelauf" })).toBeVisible();
    await apply.click();
    await question.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(sent(server)).toEqual([{ dry_run: true }]);
  });

  test("has nothing to apply where every customer has the newest law, and the button says so", async () => {
    await open("/services/retention/law", {
      answers: (server) => server.reply(applyRetention, { version: 2, results: [] }),
    });
    await button("Probelauf").click();
    await expect.element(page.getByText("Für alle Kunden gilt schon Fassung 2.")).toBeVisible();
    await expect.element(apply).toHaveAccessibleDescription("Es ändert sich nichts.");
  });
});
