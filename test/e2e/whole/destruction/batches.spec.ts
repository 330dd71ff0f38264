import type { Page } from "@playwright/test";
import { changeProcedure } from "#contract/calls/destruction/procedures.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { Api } from "#test/e2e/support/api.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";
import { colleague, newWorker, thirdPerson, signIn, signOut, type Worker } from "#test/e2e/support/worker.ts";

/** Signs somebody else in, at the address of before. */
async function changeTo(page: Page, from: Worker | null, to: Worker, address: string): Promise<void> {
  if (from) await signOut(page, from);
  else await page.goto("/login");
  await signIn(page, to);
  await page.goto(address);
  await settled(page);
}

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
async function answerWith(page: Page, number: string, action: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByRole("textbox").fill(number);
  await question.getByRole("button", { name: action }).click();
  await expect(question).toBeHidden();
}
const state = (page: Page, text: string) =>
  expect(page.getByRole("banner").or(page.locator("main header")).getByText(text, { exact: true })).toBeVisible();

test.use({ who: "nobody" });

test("three people let boxes go, each sees why a step is not theirs, and the certificate is what they agreed on", async ({
  page,
  api,
}) => {
  const customer = await api.customer();
  const [first, kept] = await api.stored(2, customer);
  await api.content(first, "Rechnungen 2009");
  const path = { id: customer.id };
  await api.call(changeProcedure, { path, body: { destruction_procedure: 1, waiting_days: 0 } });
  for (const box of [first, kept]) await api.edit(box, { state: BoxState.marked });
  const [proposer, second, owner] = [await thirdPerson(api), await colleague(api), await newWorker(api, customer)];
  const { user } = await Api.signIn(api.base, owner);
  await api.call(changeRights, { path, body: { user, may_approve_destruction: true } });

  await changeTo(page, null, proposer, "/services/destructions");
  await button(page, "Vorgang anlegen").click();
  await field(page, "Kunde").fill(customer.name);
  await page.getByRole("option").filter({ hasText: customer.name }).click();
  await page.getByRole("button", { name: "Entwurf anlegen" }).click();
  const number = await page.getByRole("heading", { level: 1, name: /^V-\d{6}$/ }).innerText();
  const id = Number(number.slice(2));
  await state(page, "Entwurf");
  await button(page, "Vorlegen").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Vorlegen" }).click();
  await state(page, "vorgelegt");
  await expect(button(page, "Freigeben")).toHaveAccessibleDescription(/^Das entscheidet der Kunde\./);

  await changeTo(page, proposer, owner, "/home");
  await page.getByRole("link", { name: "Vernichtung", exact: true }).click();
  await page.getByRole("link", { name: number }).click();
  const row = page.getByRole("row").filter({ hasText: showBoxCode(kept.code) });
  await row.getByLabel("Ablehnen").check();
  await row.getByLabel("Grund der Ablehnung").fill("Noch gebraucht");
  await button(page, "Freigeben").click();
  await answerWith(page, number, "Freigeben");
  await state(page, "freigegeben");
  await expect(button(page, "Bestätigen")).toHaveAccessibleDescription("Das macht das Archiv.");

  await changeTo(page, owner, proposer, `/services/destructions/${id}`);
  await expect(button(page, "Bestätigen")).toHaveAccessibleDescription(
    "Sie haben vorgelegt; es bestätigt jemand, dessen Zugang nicht durch Ihre Hände ging.",
  );
  await changeTo(page, proposer, second, `/services/destructions/${id}`);
  await button(page, "Bestätigen").click();
  await answerWith(page, number, "Bestätigen");
  await state(page, "bestätigt");

  const shredder = await Api.signIn(api.base, second);
  await shredder.scan({ kind: "shred", batch: id, code: first.code });
  await page.reload();
  await state(page, "in Vernichtung");
  await expect(button(page, "Vernichtung bezeugen")).toHaveAccessibleDescription(
    "Sie haben vernichtet; es bezeugt jemand, dessen Zugang nicht durch Ihre Hände ging.",
  );
  await changeTo(page, second, proposer, `/services/destructions/${id}`);
  await field(page, "Gerät").fill("HSM 411.2");
  await button(page, "Vernichtung bezeugen").click();
  await state(page, "vernichtet");
  await button(page, "Bescheinigung ausstellen").click();
  await state(page, "bescheinigt");
  const [one, other] = [
    await savedBy(page, () => button(page, "Bescheinigung").click()),
    await savedBy(page, () => button(page, "Bescheinigung").click()),
  ];
  expect(one).toEqual(other);
});
