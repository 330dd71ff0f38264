import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { listApps } from "#contract/calls/system/apps.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
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

  test("download a package as it is, under a name that tells its version", async ({ page, api }) => {
    const app = (await api.call(listApps, {})).results.find(({ version }) => version === "1.1.1");
    await page.goto("/apps");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Version 1\.1\.1 herunterladen/ }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe("Muster-1.1.1.apk");
    expect(readFileSync(await download.path()).length).toBe(app?.bytes);
    await expect(page.getByRole("status").getByText("Gespeichert: Muster-1.1.1.apk")).toBeVisible();
  });

  test("bring a package to a device by a QR code that needs no sign-in", async ({ page, browser }) => {
    await page.goto("/apps");
    const ticket = page.waitForResponse(/\/apps\/\d+\/ticket\/$/);
    await page.getByRole("button", { name: "QR-Code für Version 1.2.0" }).click();
    const { url, sha256 } = (await (await ticket).json()) as { url: string; sha256: string };
    const dialog = page.getByRole("dialog", { name: "Version 1.2.0 auf ein Gerät bringen" });
    await expect(dialog.getByRole("img", { name: "QR-Code mit dem Link zum Paket" })).toBeVisible();
    await expect(dialog).toContainText("Die App fragt nach seiner Adresse.");
    await expectAccessible(page, "with a QR code");
    const device = await browser.newContext();
    const bytes = await (await device.request.get(url)).body();
    await device.close();
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    await expect(dialog.getByText(sha256.slice(0, 8))).toBeVisible();
    await dialog.getByRole("button", { name: "Schließen" }).click();
    await expect(dialog).toBeHidden();
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
