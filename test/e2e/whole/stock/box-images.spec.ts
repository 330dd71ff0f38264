import { editMeta } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { pictureFile } from "#test/support/factories.ts";
import { history, menu, open, storedBox, shown } from "#test/e2e/support/box-page.ts";
import { act } from "#test/e2e/support/head.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, expectError, fact, test } from "#test/e2e/support/page.ts";

test.describe("pictures", () => {
  const jpeg = async (name: string) => ({ name, mimeType: "image/jpeg", buffer: await pictureFile() });

  test("come from the disk, several at once; what is none is refused with its sentence", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/\/boximages\/$/);
    const box = await api.box();
    await open(page, box);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Bilder hinzufügen" }).click();
    await (await chooser).setFiles([await jpeg("seite-1.jpg"), await jpeg("seite-2.jpg")]);
    await expect(shown(page, "2 Bilder hinzugefügt")).toBeVisible();
    await expect(page.getByRole("img", { name: /^Bild \d$/ })).toHaveCount(2);
    await expect(history(page).first()).toContainText("Bild hinzugefügt");
    const fake = { name: "seite.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<html>kein Bild</html>") };
    await page.getByLabel("Bilder", { exact: true }).and(page.locator("input")).setInputFiles(fake);
    await expect(page.getByText("seite.jpg: Nur Bilder vom Typ JPEG, PNG oder WebP.")).toBeVisible();
    await page.getByRole("button", { name: "Verwerfen" }).click();
    await expect(page.getByText("seite.jpg:")).toBeHidden();
    expect((await api.details(box)).images).toHaveLength(2);
  });

  test("open large and are leafed through by the arrow keys until Esc", async ({ page, api }) => {
    const box = await api.box();
    for (let count = 0; count < 3; count++) await api.image(box, new Blob([await pictureFile()]));
    await open(page, box);
    await page.getByRole("button", { name: "Bild 1 vergrößern" }).click();
    const large = (number: number) => page.getByRole("dialog", { name: `Bild ${number} von 3` });
    await expect(large(1).getByRole("img", { name: "Bild 1 von 3" })).toBeVisible();
    for (const [key, number] of [
      ["ArrowRight", 2],
      ["ArrowRight", 3],
      ["ArrowRight", 3],
      ["ArrowLeft", 2],
    ] as const) {
      await page.keyboard.press(key);
      await expect(large(number).getByRole("img", { name: `Bild ${number} von 3` })).toBeVisible();
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("are marked as processed and back, and deleted after a question", async ({ page, api }) => {
    const box = await api.box();
    await api.image(box, new Blob([await pictureFile()]));
    await open(page, box);
    const images = page.getByRole("region", { name: /^Bilder/ });
    await expect(images.getByText("zu bearbeiten", { exact: true })).toBeVisible();
    await menu(page, "Bild 1", "Als bearbeitet markieren");
    await expect(shown(page, "Bild aktualisiert")).toBeVisible();
    await expect(images.getByText("bearbeitet", { exact: true })).toBeVisible();
    await menu(page, "Bild 1", "Als zu bearbeiten markieren");
    await expect(images.getByText("zu bearbeiten", { exact: true })).toBeVisible();
    await menu(page, "Bild 1", "Bild löschen");
    const question = page.getByRole("alertdialog", { name: "Bild löschen" });
    await expect(question).toContainText("Bild 1 wird gelöscht.");
    await question.getByRole("button", { name: "Bild löschen" }).click();
    await expect(shown(page, "Bild gelöscht")).toBeVisible();
    await expect(page.getByText("Zu dieser Box gibt es keine Bilder.")).toBeVisible();
    expect((await api.details(box)).images).toEqual([]);
  });
});

test("meta data is edited and emptied on the page of the box, for this box alone", async ({ page, api }) => {
  const customer = await api.customer();
  const [box, other] = await api.boxes(2, customer);
  await api.call(editMeta, { body: { customer: { id: customer.id }, meta_destroy_year: 2031 } });
  await open(page, box);
  await act(page, "Metadaten bearbeiten");
  const dialog = page.getByRole("dialog", { name: `Metadaten von ${showBoxCode(box.code)}` });
  await dialog.getByLabel("Jahrgang").fill("99");
  await dialog.getByRole("button", { name: "Metadaten speichern" }).click();
  await expectError(page, "Jahrgang", "Ungültig");
  await dialog.getByLabel("Jahrgang").fill("2019");
  await dialog.getByLabel("Laufzeit").fill("2019–2015");
  await dialog.getByRole("button", { name: "Metadaten speichern" }).click();
  await expectError(page, "Laufzeit", "Die Laufzeit endet vor ihrem Beginn.");
  await dialog.getByLabel("Laufzeit").fill("1.3.2015 - 2019");
  await dialog.getByLabel("Vernichtungsjahr").fill("");
  await dialog.getByLabel("Erste Lieferung").fill("01.03.2020");
  await dialog.getByLabel(/^Größe in mm/).fill("350");
  await dialog.getByRole("button", { name: "Metadaten speichern" }).click();
  await expect(shown(page, "Meta Daten aktualisiert")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(fact(page, "Jahrgang")).toHaveText("2019");
  await expect(fact(page, "Laufzeit")).toHaveText("01.03.2015–2019");
  await expect(fact(page, "Vernichtungsjahr")).not.toContainText("2031");
  await expect(fact(page, "Erste Lieferung")).toHaveText("01.03.2020");
  await expect(fact(page, "Größe")).toHaveText("350 mm");
  for (const sentence of ["Größe geändert: 400 mm → 350 mm", "Vernichtungsjahr zurückgesetzt (war 2031)"])
    await expect(history(page).filter({ hasText: sentence })).toHaveCount(1);
  expect(await api.details(other)).toMatchObject({ meta_year: null, meta_destroy_year: 2031, size: 400 });
});

test("Esc asks before it throws away changed meta data", async ({ page, api }) => {
  await open(page, await storedBox(api));
  await act(page, "Metadaten bearbeiten");
  const dialog = page.getByRole("dialog", { name: /^Metadaten von/ });
  await dialog.getByLabel("Jahrgang").fill("2019");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Eingaben verwerfen" });
  await question.getByRole("button", { name: "Abbrechen" }).click();
  await expect(dialog.getByLabel("Jahrgang")).toHaveValue("2019");
  await dialog.getByLabel("Jahrgang").fill("");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the box page with contents, pictures and history is good to read", async ({ page, api }) => {
  const box = await storedBox(api);
  const { id } = await api.content(box, "Lohnabrechnungen");
  await api.content(box, "Personalakten A–K");
  await api.scan({ kind: "missing", content: id, text: "Leerer Ordner" });
  await api.image(box, new Blob([await pictureFile()]));
  await open(page, box);
  await expectGoodLooks(page);
  await page.getByRole("button", { name: "Bild 1 vergrößern" }).click();
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
  await expectGoodLooks(page);
});
