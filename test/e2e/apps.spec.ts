import { readFileSync } from "node:fs";
import { listApps } from "#contract/calls/apps.ts";
import { callsOf, expect, test } from "#test/e2e/support/page.ts";

test.describe("staff", () => {
  test("see the versions of the app, the newest first, and what has no file says so", async ({ page }) => {
    await page.goto("/home");
    await page.getByRole("link", { name: "Apps & Scripts" }).click();
    await expect(page).toHaveURL("/apps");
    await expect(page.getByRole("heading", { level: 1, name: "Apps & Scripts (3)" })).toBeVisible();
    const rows = page.getByRole("table", { name: "Versionen der App" }).getByRole("row");
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1)).toContainText(/^1\.1\.1.*Herunterladen \(3 MB\).*Fehler behoben/);
    await expect(rows.nth(2).getByRole("cell")).toHaveText([
      "1.1",
      "Datei nicht vorhanden",
      "15.06.2021",
      "Leere Reihen werden in der Reihenansicht angezeigt, Meldung „Box bereits eingelagert“ geändert, Design",
    ]);
    await expect(rows.nth(3).getByRole("cell")).toHaveText(["1.0", "Datei nicht vorhanden", "04.06.2021", ""]);
    await expect(page.getByText(/fügen Sie auf dem Server hinzu.*npm run magazin -- add-app/)).toBeVisible();
  });

  test("download a package as it is, under a name that tells its version", async ({ page, api }) => {
    const [newest] = (await api.call(listApps, {})).results;
    await page.goto("/apps");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Version 1\.1\.1 herunterladen/ }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe("Muster-1.1.1.apk");
    expect(readFileSync(await download.path()).length).toBe(newest?.bytes);
    await expect(page.getByRole("status").getByText("Gespeichert: Muster-1.1.1.apk")).toBeVisible();
  });

  test("stop a download, and are told where one breaks off", async ({ page, failures }) => {
    await page.goto("/apps");
    const button = page.getByRole("button", { name: /^Version 1\.1\.1 herunterladen/ });
    const file = /\/api\/v1\/apps\/\d+\/file\/$/;
    await page.route(file, () => undefined); // on its way for ever
    await button.click();
    await expect(page.getByText("Version 1.1.1 wird geladen ...")).toBeVisible();
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await expect(page.getByText("Version 1.1.1 wird geladen ...")).toBeHidden();
    await page.unroute(file);
    failures.expect(/apps\/\d+\/file/);
    await page.route(file, (route) => route.abort("connectionreset"));
    await button.click();
    await expect(page.getByRole("alert").filter({ hasText: "Verbindung" })).toBeVisible();
  });
});

test.describe("a customer user", () => {
  test.use({ who: "customer" });

  test("finds nothing at /apps, and no call goes out for it", async ({ page }) => {
    const calls = callsOf(page, "GET", /\/apps\//);
    await page.goto("/apps");
    await expect(page.getByRole("heading", { level: 1, name: "Nicht gefunden!" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Apps & Scripts" })).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    expect(calls).toEqual([]);
  });
});
