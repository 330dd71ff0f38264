import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { getRow } from "#contract/calls/stock/rows.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { act } from "#test/e2e/support/head.ts";
import { answer, lineOf, ordered } from "#test/e2e/support/delivery-detail.ts";
import { basket, boxName, found, lookup, next, shop, toBoxes } from "#test/e2e/support/delivery-wizard.ts";
import { afterBounce, scan, typeByHand } from "#test/e2e/support/keys.ts";
import { expectAccessible, settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, notice, test } from "#test/e2e/support/page.ts";
import { codes, codesIn, expectRow, hold, idsIn, openRow } from "#test/e2e/support/worker.ts";

const folder = "4006381333931"; // the barcode that a folder's maker printed on it

/** The file that brings questions, notices and the scanner, as it was built. */
function laterParts(): RegExp {
  const manifest = JSON.parse(readFileSync("dist/web/.vite/manifest.json", "utf8")) as Record<string, { file: string }>;
  return new RegExp(manifest["shell/later-parts.tsx"]?.file ?? "missing in the manifest");
}

const offer = (page: Page, name: string) => page.getByRole("link", { name: `${name} öffnen` });

test.describe("a page that takes scans", () => {
  test("is not left by the late answer to a scan on another page", async ({ page, api }) => {
    const row = await api.row();
    const [before, box] = await api.boxes(2);
    await page.goto(`/stock/areas/${row.area.id}`);
    const link = page.getByRole("link", { name: `Reihe ${row.number}`, exact: true });
    await expect(link).toBeVisible();
    const go = await hold(page, /\/scans\/resolve\//);
    const asked = page.waitForRequest(/\/scans\/resolve\//);
    await scan(page, before.code);
    const request = await asked;
    await link.click();
    await expectRow(page, row);
    go();
    await (await request.response())?.finished();
    await scan(page, box.code);
    await expect(answer(page)).toContainText(`Eingelagert${showBoxCode(box.code)}`);
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
    expect(await codesIn(api, row)).toEqual([box.code]);
  });

  for (const [what, pattern] of [
    ["its program", /\/assets\/.*\.js$/],
    ["its row", /\/api\/v1\/rows\/\d+\//],
  ] as const) {
    test(`stores what is scanned while ${what} is still coming`, async ({ page, api }) => {
      const row = await api.row();
      const boxes = await api.boxes(3);
      const resolving = callsOf(page, "GET", /resolve/);
      await page.goto(`/stock/areas/${row.area.id}`);
      const link = page.getByRole("link", { name: `Reihe ${row.number}`, exact: true });
      await expect(link).toBeVisible();
      const go = await hold(page, pattern);
      await link.click();
      await expect(page).toHaveURL(`/stock/rows/${row.id}`);
      for (const { code } of boxes) await scan(page, code);
      expect(await codesIn(api, row)).toEqual([]);
      go();
      await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
      await expect(page).toHaveURL(`/stock/rows/${row.id}`);
      expect(resolving).toEqual([]);
    });
  }

  test("stores what is scanned after the sign of another row, while that one is still coming", async ({
    page,
    api,
  }) => {
    const [here, there] = [await api.row(), await api.row({ number: 2 })];
    const box = await api.box();
    await openRow(page, here);
    const go = await hold(page, new RegExp(`/api/v1/rows/${there.id}/`));
    await scan(page, rowScanText(there.id));
    await scan(page, box.code);
    await expect(page).toHaveURL(`/stock/rows/${there.id}`);
    go();
    await expect(answer(page)).toContainText("Eingelagert");
    expect([await codesIn(api, here), await codesIn(api, there)]).toEqual([[], [box.code]]);
  });

  test("takes what is scanned when it is opened by its address, before it is there", async ({ page, api }) => {
    const row = await api.row();
    const box = await api.box();
    const go = await hold(page, /\/api\/v1\/users\/\d+\//);
    await page.goto(`/stock/rows/${row.id}`);
    await expect(page.getByText("Sitzung wird geladen …")).toBeVisible();
    await scan(page, box.code);
    go();
    await expect(answer(page)).toContainText("Eingelagert");
    expect(await codesIn(api, row)).toEqual([box.code]);
  });

  test("picks what is scanned while the delivery or the collect list is still coming", async ({ page, api }) => {
    const { delivery, first, second } = await ordered(api);
    await page.goto("/deliveries/overview");
    await expect(page.getByRole("link", { name: "Sammelliste" })).toBeVisible();
    const goCollect = await hold(page, /\/deliveries\/collect\//);
    await page.getByRole("link", { name: "Sammelliste" }).click();
    await expect(page).toHaveURL("/deliveries/collect");
    await scan(page, first.code);
    goCollect();
    await expect(answer(page)).toContainText(`Kommissioniert${showBoxCode(first.code)}`);
    const goDelivery = await hold(page, new RegExp(`/api/v1/deliveries/${delivery.id}/`));
    await page
      .getByRole("listitem")
      .filter({ hasText: showBoxCode(second.code) })
      .getByRole("link", { name: /^Lieferung/ })
      .click();
    await expect(page).toHaveURL(`/deliveries/${delivery.id}`);
    await scan(page, second.code);
    goDelivery();
    await expect(answer(page)).toContainText(`Kommissioniert${showBoxCode(second.code)}`);
    await expect(lineOf(page, second)).toContainText("kommissioniert");
    await expect(page).toHaveURL(`/deliveries/${delivery.id}`);
  });

  test("says what was not taken because the page could not be loaded", async ({ page, api, failures }) => {
    failures.expect(/\/rows\/\d+\//);
    const row = await api.row();
    const boxes = await api.boxes(2);
    await page.goto(`/stock/areas/${row.area.id}`);
    const link = page.getByRole("link", { name: `Reihe ${row.number}`, exact: true });
    await expect(link).toBeVisible();
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/api\/v1\/rows\/\d+\//, async (route) => {
      await held;
      await route.abort();
    });
    await link.click();
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
    for (const { code } of boxes) await scan(page, code);
    go();
    await expect(notice(page, "Nicht übernommen: 2 Scans. Die Seite konnte nicht geladen werden.")).toBeVisible();
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
  });
});

test.describe("of what a scanner sends", () => {
  test("the same text within two seconds counts once", async ({ page, api }) => {
    const row = await api.row();
    const [box, other] = await api.boxes(2);
    const calls = callsOf(page, "POST", /scans/);
    await openRow(page, row);
    await scan(page, box.code);
    await scan(page, box.code, { later: 800 });
    await expect(answer(page)).toContainText("Eingelagert");
    await expect(field(page, "Boxcode scannen oder eingeben")).toHaveValue("");
    await scan(page, other.code);
    await expect(answer(page)).toContainText(showBoxCode(other.code));
    await expect(page.getByRole("heading", { name: "Letzte Scans (2)" })).toBeVisible();
    await scan(page, other.code, { later: afterBounce });
    await expect(answer(page)).toContainText(`Schon hier${showBoxCode(other.code)}`);
    await expect(page.getByRole("button", { name: "Hierher umlagern" })).toBeHidden();
    await page.locator("[role=grid] tr[data-height='1'] td[aria-colindex='4']").click(); // another place was chosen for it
    await scan(page, other.code, { later: 2 * afterBounce });
    await page.getByRole("button", { name: "Hierher umlagern" }).click();
    await expect(answer(page)).toContainText("Umgelagert");
    expect(idsIn(calls)).toHaveLength(5);
  });

  test("a part of a code is none", async ({ page, api }) => {
    const row = await api.row();
    const calls = callsOf(page, "POST", /scans/);
    await openRow(page, row);
    await scan(page, "02999778");
    await expect(answer(page)).toContainText("Scan unvollständig, bitte noch einmal");
    await expect(field(page, "Boxcode scannen oder eingeben")).toHaveValue("");
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
    expect(calls).toEqual([]);
  });
});

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

  test("is the text of the one filter that boxes are looked for by, whatever stood there", async ({ page, api }) => {
    const box = await api.box();
    await page.goto("/deliveries/overview");
    await field(page, "Box").fill("77");
    await field(page, "Box").press("End");
    await scan(page, box.code);
    await expect(field(page, "Box")).toHaveValue(box.code);
    await expect(page).toHaveURL(`/deliveries/overview?box=${box.code}`);
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
    await act(page, "Vernichten");
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
    await expect(answer(page)).toContainText("Fremder Code");
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
