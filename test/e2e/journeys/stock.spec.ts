import { history, open, status, storedBox } from "#test/e2e/support/box-page.ts";
import { act } from "#test/e2e/support/head.ts";
import { callsOf, expect, expectError, fact, test } from "#test/e2e/support/page.ts";

const release = "Ausgelagert";
const receive = "Zurückgekommen";
const report = "Als inkonsistent melden";

test.describe("the actions", () => {
  test("lead through release, return and report, each with its reason in the history", async ({ page, api }) => {
    const box = await storedBox(api);
    await open(page, box);
    await act(page, release);
    const dialog = page.getByRole("dialog", { name: "Box ausgelagert" });
    await dialog.getByLabel("Grund").fill("Abgeholt");
    await dialog.getByRole("button", { name: "Ausgelagert" }).click();
    await expect(status(page)).toHaveText("2 – nicht eingelagert");
    await expect(fact(page, "Reihe")).not.toContainText(/\d/);
    await act(page, receive);
    await page.getByRole("alertdialog").getByRole("button", { name: receive }).click();
    await expect(status(page)).toHaveText("5 – retour");
    await act(page, report);
    const reported = page.getByRole("dialog", { name: report });
    await reported.getByRole("button", { name: report }).click();
    await expectError(page, "Grund", "Bitte ausfüllen");
    await reported.getByLabel("Grund").fill("Deckel fehlt");
    await reported.getByRole("button", { name: report }).click();
    await expect(status(page)).toHaveText("3 – inkonsistent");
    await expect(history(page)).toHaveText([
      /^Als inkonsistent gemeldet: Deckel fehlt/,
      /^Box zurückgekommen/,
      /^Ausgelagert: Abgeholt/,
      /^Eingelagert: /,
      /^Box erstellt/,
    ]);
    await expect(history(page).first()).toContainText("Anna Schmidt");
  });
});

test.describe("a customer user", () => {
  test.use({ who: "customer" });

  test("does not find other people's boxes, by address, by filter or by order", async ({ page, api, failures }) => {
    failures.expect(/\/boxes\/\d+\//);
    const foreign = await api.box();
    await page.goto(`/stock/boxes/${foreign.id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Nicht gefunden!" })).toBeVisible();
    await page.goto(`/stock/boxes?owner=${foreign.owner.code}`);
    await expect(page.getByText("Keine Daten vorhanden", { exact: true })).toBeVisible();
    const calls = callsOf(page, "GET", /boxes/);
    await page.goto("/stock/boxes?orderBy=area");
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (36)" })).toBeVisible();
    expect(calls.map(({ url }) => url).filter((url) => url.includes("area"))).toEqual([]);
  });
});
