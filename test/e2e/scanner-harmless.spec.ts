import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { getRow } from "#contract/calls/rows.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { rowScanText } from "#rules/positions.ts";
import { answer } from "#test/e2e/support/delivery-detail.ts";
import { basket, boxName, found, lookup, next, shop, toBoxes } from "#test/e2e/support/delivery-wizard.ts";
import { scan, typeByHand } from "#test/e2e/support/keys.ts";
import { expectAccessible, settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, notice, test } from "#test/e2e/support/page.ts";
import { codesIn, hold, openRow } from "#test/e2e/support/worker.ts";

const folder = "4006381333931"; // the barcode that a folder's maker printed on it

/** The file that brings questions, notices and the scanner, as it was built. */
function laterParts(): RegExp {
  const manifest = JSON.parse(readFileSync("dist/web/.vite/manifest.json", "utf8")) as Record<string, { file: string }>;
  return new RegExp(manifest["shell/later-parts.tsx"]?.file ?? "missing in the manifest");
}

const offer = (page: Page, name: string) => page.getByRole("link", { name: `${name} öffnen` });

test.describe("a scan while somebody writes", () => {
  test("sends no form and leaves nothing in it: it offers the box", async ({ page, api }) => {
    const box = await api.box();
    const calls = callsOf(page, "POST", /areas/);
    await page.goto("/stock/areas/new");
    await field(page, "Name").fill("Halle Süd");
    await scan(page, box.code);
    await expect(offer(page, showBoxCode(box.code))).toBeVisible();
    await expect(field(page, "Name")).toHaveValue("Halle Süd");
    await expect(page).toHaveURL("/stock/areas/new");
    await expectAccessible(page, "with a scan that is offered");
    const row = await api.row();
    await scan(page, rowScanText(row.id));
    await expect(offer(page, `${row.area.name}, Reihe 1`)).toBeVisible();
    await expect(field(page, "Name")).toHaveValue("Halle Süd");
    expect(calls).toEqual([]);
    await field(page, "Name").fill("");
    await offer(page, showBoxCode(box.code)).click();
    await expect(page.getByRole("heading", { level: 1, name: showBoxCode(box.code) })).toBeVisible();
    await expect(offer(page, showBoxCode(box.code))).toBeHidden();
  });

  test("chooses no customer", async ({ page, api }) => {
    const [box, customer] = [await api.box(), await api.customer()];
    await page.goto("/stock/boxes/new");
    await field(page, "Kunde").fill(customer.name);
    await page.getByRole("option", { name: customer.name }).click();
    await scan(page, box.code);
    await expect(offer(page, showBoxCode(box.code))).toBeVisible();
    await expect(field(page, "Kunde")).toHaveValue(new RegExp(customer.name));
    await expect(page).toHaveURL("/stock/boxes/new");
  });

  test("sends nothing either before the scanner's own part of the page has come", async ({ page, api }) => {
    const calls = callsOf(page, "POST", /areas/);
    const box = await api.box();
    const go = await hold(page, laterParts());
    await page.goto("/stock/areas/new");
    await field(page, "Name").focus();
    await scan(page, box.code);
    await expect(field(page, "Name")).toHaveValue(box.code);
    go();
    await expect(offer(page, showBoxCode(box.code))).toBeVisible();
    await expect(field(page, "Name")).toHaveValue("");
    await expect(page).toHaveURL("/stock/areas/new");
    expect(calls).toEqual([]);
  });

  test("stays as text where it is no code of ours, and sends nothing either", async ({ page, api }) => {
    const calls = callsOf(page, "POST", /areas|boxcontents/);
    await page.goto("/stock/areas/new");
    await field(page, "Name").focus();
    await scan(page, folder);
    await expect(field(page, "Name")).toHaveValue(folder);
    const box = await api.box();
    await page.goto(`/stock/boxes/${box.id}`);
    await field(page, "Neuer Inhalt").focus();
    await scan(page, folder);
    await expect(field(page, "Neuer Inhalt")).toHaveValue(folder);
    await settled(page);
    expect(calls).toEqual([]);
    await page.keyboard.press("Enter"); // a person's is meant
    await expect(page.getByLabel("Inhalt 1", { exact: true })).toHaveValue(folder);
  });

  test("answers no question, and says so", async ({ page, api }) => {
    const [box, other] = await api.boxes(2);
    await page.goto(`/stock/boxes/${box.id}`);
    await page.getByRole("button", { name: "Vernichten" }).click();
    await scan(page, other.code);
    await expect(
      notice(page, "Scan nicht übernommen: Bitte erst die Frage auf dem Bildschirm beantworten."),
    ).toBeVisible();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    expect((await api.details(box)).state).toBe(0);
  });
});

