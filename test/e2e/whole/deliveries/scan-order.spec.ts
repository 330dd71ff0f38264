import { changeRights } from "#contract/calls/access/rights.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { boxName, found, next, orderOf, question, shop } from "#test/e2e/support/delivery-wizard.ts";
import { expectGoodLooks, expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { expect, field, notice, test } from "#test/e2e/support/page.ts";
import { packedPdf, pdfFile } from "#test/support/pdf-files.ts";

const mimeType = "application/pdf";

test("a customer's user orders a box and a content as scans; staff drop the PDFs on their lines and put all of it back; the customer opens them", async ({
  page,
  api,
  browser,
  failures,
}) => {
  const given = await shop(api);
  const { customer, boxes, akte, word } = given;
  const [first, , third] = boxes;
  const user = await api.addUser();
  await api.call(editCustomer, { path: { id: customer.id }, body: { user_ids: [user.id] } });
  await api.call(changeRights, { path: { id: customer.id }, body: { user: user.id, may_order: true } });
  const { storageState } = await api.enter(user);
  const context = await browser.newContext({ storageState });
  const theirs = await context.newPage();

  await theirs.goto("/deliveries/create");
  await expect(theirs.getByRole("radio", { name: /^Lieferung/ })).toBeChecked();
  await theirs.getByRole("radio", { name: /^Scan/ }).check();
  await theirs.getByRole("radio", { name: given.option.description }).check();
  await next(theirs).click();
  await found(theirs)
    .getByRole("checkbox", { name: `Akte ${word}` })
    .check();
  await found(theirs)
    .getByRole("checkbox", { name: boxName(third), exact: true })
    .check();
  await next(theirs).click();
  await expect(question(theirs, 3)).toBeVisible();
  await expect(theirs.getByText("Als Scan: nichts wird geliefert")).toBeVisible();
  await expect(theirs.getByText("Preis", { exact: true })).toBeHidden();
  await expect(field(theirs, "Fertig bis")).toBeVisible();
  await expectGoodLooksEverywhere(theirs);
  await theirs.getByRole("button", { name: "Scan bestellen" }).click();
  await expect(notice(theirs, /^Lieferung hinzugefügt/)).toBeVisible();
  const { id } = await orderOf(api, { content: `Akte ${word}` });
  await theirs.goto(`/deliveries/${id}`);
  await expect(theirs.getByRole("heading", { level: 1, name: /^Scanauftrag \d{6}$/ })).toBeVisible();

  await page.goto(`/deliveries/${id}`);
  await page.getByRole("button", { name: "Alle kommissioniert" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Alle kommissioniert" }).click();
  const [boxFile, contentFile] = [
    page.getByLabel(`PDF für Box ${showBoxCode(third.code)}`),
    page.getByLabel(`PDF für „Akte ${word}“ aus Box ${showBoxCode(first.code)}`),
  ];
  failures.expect(/400/);
  await boxFile.setInputFiles({ name: "Scan.pdf", mimeType, buffer: Buffer.from("kein PDF") });
  await expect(page.getByText("Bitte wählen Sie eine PDF-Datei. Diese Datei ist keine.")).toBeVisible();
  await expectGoodLooksEverywhere(page, { dark: true });
  await boxFile.setInputFiles({ name: "Scan.pdf", mimeType, buffer: await pdfFile(3) });
  await expect(page.getByText("Alle 2 Zeilen kommissioniert")).toBeVisible();
  await expect(page.getByText(/^3 Seiten, bis \d\d\.\d\d\.\d{4}$/)).toBeVisible();
  await contentFile.setInputFiles({ name: "scan.bin", mimeType, buffer: packedPdf(12) });
  await expect(page.getByText(/^12 Seiten, bis /)).toBeVisible();
  await expectGoodLooksEverywhere(page, { dark: true });

  await theirs.reload();
  const download = theirs.waitForEvent("download");
  await theirs.getByRole("button", { name: `Scan ansehen von Box ${showBoxCode(third.code)}` }).click();
  expect((await download).suggestedFilename()).toMatch(/^Scan-\d{6}-.*\.pdf$/);
  await expectGoodLooks(theirs);
  await theirs.goto(`/stock/boxes/${first.id}`);
  await expect(theirs.getByRole("region", { name: /^Scans/ }).getByRole("listitem")).toContainText(
    `Akte ${word}12 Seiten, bis `,
  );
  await expectGoodLooksEverywhere(theirs);
  await context.close();

  await page.getByRole("button", { name: /^Zurück ins Lager Box/ }).click();
  await page.getByRole("button", { name: /^Zurück ins Lager „Akte/ }).click();
  await expect(page.getByText("Alles ist gescannt und wieder an seinem Platz.")).toBeVisible();
  await expectGoodLooks(page);
  const { state, boxcontents } = await api.call(getDelivery, { path: { id } });
  expect([state, boxcontents[0]?.id, boxcontents[0]?.state]).toEqual([2, akte.id, 0]);
});
