import type { Page } from "@playwright/test";
import { completeDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { answer, detailsOf, expectState, lineButton, lineOf, timeline } from "#test/e2e/support/delivery-detail.ts";
import { basket as chosen, boxName, found, lookup, shop } from "#test/e2e/support/delivery-wizard.ts";
import { afterBounce, scan } from "#test/e2e/support/keys.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { callsOf, choose, expect, field, notice, test } from "#test/e2e/support/page.ts";

const choice = (page: Page, name: string) => found(page).getByRole("checkbox", { name, exact: true });
const announce = (page: Page) => page.getByRole("button", { name: "Rückgabe ankündigen" });

/** Two boxes and a content of a third one are with the customer. */
async function lent(api: Api) {
  const given = await shop(api);
  const { customer, option, boxes, word } = given;
  const [first, second, third] = boxes;
  const letter = await api.content(third, `Mappe ${word}`);
  const delivery = await api.order(customer, option, { boxes: [first, second], contents: [letter] });
  for (const { code } of [first, second]) await api.scan({ kind: "pick", delivery: delivery.id, code });
  await api.scan({ kind: "pick", delivery: delivery.id, content: letter.id });
  await api.call(completeDelivery, { path: { id: delivery.id } });
  return { ...given, first, second, third, letter };
}

async function begin(page: Page, label: string) {
  await page.goto("/deliveries/return");
  await choose(page, "Kunde", label);
}

test("boxes and contents that are out are chosen and announced", async ({ page, api }) => {
  const { label, first, second, third, letter, customer } = await lent(api);
  const calls = callsOf(page, "POST", /deliveries/);
  await begin(page, label);
  for (const box of [first, second]) await expect(choice(page, boxName(box))).toBeVisible();
  await choice(page, boxName(first)).check();
  await lookup(page).fill(letter.text.toLowerCase());
  await expect(found(page).locator("mark")).toHaveText(letter.text.split(" "));
  await expect(found(page)).toContainText(`Box ${showBoxCode(third.code)} ist nicht unterwegs: eingelagert.`);
  await choice(page, letter.text).check();
  await expect(chosen(page)).toHaveCount(2);
  const day = addDays(berlinDay(new Date()), 40);
  await field(page, "Termin").fill(showDate(day));
  await field(page, "Bemerkung").fill("Kommt mit der Post");
  await expectGoodLooks(page);
  await announce(page).click();
  await expect(notice(page, "Rückgabe angekündigt")).toBeVisible();
  await expect(page).toHaveURL(/\/deliveries\/\d+$/);
  expect(calls[0]?.body).toEqual({
    kind: 1,
    customer: customer.id,
    boxes: [first.id],
    boxcontents: [letter.id],
    date: day,
    comment: "Kommt mit der Post",
  });
  await expect(page.getByText("Zurück", { exact: true })).toBeVisible();
  await expect(timeline(page)).toHaveText([/^Rückgabe angekündigt/, new RegExp(`^Rückgabe erwartet${showDate(day)}`)]);
});

test("a return comes back line by line and ends with the last one", async ({ page, api }) => {
  const { label, first, second, third, letter } = await lent(api);
  await begin(page, label);
  for (const box of [first, second]) await scan(page, box.code);
  await expect(chosen(page)).toHaveCount(2);
  await lookup(page).fill(third.code);
  await choice(page, letter.text).check();
  await announce(page).click();
  await expect(page).toHaveURL(/\/deliveries\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await expectState(page, "open");
  const actions = page.getByRole("group", { name: "Aktionen" }).getByRole("button");
  await expect(actions).toHaveText(["Lieferschein"]);
  await scan(page, first.code);
  await expect(answer(page)).toContainText(`Zurückgekommen${showBoxCode(first.code)}`);
  await expect(lineOf(page, first)).toContainText("zurückgekommen");
  await lineButton(page, second, "Nicht gekommen").click();
  await field(page, "Grund").fill("Bleibt beim Kunden");
  await page.getByRole("dialog").getByRole("button", { name: "Nicht gekommen" }).click();
  await expect(lineOf(page, second)).toContainText("nicht gekommen");
  await lineButton(page, letter.text, "Zurückgekommen").click();
  await expectState(page, "completed");
  await expect(timeline(page).last()).toContainText("Rückgabe abgeschlossen");
  expect((await detailsOf(api, { id })).state).toBe(2);
  expect((await api.details(first)).state).toBe(5);
  await expect(page.getByText("Und jetzt: die Box einlagern.")).toBeVisible();
  await page.getByRole("link", { name: "1 Box einlagern" }).click();
  await expect(page).toHaveURL(`/stock/boxes/${first.id}`);
});

test("the scanner adds boxes, and the first one determines the customer", async ({ page, api }) => {
  const { first, second, third, label, customer } = await lent(api);
  const foreign = await api.box();
  await page.goto("/deliveries/return");
  await expect(page.getByText("Wählen Sie zuerst den Kunden")).toBeVisible();
  await scan(page, first.code);
  await expect(field(page, "Kunde")).toHaveValue(label);
  await expect(chosen(page)).toHaveCount(1);
  const said = (text: string) => page.getByRole("status").filter({ hasText: text });
  await scan(page, first.code, { later: afterBounce });
  await expect(said("ist schon gewählt.")).toBeVisible();
  await scan(page, foreign.code);
  await expect(said(`Box ${showBoxCode(foreign.code)} gehört zu`)).toBeVisible();
  await scan(page, third.code);
  await expect(said("ist nicht unterwegs: eingelagert.")).toBeVisible();
  await expect(found(page)).toContainText(`Box ${showBoxCode(third.code)} ist nicht unterwegs`);
  await scan(page, `${showCustomerCode(customer.code)}999999`);
  await expect(said("Diese Box gibt es nicht.")).toBeVisible();
  await lookup(page).fill("Brief"); // what was said is about what was looked for before
  await expect(said("Diese Box gibt es nicht.")).toBeHidden();
  await lookup(page).focus();
  await scan(page, second.code);
  await expect(chosen(page)).toHaveCount(2);
  await expect(lookup(page)).toHaveValue("");
});

test("a reload loses nothing, leaving asks, another customer starts anew", async ({ page, api }) => {
  const { label, first } = await lent(api);
  const other = await api.customer();
  await begin(page, label);
  await choice(page, boxName(first)).check();
  await field(page, "Bemerkung").fill("Später mehr");
  await page.reload();
  await expect(chosen(page)).toHaveCount(1);
  await expect(field(page, "Bemerkung")).toHaveValue("Später mehr");
  const question = page.getByRole("alertdialog");
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect(question).toContainText("Die Auswahl für die Rückgabe geht verloren.");
  await question.getByRole("button", { name: "Abbrechen" }).click();
  await expect(chosen(page)).toHaveCount(1);
  await choose(page, "Kunde", other.name);
  await expect(chosen(page)).toHaveCount(0);
  await expect(page.getByText("Von diesem Kunden ist keine Box unterwegs.")).toBeVisible();
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lieferungen" })).toBeVisible();
  await page.goto("/deliveries/return");
  await expect(field(page, "Kunde")).toHaveValue("");
});