test.describe("on a page that takes scans", () => {
  test("a scan in another field is the page's, and that field is saved", async ({ page, api }) => {
    const row = await api.row();
    const box = await api.box();
    await openRow(page, row);
    await expect(page.getByText("Scanner bereit")).toBeVisible();
    await field(page, "Teile").fill("7");
    await scan(page, box.code);
    await expect(answer(page)).toContainText(`Eingelagert${showBoxCode(box.code)}`);
    expect(await codesIn(api, row)).toEqual([box.code]);
    await expect(field(page, "Teile")).toHaveValue("7");
    await expect.poll(async () => (await api.call(getRow, { path: { id: row.id } })).parts).toBe(7);
  });

  test("a wireless scanner is heard, however slow", async ({ page, api }) => {
    const row = await api.row();
    const [first, second] = await api.boxes(2);
    await openRow(page, row);
    await scan(page, first.code, { gap: 78, hold: 40 });
    await expect(answer(page)).toContainText(`Eingelagert${showBoxCode(first.code)}`);
    await page.goto("/home");
    await settled(page);
    await expect(page.getByText("Scanner bereit")).toBeHidden();
    await scan(page, second.code, { gap: 45, hold: 20 });
    await expect(page).toHaveURL(`/stock/boxes/${second.id}`);
  });

  test("a folder's own barcode is said, and looked for in the contents", async ({ page, api }) => {
    const given = await shop(api);
    const [box] = given.boxes;
    await api.content(box, `Ordner ${folder}`);
    await openRow(page, await api.row());
    await scan(page, folder);
    await expect(answer(page)).toContainText("Das ist kein Boxcode");
    await expect(answer(page)).toContainText(folder);
    await toBoxes(page, given);
    await settled(page);
    await scan(page, folder);
    await expect(page.getByText(`„${folder}“ ist kein Boxcode. Gesucht wird in den Inhalten.`)).toBeVisible();
    await expect(lookup(page)).toHaveValue(folder);
    await expect(found(page).getByRole("checkbox", { name: `Ordner ${folder}` })).toBeVisible();
  });

  test("the order's first step takes the box and its customer, from whatever field", async ({ page, api }) => {
    const given = await shop(api);
    const [first, second] = given.boxes;
    const foreign = await api.box();
    await page.goto("/deliveries/create");
    await field(page, "Kunde").click();
    await scan(page, first.code);
    await expect(notice(page, `${boxName(first)} ist ausgewählt.`)).toBeVisible();
    await expect(field(page, "Kunde")).toHaveValue(given.label);
    await scan(page, foreign.code);
    await expect(notice(page, new RegExp(`^${boxName(foreign)} gehört einem anderen Kunden`))).toBeVisible();
    await next(page).click();
    await scan(page, second.code);
    await expect(notice(page, `${boxName(second)} ist ausgewählt.`)).toBeVisible();
    await page.getByRole("radio", { name: given.option.description }).check();
    await next(page).click();
    await expect(basket(page)).toHaveText([boxName(first), boxName(second)]);
  });

  test("a return takes what is scanned into its customer field", async ({ page, api }) => {
    const box = await api.box();
    await api.store(box, await api.row());
    await api.scan({ kind: "release", code: box.code, text: "" });
    await page.goto("/deliveries/return");
    await field(page, "Kunde").click();
    await scan(page, box.code);
    await expect(page.getByRole("status").filter({ hasText: "ist gewählt." })).toBeVisible();
    await expect(field(page, "Kunde")).not.toHaveValue("");
  });
});

test.describe("nobody signed in", () => {
  test.use({ who: "nobody" });

  test("a scan signs nobody in", async ({ page }) => {
    const calls = callsOf(page, "POST", /token/);
    await page.goto("/login");
    await field(page, "E-Mail").fill("admin@example.com");
    await field(page, "Passwort").focus();
    await scan(page, "0001000005");
    await expect(field(page, "Passwort")).toHaveValue("");
    expect(calls).toEqual([]);
  });
});

test("who types ten digits quickly has scanned nothing", async ({ page, api }) => {
  const box = await api.box();
  const resolving = callsOf(page, "GET", /resolve/);
  await page.goto("/stock/areas/new");
  await field(page, "Name").focus();
  await typeByHand(page, box.code);
  await expect(field(page, "Name")).toHaveValue(box.code);
  expect(resolving).toEqual([]);
});
