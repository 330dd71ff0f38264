import type { Page } from "@playwright/test";
import sharp from "sharp";
import { all } from "#contract/all.ts";
import { editCustomer } from "#contract/customers.ts";
import { type Api, anyWord } from "./api.ts";
import { settled } from "./looks.ts";
import { callsOf, expect, field, test } from "./page.ts";

interface Answered {
  readonly call: string;
  readonly status: number;
  readonly text: string;
}

/** Every call that a page makes, with its answer. */
function answersOf(page: Page) {
  const answers: Promise<Answered>[] = [];
  page.on("response", (response) => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.startsWith("/api/")) return;
    const known = { call: `${response.request().method()} ${pathname}${search}`, status: response.status() };
    const text = response.text().catch(() => ""); // of a page that is gone
    answers.push(text.then((read) => ({ ...known, text: read })));
  });
  return answers;
}

/** Whether a call is in the contract for everybody who is signed in. */
function isForCustomers(call: string): boolean {
  const [method, path = ""] = call.replace("/api/v1", "").split(/[ ?]/);
  const route = Object.values(all).find(
    (entry) => entry.method === method && new RegExp(`^${entry.path.replaceAll(/\{\w+\}/g, "\\d+")}$`).test(path),
  );
  return route !== undefined && route.access !== "staff";
}

async function picture() {
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: "#88a" } });
  return new Blob([new Uint8Array(await image.jpeg().toBuffer())], { type: "image/jpeg" });
}

/** A customer user with boxes of every kind, beside another customer whose name must not appear. */
async function neighbours(api: Api) {
  const foreign = await api.customer(`Fremd ${anyWord()}`);
  const own = await api.customer();
  const user = await api.addUser();
  await api.call(editCustomer, { path: { id: own.id }, body: { user_ids: [user.id] } });
  const row = await api.row();
  const boxes = [];
  for (const [height, owner] of [foreign, own, foreign].entries()) {
    const [box, other] = await api.boxes(2, owner);
    await api.content(box, `Akten ${owner.name}`);
    await api.image(box, await picture());
    await api.store(other, row, 1, height + 1);
    if (owner === own) boxes.push(box, other);
  }
  return { foreign, own, boxes, session: await api.enter(user) };
}

test.describe("a customer user", () => {
  test("walks through every screen they can reach, and every call is theirs", async ({ api, browser }) => {
    test.slow();
    const { foreign, own, boxes, session } = await neighbours(api);
    const { storageState } = session;
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    const answers = answersOf(page);

    const seen = new Set<string>();
    const next = ["/", "/stock"];
    for (let address = next.shift(); address !== undefined; address = next.shift()) {
      if (seen.has(address)) continue;
      seen.add(address);
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await settled(page);
      const links = await page.locator("a[href^='/']").evaluateAll((found) => found.map((a) => a.getAttribute("href")));
      next.push(...links.filter((href) => href !== null && !href.startsWith("/api/")).map(String));
    }
    for (const { id } of boxes) expect(seen).toContain(`/stock/boxes/${id}`);

    await page.goto("/stock/boxes");
    for (const name of ["Code", "Kunde"]) {
      await page.getByRole("columnheader", { name }).getByRole("button").click();
      await expect(page).toHaveURL(/orderBy=/);
    }
    await field(page, "Kundennummer").fill(String(foreign.code));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (0)" })).toBeVisible();
    await field(page, "Kundennummer").fill(String(own.code));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (2)" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Suche und Befehle" })).toBeVisible();
    await page.keyboard.type("Fremd");
    await settled(page);

    const made = await Promise.all(answers);
    expect(made.length).toBeGreaterThan(10);
    expect(made.filter(({ status }) => status >= 400).map(({ call, status }) => `${status} ${call}`)).toEqual([]);
    expect(made.filter(({ call }) => !isForCustomers(call)).map(({ call }) => call)).toEqual([]);
    expect(made.filter(({ text }) => text.includes(foreign.name)).map(({ call }) => call)).toEqual([]);
    await context.close();
  });
});

test.describe("a customer user at an address of the staff", () => {
  test.use({ who: "customer" });
  for (const address of [
    "/users",
    "/users/new",
    "/users/1",
    "/services",
    "/services/destruction",
    "/services/metaupdates",
    "/customers",
  ]) {
    test(`finds nothing at ${address}, and only the settings and the own user are asked for`, async ({
      page,
      customerUser,
    }) => {
      const calls = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => callsOf(page, method, /./));
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: "Nicht gefunden!" })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link")).toHaveText(["Home", "Lager"]);
      await settled(page);
      const may = ["/api/v1/settings/", `/api/v1/users/${customerUser.user}/`];
      expect(
        calls
          .flat()
          .map(({ url }) => url)
          .filter((url) => !may.includes(url)),
      ).toEqual([]);
    });
  }
});
