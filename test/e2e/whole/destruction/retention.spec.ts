import { editMeta, getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { changeProcedure } from "#contract/calls/destruction/procedures.ts";
import { assignRetention, listRetentionClasses } from "#contract/calls/destruction/retention.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { historySentence } from "#rules/stock/history.ts";
import { act } from "#test/e2e/support/head.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { choose, expect, fact, field, notice, test } from "#test/e2e/support/page.ts";

test("staff see what may go, hold a box that stays, and say why they destroy one before its end", async ({
  page,
  api,
}) => {
  const owner = await api.customer();
  const customer = { id: owner.id };
  const [due, held, young, later] = await api.stored(4, owner);
  const { results } = await api.call(listRetentionClasses, { query: { customer: owner.id } });
  const retention_class = results.find(({ key }) => key === "ao-belege")?.id ?? 0;
  const boxes = [due.id, held.id, later.id];
  await api.call(assignRetention, { body: { customer, boxes, retention_class, begins: "2016-05-01" } });
  const row = (code: string) =>
    page.getByRole("row").filter({ hasText: `${code.slice(0, 4)}.${code.slice(4, 7)}.${code.slice(7)}` });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");

  await page.goto(`/stock/boxes/${held.id}`);
  await button("Sperre setzen").click();
  await dialog.getByLabel("Grund *").fill("Betriebsprüfung 2026");
  await dialog.getByLabel("Aktenzeichen").fill("AZ 12");
  await dialog.getByRole("button", { name: "Sperre setzen" }).click();
  await expect(notice(page, "Sperre gesetzt")).toBeVisible();
  await expect(page.getByText("Betriebsprüfung 2026, AZ 12", { exact: true }).first()).toBeVisible();

  await page.goto(`/services/retention?customer=${owner.id}&year=2026`);
  await expect(row(due.code)).toContainText("8 Jahre, § 147 AO, § 257 HGB, Ende 31.12.2024");
  await expect(row(held.code)).toHaveCount(0);
  await button("Alle auswählen (2)").click();
  await expect(button("Markieren (2)")).toBeVisible();
  await page.getByRole("checkbox", { name: new RegExp(later.code.slice(7)) }).click();
  await button("Markieren (1)").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Markieren" }).click();
  await expect(notice(page, "1 Box zur Vernichtung markiert")).toBeVisible();
  await expect(row(due.code)).toContainText("markiert");
  await expectGoodLooks(page);
  await page.getByRole("link", { name: /^Gesperrt/ }).click();
  await expect(row(held.code)).toContainText("Betriebsprüfung 2026");
  const [number, body] = [Number(later.code.slice(4)), { customer, meta_destroy_year: 2099 }];
  await api.call(editMeta, { body: { ...body, from: number, to: number } });
  await page.reload();
  await page.getByRole("link", { name: /^Später/ }).click();
  await expect(row(later.code)).toContainText("abweichend: 2099");
  await button("Alle auswählen (1)").click();
  await button("Markieren (1)").click();
  await expect(page.getByRole("alertdialog")).toContainText("Achtung: 1 Box, deren Frist noch läuft");
  await page.getByRole("alertdialog").getByRole("button", { name: "Abbrechen" }).click();
  await expectGoodLooks(page);

  await page.goto(`/stock/boxes/${young.id}`);
  await button("Aufbewahrung bearbeiten").click();
  await choose(page, "Aufbewahrungsklasse", "Betriebliche Altersversorgung");
  await dialog.getByLabel("Beginn der Frist").fill("05.03.2020");
  await dialog.getByRole("button", { name: "Aufbewahrung speichern" }).click();
  await expect(fact(page, "Frist bis")).toHaveText("05.03.2050");
  await act(page, "Vernichten");
  await page.getByRole("alertdialog").getByRole("button", { name: "Vernichten" }).click();
  await expect(dialog).toContainText("muss noch aufbewahrt werden: 30 Jahre, § 18a BetrAVG, Ende 05.03.2050.");
  await dialog.getByRole("button", { name: "Trotzdem vernichten" }).click();
  await expect(dialog).toContainText("Bitte ausfüllen");
  await field(page, "Grund").fill("Doppelt vorhanden");
  await dialog.getByRole("button", { name: "Trotzdem vernichten" }).click();
  await expect(page.getByText("Box vernichtet: Doppelt vorhanden")).toBeVisible();

  await page.goto(`/retention/holds?customer=${owner.id}`);
  await button("Sperre „Betriebsprüfung 2026“ aufheben").click();
  await field(page, "Grund").fill("Bescheid liegt vor");
  await dialog.getByRole("button", { name: "Sperre aufheben" }).click();
  await expect(notice(page, "Sperre aufgehoben")).toBeVisible();
  const { history } = await api.call(getBox, { path: { id: held.id } });
  const last = history.at(-1);
  expect(last && historySentence(last.state, last.meta, last.text)).toBe(
    "Sperre aufgehoben: Betriebsprüfung 2026, AZ 12 (Bescheid liegt vor)",
  );
});

test("due boxes of a customer with approval become a draft, once, and nobody marks them alone", async ({
  page,
  api,
}) => {
  const owner = await api.customer();
  const customer = { id: owner.id };
  await api.call(changeProcedure, { path: customer, body: { destruction_procedure: 1 } });
  const [first, second] = await api.stored(2, owner);
  const { results } = await api.call(listRetentionClasses, { query: { customer: owner.id } });
  const retention_class = results.find(({ key }) => key === "ao-belege")?.id ?? 0;
  await api.call(assignRetention, {
    body: { customer, boxes: [first.id, second.id], retention_class, begins: "2012-01-01" },
  });
  const row = ({ code }: { code: string }) => page.getByRole("row").filter({ hasText: showBoxCode(code) });
  const present = page.getByRole("button", { name: /^Zur Vernichtung vorlegen/ });

  await page.goto(`/services/retention?customer=${owner.id}`);
  await expect(present).toHaveAccessibleDescription("Bitte erst Boxen auswählen.");
  await expect(page.getByRole("button", { name: /^Markieren/ })).toHaveCount(0);
  await row(first).getByRole("checkbox").check();
  await expect(present).toHaveText("Zur Vernichtung vorlegen (1)");
  await present.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Entwurf anlegen" }).click();
  const number = await page.getByRole("heading", { level: 1, name: /^V-\d{6}$/ }).innerText();
  await expect(row(first)).toBeVisible();
  await expect(row(second)).toHaveCount(0);

  await page.goto(`/services/retention?customer=${owner.id}`);
  await expect(row(first)).toContainText(`in ${number}`);
  await expect(row(first).getByRole("checkbox")).toHaveCount(0);
  await page.getByRole("button", { name: "Alle auswählen (1)" }).click();
  await expect(present, "what stands in a batch is not chosen again").toHaveText("Zur Vernichtung vorlegen (1)");
  await expectGoodLooks(page);
});

test("boxes of a customer whose papers are kept by law are created with class and day; of others nobody is asked", async ({
  page,
  api,
}) => {
  const [owner, other] = [await api.customer(), await api.customer()];
  const [kept] = await api.boxes(1, owner);
  const { results } = await api.call(listRetentionClasses, { query: { customer: owner.id } });
  const retention_class = results.find(({ key }) => key === "ao-belege")?.id ?? 0;
  await api.call(assignRetention, {
    body: { customer: { id: owner.id }, boxes: [kept.id], retention_class, begins: "2020-01-01" },
  });
  await page.goto("/stock/boxes/new");
  await choose(page, "Kunde", other.name);
  await expect(field(page, "Größe in mm")).toBeVisible();
  await expect(page.getByLabel("Aufbewahrungsklasse")).toHaveCount(0);
  await choose(page, "Kunde", owner.name);
  await choose(page, "Aufbewahrungsklasse", "Betriebliche Altersversorgung");
  await page.getByLabel("Beginn der Frist").fill("05.03.2020");
  await expectGoodLooks(page);
  await page.getByRole("button", { name: "Boxen hinzufügen" }).click();
  await expect(notice(page, "Box(en) hinzugefügt")).toBeVisible();
  const made = (await api.call(listBoxes, { query: { owner: owner.code, order_by: "-code" } })).results[0];
  await page.goto(`/stock/boxes/${made?.id}`);
  await expect(fact(page, "Frist bis")).toHaveText("05.03.2050");
});

test.describe("a customer's user without a hold", () => {
  test.use({ who: "customer" });

  test("reads that there is none, and of filters only where one is set", async ({ page }) => {
    await page.goto("/retention/holds");
    await expect(page.getByText("Es gibt keine Sperren.")).toBeVisible();
    await page.goto("/retention/holds?state=active");
    await expect(page.getByText("Keine Sperre passt zu den Filtern.")).toBeVisible();
  });
});
