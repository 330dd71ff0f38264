import { archive } from "#test/e2e/support/nouns/papers.ts";
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createContent } from "#contract/calls/stock/contents.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { errors } from "#rules/texts/texts.ts";
import { expectNothingSaved, hold, refuse, savedBy, slowDown } from "#test/e2e/support/downloads.ts";
import { callsOf, choose, expect, expectError, field, test } from "#test/e2e/support/page.ts";
import { ownHeaders } from "#test/e2e/support/failure.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const shown = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true });
const failure = (page: Page, text: string) => page.getByRole("alert").getByText(text, { exact: true });
/** Contents that a document will have. */
const contained = (page: Page) => page.getByRole("status", { name: "Umfang" });
const pdf = (page: Page) => button(page, "PDF");
const zip = (page: Page) => button(page, "Inhaltsbilder (zip)");
const emptyRange = "Der Bereich ist leer: „von“ ist größer als „bis“.";
const noCustomer = "Bitte erst einen Kunden auswählen.";

test.describe("the collect list", () => {
  const entry = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Sammelliste/ });

  test("is saved straight from the menu", async ({ page }) => {
    await page.goto("/services");
    const { name, start } = await savedBy(page, () => entry(page).click());
    expect(name).toBe("Muster-Sammelliste.pdf");
    expect(start).toBe("%PDF-");
    await expect(shown(page, "Gespeichert: Muster-Sammelliste.pdf")).toBeVisible();
    await expect(page).toHaveURL("/services");
  });

  test("can be stopped, and a failure is said in place", async ({ page, failures }) => {
    await page.goto("/services");
    const held = await hold(page, /collectlist/);
    await expectNothingSaved(page, async () => {
      await entry(page).click();
      await expect(page.getByText("Sammelliste wird erstellt ...", { exact: true })).toBeVisible();
      await expect(entry(page)).toBeFocused();
      await button(page, "Abbrechen").press("Enter");
      await expect(button(page, "Abbrechen")).toBeHidden();
      await expect(entry(page)).toBeFocused();
      held.release();
    });
    await page.unrouteAll();
    failures.expect(/collectlist/);
    await page.route(/collectlist/, (route) => route.abort("connectionrefused"));
    await entry(page).click();
    await expect(failure(page, errors.network)).toBeVisible();
    await page.unrouteAll();
    expect((await savedBy(page, () => entry(page).click())).name).toBe("Muster-Sammelliste.pdf");
  });
});

test.describe("the archive list", () => {
  const address = "/services/archivelists";

  test("shows how far it is and can be stopped", async ({ page, api }) => {
    const { customer } = await archive(api);
    await page.goto(`${address}?customer=${customer.id}`);
    await expect(pdf(page)).toBeEnabled();
    for (const [part, text] of [
      [pdf(page), "PDF wird erstellt ..."],
      [zip(page), "Zip Datei wird erstellt ..."],
    ] as const)
      await expectNothingSaved(page, async () => {
        const held = await hold(page, /archivelist|contentimages/);
        await part.click();
        await expect(page.getByText(text, { exact: true })).toBeVisible();
        await expect(pdf(page)).toBeDisabled();
        await expect(zip(page)).toBeDisabled();
        await button(page, "Abbrechen").click();
        await expect(page.getByText(text)).toBeHidden();
        await expect(part).toBeEnabled();
        held.release();
        await page.unrouteAll();
      });
    const slow = await slowDown(page, 4000);
    await pdf(page).click();
    const bar = page.getByRole("progressbar", { name: "PDF wird erstellt ..." });
    await expect(bar).toHaveAttribute("aria-valuenow", /^[1-9]\d?$/);
    await expect(page.getByText(/^[1-9]\d? %$/)).toBeVisible();
    await expectNothingSaved(page, () => button(page, "Abbrechen").click());
    await slow.detach();
  });

  test("that is refused keeps what was chosen", async ({ page, api, failures }) => {
    const { customer } = await archive(api);
    await page.goto(`${address}?customer=${customer.id}&from=2`);
    failures.expect(/contentimages/);
    await refuse(page, /contentimages/, "Ein Bild der Box 0042.000.001 fehlt.");
    await zip(page).click();
    await expect(failure(page, "Ein Bild der Box 0042.000.001 fehlt.")).toBeVisible();
    await expect(field(page, "Kunde")).toHaveValue(`${showCustomerCode(customer.code)} – ${customer.name}`);
    await expect(field(page, "Boxnummer von")).toHaveValue("2");
    await page.unrouteAll();
    expect((await savedBy(page, () => zip(page).click())).name).toBe("Muster-Inhaltsbilder.zip");
    await expect(failure(page, "Ein Bild der Box 0042.000.001 fehlt.")).toHaveCount(0);
  });
});

