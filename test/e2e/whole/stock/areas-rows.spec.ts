import { getArea } from "#contract/calls/stock/areas.ts";
import { editBox } from "#contract/calls/stock/boxes.ts";
import { listRows } from "#contract/calls/stock/rows.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { anyWord } from "#test/support/words.ts";
import { choose, expect, field, notice, test } from "#test/e2e/support/page.ts";
import { readCode } from "#test/e2e/support/pictures.ts";

test.describe("the form for an area", () => {
  test("makes the area, says so and leads to the list", async ({ page }) => {
    const name = `Außenlager ${anyWord()}`;
    await page.goto("/stock/areas/new");
    await field(page, "Name").fill(name);
    await page.keyboard.press("Enter");
    await expect(notice(page, "Bereich hinzugefügt")).toBeVisible();
    await expect(page).toHaveURL("/stock/areas");
    await expect(page.getByRole("row", { name })).toContainText(/0.*0$/);
  });
});

test.describe("an area", () => {
  test("without rows can be deleted, after a question", async ({ page, api }) => {
    const area = await api.area();
    await page.goto(`/stock/areas/${area.id}`);
    await page.getByRole("button", { name: "Bereich löschen" }).click();
    const question = page.getByRole("alertdialog", { name: "Bereich löschen" });
    await expect(question).toContainText(`Der Bereich „${area.name}“ wird gelöscht.`);
    await question.getByRole("button", { name: "Bereich löschen" }).click();
    await expect(notice(page, "Bereich gelöscht")).toBeVisible();
    await expect(page).toHaveURL("/stock/areas");
    await expect(page.getByRole("row", { name: area.name })).toHaveCount(0);
  });

  test("that got a row in the meantime stays, and the page says why", async ({ page, api, failures }) => {
    failures.expect(/\/areas\/\d+\//);
    const area = await api.area();
    await page.goto(`/stock/areas/${area.id}`);
    await page.getByRole("button", { name: "Bereich löschen" }).click();
    await api.row({ area });
    await page.getByRole("alertdialog").getByRole("button", { name: "Bereich löschen" }).click();
    await expect(notice(page, "Nur Bereiche ohne Reihen können gelöscht werden.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Reihe 1" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Bereich löschen" })).toBeHidden();
    expect((await api.call(getArea, { path: { id: area.id } })).rows_count).toBe(1);
  });
});

test.describe("the form for a row", () => {
  test("makes the row, says so and leads to the list", async ({ page, api }) => {
    const area = await api.area();
    await page.goto("/stock/rows/new");
    await choose(page, "Bereich", area.name);
    await field(page, "Nummer").fill("12");
    await field(page, "Umgekehrt").check();
    await page.getByRole("button", { name: "Reihe hinzufügen" }).click();
    await expect(notice(page, "Reihe hinzugefügt")).toBeVisible();
    await expect(page).toHaveURL("/stock/rows");
    const { results } = await api.call(listRows, { query: { area: area.id } });
    expect(results).toMatchObject([{ number: 12, reverse: true, positions_count: 0 }]);
  });
});

test.describe("a row", () => {
  test("has a QR code that a camera reads from the screen", async ({ page, api }) => {
    const row = await api.row({ number: 4 });
    await page.goto(`/stock/rows/${row.id}`);
    const picture = page.getByRole("img", { name: `QR-Code der Reihe 4 in ${row.area.name}` });
    await expect(picture).toBeVisible();
    expect(await readCode(picture)).toBe(rowScanText(row.id));
  });

  test("prints the sign at its shelf with one press", async ({ page, api }) => {
    const row = await api.row();
    await page.goto(`/stock/rows/${row.id}`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Reihenetikett drucken" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await expect(notice(page, "Etikett 1 des Bogens")).toBeVisible();
  });

  test("without boxes can be deleted, after a question", async ({ page, api }) => {
    const row = await api.row();
    await page.goto(`/stock/rows/${row.id}`);
    await page.getByRole("button", { name: "Reihe löschen" }).click();
    const question = page.getByRole("alertdialog", { name: "Reihe löschen" });
    await expect(question).toContainText(`Reihe 1 in ${row.area.name} wird gelöscht.`);
    await question.getByRole("button", { name: "Reihe löschen" }).click();
    await expect(notice(page, "Reihe gelöscht")).toBeVisible();
    await expect(page).toHaveURL("/stock/rows");
    expect((await api.call(listRows, { query: { area: row.area.id } })).count).toBe(0);
  });
});

test.describe("the map of the hall", () => {
  test("shows where room is, what is the matter and whose boxes stand where, and keeps it in its address", async ({
    page,
    api,
  }) => {
    const area = await api.area();
    const row = await api.row({ area, number: 3, parts: 10, heights: 4 });
    const [first, second] = await api.boxes(2);
    await api.store(first, row, 2, 1);
    await api.store(second, row, 3, 1);
    await page.goto(`/stock/map?area=${area.id}`);
    const link = page.getByRole("link", { name: `${area.name}, Reihe 3` });
    await expect(link).toHaveAccessibleName(`${area.name}, Reihe 3: 5 %, 38 frei`);
    await expect(page.getByRole("link", { name: `${area.name} 5 %` })).toContainText("38 frei");
    const colours = page.getByRole("navigation", { name: "Farben nach" });
    await colours.getByRole("link", { name: "Kunde" }).click();
    await choose(page, "Wo liegt was von", first.owner.name);
    await expect(link).toHaveAccessibleName(`${area.name}, Reihe 3: 2 Boxen`);
    await page.reload();
    await expect(page).toHaveURL(`/stock/map?area=${area.id}&by=customer&customer=${first.owner.id}`);
    await expect(link).toHaveAccessibleName(`${area.name}, Reihe 3: 2 Boxen`);
    await api.call(editBox, { path: { id: first.id }, body: { state: 3, text: "Platz ist leer" } });
    await colours.getByRole("link", { name: "Status" }).click();
    await expect(link).toHaveAccessibleName(`${area.name}, Reihe 3: 1 vermisst`);
    await expect(page.getByText(/^Inkonsistent, zuletzt hier/)).toBeVisible();
    await page.getByRole("link", { name: "Reihe 3, Teil 2, Höhe 1" }).click();
    await expect(page).toHaveURL(`/stock/rows/${row.id}#2/1`);
  });

  test("leads from each place to it, by a press and by keys", async ({ page, api }) => {
    const area = await api.area();
    const row = await api.row({ area, parts: 10, heights: 4 });
    const box = await api.box();
    await api.store(box, row, 3, 2);
    await page.goto(`/stock/map?area=${area.id}`);
    const link = page.getByRole("link", { name: `${area.name}, Reihe 1` });
    await link.focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
    await expect(page.getByText("Teil 3, Höhe 2: eingelagert")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/stock/rows/${row.id}#3/2`);
    await expect(page.locator("td[aria-current=location]")).toContainText(box.code.slice(4, 7));
    await page.goBack();
    const picture = page.getByRole("listitem").filter({ has: link }).locator("svg");
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    await picture.click({ position: { x: width * 0.25, y: height * 0.6 } });
    await expect(page).toHaveURL(`/stock/rows/${row.id}#3/2`);
  });
});
