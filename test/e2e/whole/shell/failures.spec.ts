import { readFileSync } from "node:fs";
import { brokenArea, failureLog, foreignAnswer, foreignStatuses } from "#test/e2e/support/failure.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";

/** The file that the build made of a page. */
function chunkOf(page: string): string {
  const manifest = JSON.parse(readFileSync("dist/web/.vite/manifest.json", "utf8")) as Record<string, { file: string }>;
  return manifest[page]?.file ?? "missing";
}

const rowCall = /\/api\/v1\/rows\/\d+\/$/;

test.describe("a change that the server does not make", () => {
  test("is an answer of something else on the way: it ends no session, and nothing of it is taken for ours", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(rowCall);
    const row = await api.row();
    await page.goto(`/stock/rows/${row.id}`);
    let status = 0;
    await page.route(rowCall, (route) =>
      route.request().method() === "PATCH" ? route.fulfill(foreignAnswer(status)) : route.continue(),
    );
    for (status of foreignStatuses) {
      const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
      await field(page, "Umgekehrt").click();
      expect((await answered).status()).toBe(status);
      await expect(field(page, "Umgekehrt")).not.toBeChecked();
    }
    await page.unroute(rowCall);
    await page.reload();
    await expect(field(page, "Umgekehrt"), "still signed in").not.toBeChecked();
  });
});

test("an error that nobody expected shows what whoever watches the server finds it by in the log", async ({
  page,
  failures,
}) => {
  failures.expect(/\/api\/v1\/areas\/$/);
  await page.goto("/stock/areas/new");
  await field(page, "Name").fill(brokenArea);
  await page.getByRole("button", { name: "Bereich hinzufügen" }).click();
  const shown = page.getByText(/^Ups\. Da ist etwas schief gelaufen\. \(Kennung [2-9A-HJ-NP-Z]{5}\)$/);
  await expect(shown).toBeVisible();
  const name = /Kennung (\w+)/.exec((await shown.textContent()) ?? "")?.[1];
  const logged = () =>
    readFileSync(failureLog, "utf8")
      .split("\n")
      .filter((line) => line.includes(`"request":"${name}"`));
  await expect.poll(logged).toHaveLength(1);
  expect(JSON.parse(logged()[0] ?? "")).toMatchObject({ msg: "request failed", err: { constraint: "broken" } });
});

test.describe("a page whose program does not come", () => {
  const chunk = new RegExp(`/${chunkOf("features/stock/areas/area-list-page.tsx")}$`);
  const failed = "Die Seite konnte nicht geladen werden. Vielleicht gibt es eine neue Version.";

  test("because of an update says so and offers to reload", async ({ page, failures }) => {
    failures.expect(chunk);
    failures.expect(/ChunkError/);
    await page.route(chunk, (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto("/stock/overview");
    await page.getByRole("link", { name: "Bereiche" }).click();
    await expect(page.getByRole("alert").filter({ hasText: failed })).toBeVisible();
    await expect(page).toHaveURL("/stock/areas");
    await page.unroute(chunk);
    await page.getByRole("button", { name: "Neu laden" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Bereiche/ })).toBeVisible();
  });

  test("within 120 seconds says so too", async ({ page, failures }) => {
    failures.expect(/ChunkError/);
    await page.clock.install();
    await page.route(chunk, () => new Promise(() => undefined));
    await page.goto("/stock/overview");
    await expect(page.getByRole("heading", { level: 1, name: "Überblick" })).toBeVisible();
    await page.getByRole("link", { name: "Bereiche" }).click();
    await page.clock.fastForward(119_000);
    await expect(page.getByRole("alert").filter({ hasText: failed })).toBeHidden();
    await page.clock.fastForward(2000);
    await expect(page.getByRole("alert").filter({ hasText: failed })).toBeVisible();
  });
});

test.describe("a page whose program was never loaded", () => {
  test.use({ isNew: true });

  test("says without a network that there is none, offers no reload that would lose the program, and comes by itself", async ({
    page,
    context,
    failures,
  }) => {
    failures.expect(/ERR_INTERNET_DISCONNECTED/);
    failures.expect(/ChunkError/);
    await page.goto("/stock/overview");
    await expect(page.getByRole("heading", { level: 1, name: "Überblick" })).toBeVisible();
    await settled(page);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Bereiche" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Keine Verbindung zum Server." })).toBeVisible();
    await expect(page.getByText("neue Version")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Neu laden" })).toHaveCount(0);
    await page.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Keine Verbindung zum Server." })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: /^Bereiche/ })).toBeVisible();
  });
});