test.describe("the destroy list", () => {
  const address = "/services/destroylists";

  test("is saved for a range of days", async ({ page, api, failures }) => {
    const customer = await api.customer();
    const box = await api.box(customer);
    for (const text of ["Akte A", "Akte B"]) await api.call(createContent, { body: { box_id: box.id, text } });
    await api.edit(box, { state: 6 });
    const calls = callsOf(page, "GET", /destroylist\/$/);
    await page.goto(address);
    await expect(pdf(page)).toBeDisabled();
    await expect(pdf(page)).toHaveAccessibleDescription(noCustomer);
    await choose(page, "Kunde", customer.name);
    await expect(contained(page)).toHaveText("Boxen1Inhalte2");
    expect(await savedBy(page, () => pdf(page).click())).toMatchObject({
      name: "Muster-Vernichtungsliste.pdf",
      start: "%PDF-",
    });
    await field(page, "Vernichtet von").fill("31.02.2024");
    await field(page, "Vernichtet bis").focus();
    await expectError(page, "Vernichtet von", "Ungültig");
    await expect(pdf(page)).toHaveAccessibleDescription("Der Zeitraum ist ungültig.");
    await field(page, "Vernichtet von").fill("02.03.2024");
    await field(page, "Vernichtet bis").fill("1.3.2024");
    await expectError(page, "Vernichtet bis", "Ungültig");
    await expect(shown(page, emptyRange)).toBeVisible();
    await field(page, "Vernichtet bis").fill("5.3.2024");
    await expectError(page, "Vernichtet bis", "");
    await expect(page).toHaveURL(`${address}?customer=${customer.id}&from=2024-03-02&to=2024-03-05`);
    await expect(contained(page)).toHaveText("Boxen0Inhalte0");
    failures.expect(/destroylist/);
    await refuse(page, /destroylist\/\?/, emptyRange);
    await pdf(page).click();
    await expect(failure(page, emptyRange)).toBeVisible();
    await expect(field(page, "Vernichtet von")).toHaveValue("02.03.2024");
    await expect(field(page, "Vernichtet bis")).toHaveValue("05.03.2024");
    await page.unrouteAll();
    expect((await savedBy(page, () => pdf(page).click())).start).toBe("%PDF-");
    expect(calls.map(({ url }) => url)).toEqual([
      `/api/v1/customers/${customer.id}/destroylist/`,
      ...Array<string>(2).fill(`/api/v1/customers/${customer.id}/destroylist/?from=2024-03-02&to=2024-03-05`),
    ]);
  });
});

test("the destroy request is saved for a customer, and can be stopped", async ({ page, api }) => {
  const customer = await api.customer();
  for (const box of await api.boxes(2, customer)) await api.edit(box, { state: 7 });
  await page.goto("/services/destroyrequests");
  await expect(pdf(page)).toHaveAccessibleDescription(noCustomer);
  await choose(page, "Kunde", customer.name);
  await expect(page).toHaveURL(`/services/destroyrequests?customer=${customer.id}`);
  await expect(contained(page)).toHaveText("Boxen2Inhalte0Laufende Meter0,80 m");
  const held = await hold(page, /destroyrequest\/$/);
  await expectNothingSaved(page, async () => {
    await pdf(page).click();
    await expect(page.getByText("PDF wird erstellt ...", { exact: true })).toBeVisible();
    await button(page, "Abbrechen").click();
    await expect(pdf(page)).toBeEnabled();
    held.release();
  });
  await page.unrouteAll();
  expect(await savedBy(page, () => pdf(page).click())).toMatchObject({
    name: "Muster-Vernichtungsanfrage.pdf",
    start: "%PDF-",
  });
});

test("the boxes overview is saved for a customer and a range, and a failure keeps them", async ({
  page,
  api,
  failures,
}) => {
  const customer = await api.customer();
  await api.boxes(3, customer);
  const calls = callsOf(page, "GET", /overview/);
  await page.goto("/services/boxesoverview");
  await expect(button(page, "Herunterladen")).toHaveAccessibleDescription(noCustomer);
  await choose(page, "Kunde", customer.name);
  await field(page, "Boxnummer bis").fill("x");
  await expectError(page, "Boxnummer bis", "Ungültig");
  await expect(button(page, "Herunterladen")).toHaveAccessibleDescription("Der Bereich ist ungültig.");
  await field(page, "Boxnummer bis").fill("2");
  failures.expect(/overview/);
  await page.route(/overview\/\?to/, (route) => route.fulfill({ status: 500, json: {} }));
  await button(page, "Herunterladen").click(); // what is typed counts, also before it stands in the address
  await expect(failure(page, errors.unknown)).toBeVisible();
  await expect(field(page, "Boxnummer bis")).toHaveValue("2");
  await page.unrouteAll();
  expect(await savedBy(page, () => button(page, "Herunterladen").click())).toMatchObject({
    name: "Muster-Boxenübersicht.pdf",
    start: "%PDF-",
  });
  const address = `/api/v1/customers/${customer.id}/overview/?to=2`;
  expect(calls.map(({ url }) => url)).toEqual([address, address]);
});

test("a file that is larger than what the page keeps of it arrives whole", async ({ page }) => {
  const body = randomBytes(40_000_000);
  const headers = { ...ownHeaders, "content-disposition": "attachment; filename*=UTF-8''gro%C3%9F.pdf" };
  await page.route(/collectlist/, (route) => route.fulfill({ body, headers, contentType: "application/pdf" }));
  await page.goto("/services");
  const { name, bytes } = await savedBy(page, () =>
    page
      .getByRole("main")
      .getByRole("button", { name: /^Sammelliste/ })
      .click(),
  );
  expect(name).toBe("groß.pdf");
  expect(bytes.equals(body)).toBe(true);
});
