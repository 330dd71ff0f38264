import { readFileSync } from "node:fs";
import { callsOf, expect, test } from "#test/e2e/support/page.ts";

test.describe("staff", () => {
  test("see the versions of the app, the newest first, each with a package", async ({ page }) => {
    await page.goto("/home");
    await page.getByRole("link", { name: "Apps & Scripts" }).click();
    await expect(page).toHaveURL("/apps");
    await expect(page.getByRole("heading", { level: 1, name: "Apps & Scripts (4)" })).toBeVisible();
    const rows = page.getByRole("table", { name: "Versionen der App" }).getByRole("row");
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(1)).toContainText(
      /^1\.2\.0Herunterladen \(\d+,\d kB\)QR-Code22\.11\.2026Der eingebaute Scanner/,
    );
    await expect(rows.nth(2)).toContainText(/^1\.1\.1.*Herunterladen \(3 MB\).*16\.06\.2021.*Fehler behoben/);
    await expect(rows.nth(3)).toContainText(/^1\.1H.*15\.06\.2021Leere Reihen werden in der Reihenansicht angezeigt/);
    await expect(rows.nth(4)).toContainText(/^1\.0H.*04\.06\.2021$/);
    await expect(page.getByText(/fügen Sie auf dem Server hinzu.*npm run magazin -- add-app/)).toBeVisible();
  });

  test("scan with the app on pages that know nothing of it: what it hands over is a scan", async ({ page }) => {
    const smali = readFileSync("android/smali/de/magazin/app/Scans.smali", "utf8");
    const [, script = ""] = /const-string v3, "(\(\(data,type\).*\)\()"/.exec(smali) ?? [];
    await page.goto("/home");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect
      .poll(async () => {
        await page.evaluate(`${script}"0042000001","LABEL-TYPE-CODE128")`);
        return page.url();
      })
      .toMatch(/\/stock\/boxes\/\d+$/);
    const taken = await page.evaluate(`new Promise((taken) => {
      addEventListener("magazin-scan", (event) => { event.preventDefault(); taken(event.detail); });
      addEventListener("keydown", () => taken("typed"), true);
      ${script}"0042000002","")
    })`);
    expect(taken).toEqual({ data: "0042000002", type: "" });
  });

  test("stop a download, and learn where one breaks off", async ({ page, failures }) => {
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
