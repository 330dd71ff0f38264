import type { Page } from "@playwright/test";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { editContent } from "#contract/calls/stock/contents.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { pictureFile } from "#test/support/factories.ts";
import {
  boxOf42,
  content,
  history,
  menu,
  open,
  reach,
  status,
  storedBox,
  today,
  shown,
} from "#test/e2e/support/box-page.ts";
import { act, actionNames, actions } from "#test/e2e/support/head.ts";
import { scan, typeByHand } from "#test/e2e/support/keys.ts";
import { expectAccessible, settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, fact, field, test } from "#test/e2e/support/page.ts";

/** Takes an entry of the page's menu by Tab, Enter and arrows. */
async function pressByKeys(page: Page, name: string) {
  await reach(page, "Shift+Tab", actions(page).getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
}

test("the keyboard alone finds a box by its code, adds three contents, marks it and undoes that", async ({
  page,
  api,
}) => {
  test.slow(); // typed by hand
  const box = await storedBox(api);
  await page.goto("/customers/overview");
  await settled(page);
  await scan(page, box.code);
  await expect(page.getByRole("heading", { level: 1, name: showBoxCode(box.code) })).toBeVisible();
  await expect(field(page, "Neuer Inhalt")).toBeVisible();
  await page.keyboard.press("n");
  await expect(field(page, "Neuer Inhalt")).toBeFocused();
  for (const text of ["Akte A", "Akte B", "Akte C"]) {
    await typeByHand(page, text);
    await page.keyboard.press("Enter");
  }
  for (const [index, text] of ["Akte A", "Akte B", "Akte C"].entries())
    await expect(content(page, index + 1)).toHaveValue(text);
  await pressByKeys(page, "Zur Vernichtung markieren");
  await expect(status(page)).toHaveText("7 – markiert zur Vernichtung");
  await pressByKeys(page, "Markierung zurücksetzen");
  await expect(status(page)).toHaveText("1 – eingelagert");
  const { content: saved, state } = await api.details(box);
  expect([state, saved.map(({ text }) => text)]).toEqual([1, ["Akte A", "Akte B", "Akte C"]]);
});

const mark = "Zur Vernichtung markieren";
const destroy = "Vernichten";
test.describe("the actions", () => {
  test("ask with the code before a box is destroyed, and Esc leaves it as it is", async ({ page, api }) => {
    const box = await storedBox(api);
    const calls = callsOf(page, "PATCH", /boxes/);
    await open(page, box);
    await act(page, destroy);
    const question = page.getByRole("alertdialog", { name: "Box vernichten" });
    await expect(question).toContainText(`Box ${showBoxCode(box.code)} von ${box.owner.name} wird vernichtet.`);
    await expect(question.getByRole("button", { name: "Abbrechen" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    expect(calls).toEqual([]);
    await act(page, destroy);
    await question.getByRole("button", { name: destroy }).click();
    await expect(shown(page, "Box aktualisiert")).toBeVisible();
    await expect(status(page)).toHaveText("6 – vernichtet");
    await expect(page.getByLabel("Vernichtungsdatum")).toHaveValue(showDate(today()));
    await expect(fact(page, "Reihe")).not.toContainText(/\d/);
    expect(await actionNames(page)).toEqual(["Reaktivieren", "Metadaten bearbeiten"]);
  });

  test("warn of a box whose year has not come or that is not in the archive", async ({ page, api }) => {
    const box = await storedBox(api);
    await api.call(editMeta, { body: { customer: { id: box.owner.id }, meta_destroy_year: 2099 } });
    await open(page, box);
    await act(page, destroy);
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Ihre Frist läuft noch: Vernichtungsjahr 2099.");
    await expect(question).not.toContainText("nicht im Haus");
    await page.keyboard.press("Escape");
    await act(page, mark);
    await expect(question).toContainText("Ihre Frist läuft noch: Vernichtungsjahr 2099.");
    await question.getByRole("button", { name: "Markieren" }).click();
    await expect(status(page)).toHaveText("7 – markiert zur Vernichtung");
    await act(page, "Markierung zurücksetzen");
    await expect(status(page)).toHaveText("1 – eingelagert");
    await api.scan({ kind: "release", code: box.code, text: "" });
    await api.edit(box, { state: 7 });
    await page.reload();
    await act(page, destroy);
    await expect(question).toContainText("Ihre Frist läuft noch: Vernichtungsjahr 2099. Sie ist nicht im Haus.");
    await expectAccessible(page, "with a question that warns");
  });

  test("bring a destroyed box back, without its date", async ({ page, api }) => {
    const box = await api.box();
    await api.edit(box, { state: 6 });
    await open(page, box);
    await act(page, "Reaktivieren");
    const question = page.getByRole("alertdialog", { name: "Box reaktivieren" });
    await question.getByRole("button", { name: "Reaktivieren" }).click();
    await expect(status(page)).toHaveText("2 – nicht eingelagert");
    await expect(history(page).first()).toContainText("Box reaktiviert");
    expect(await api.details(box)).toMatchObject({ state: 2, destroyed: null });
  });
});

test.describe("a destroyed box", () => {
  test("has its date corrected in place after the pause, to none before the box existed", async ({ page, api }) => {
    const { id } = await boxOf42(api, 35); // of the archive, years old
    const { created } = await api.details({ id });
    await api.edit({ id }, { destroyed: today() });
    const first = berlinDay(new Date(created));
    const calls = callsOf(page, "PATCH", /boxes/);
    await open(page, { id });
    const date = page.getByLabel("Vernichtungsdatum");
    await date.fill("31.02.2024");
    await expect(page.getByRole("alert").filter({ hasText: "Ungültig" })).toBeVisible();
    await date.fill(showDate(addDays(first, -1)));
    await expect(page.getByRole("alert").filter({ hasText: "Die Box gibt es erst seit dem" })).toBeVisible();
    expect(calls).toEqual([]);
    await date.fill(showDate(first));
    await expect(shown(page, "Box aktualisiert")).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ destroyed: first }]);
    const words = `Vernichtungsdatum geändert: ${showDate(today())} → ${showDate(first)}`;
    await expect(history(page).first()).toContainText(words);
  });

  test("shows contents and pictures to read only", async ({ page, api }) => {
    const box = await api.box();
    await api.content(box, "Bauakte");
    await api.image(box, new Blob([await pictureFile()]));
    await api.edit(box, { state: 6 });
    await open(page, box);
    await expect(page.getByText("Bauakte", { exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(1); // the date
    await expect(page.getByRole("button", { name: /Inhalt|Bilder hinzufügen/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Aktionen für Bild 1" }).click();
    await expect(page.getByRole("menuitem")).toHaveText(["Als bearbeitet markieren"]);
  });
});

test.describe("a content", () => {
  test("that somebody else has changed says so, keeps what was typed, and is overwritten only by who knows", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/\/boxcontents\//);
    failures.expect(/status of 400/);
    const box = await api.box();
    const { id } = await api.content(box, "Rechnungen");
    await open(page, box);
    await expect(content(page, 1)).toHaveValue("Rechnungen");
    await api.call(editContent, { path: { id }, body: { text: "Rechnungen 2019" } });
    await content(page, 1).fill("Rechnungen 2020");
    const alert = page.getByRole("alert").filter({ hasText: "Inzwischen hat jemand anders das geändert" });
    await expect(alert).toContainText("„Rechnungen 2019“");
    await expect(content(page, 1)).toHaveValue("Rechnungen 2020");
    expect((await api.details(box)).content[0]?.text).toBe("Rechnungen 2019");
    await page.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(page.getByText("Gespeichert", { exact: true })).toBeVisible();
    expect((await api.details(box)).content[0]?.text).toBe("Rechnungen 2020");
  });

  test("keeps what was typed when the call fails, over a reload too, and is saved on retry", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/\/boxcontents\//);
    const box = await api.box();
    await api.content(box, "Verträge");
    await page.route(/\/api\/v1\/boxcontents\//, (route) => route.abort("connectionfailed"));
    await open(page, box);
    await content(page, 1).fill("Verträge 2021");
    const retry = page.getByRole("button", { name: "Erneut versuchen" });
    await expect(retry).toBeVisible();
    await expect(content(page, 1)).toHaveValue("Verträge 2021");
    page.on("dialog", (dialog) => void dialog.accept()); // what is not saved asks before it is left
    await page.reload();
    await expect(content(page, 1)).toHaveValue("Verträge 2021");
    await page.unroute(/\/api\/v1\/boxcontents\//);
    await retry.click();
    await expect(page.getByText("Gespeichert", { exact: true })).toBeVisible();
    expect((await api.details(box)).content).toMatchObject([{ text: "Verträge 2021" }]);
  });

  test("that does not exist says so until it is put back", async ({ page, api }) => {
    const box = await api.box();
    await api.content(box, "Urkunde");
    await open(page, box);
    await menu(page, "Inhalt 1", "Existiert nicht");
    const dialog = page.getByRole("dialog", { name: "Inhalt existiert nicht" });
    await dialog.getByLabel("Grund").fill("Nicht in der Box");
    await dialog.getByRole("button", { name: "Existiert nicht" }).click();
    await expect(dialog).toBeHidden(); // its heading says the same
    const contents = page.getByRole("region", { name: /^Inhalte/ });
    await expect(contents.getByText("Inhalt existiert nicht", { exact: true })).toBeVisible();
    await expect(history(page).first()).toContainText("Inhalt „Urkunde“ existiert nicht: Nicht in der Box");
    await menu(page, "Inhalt 1", "Wieder eingelegt");
    await expect(contents.getByText("in Box", { exact: true })).toBeVisible();
    await expect(history(page).first()).toContainText("Inhalt „Urkunde“ zurückgelegt");
  });
});

test.describe("a customer user", () => {
  test.use({ who: "customer" });

  test("reads contents and history of a box and can change nothing", async ({ page, api }) => {
    for (const number of [1, 34, 35]) {
      await open(page, await boxOf42(api, number));
      await expect(history(page).first()).toBeVisible();
      await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
      await expect(actions(page).getByRole("button")).toHaveText([/^Anfordern/]);
      await expect(page.getByRole("button", { name: /löschen|hinzufügen|bearbeiten|Aktionen für/ })).toHaveCount(0);
      for (const label of ["Bereich", "Reihe", "Teil", "Höhe"]) await expect(fact(page, label)).toHaveCount(0);
    }
    await open(page, await boxOf42(api, 1));
    await expect(page.getByText("Lohnabrechnungen 2019 A–K", { exact: true })).toBeVisible();
  });
});
