import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { listApps } from "#contract/calls/system/apps.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";

test.describe("staff", () => {
  test("download a package as it is, under a name that says its version", async ({ page, api }) => {
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
});
