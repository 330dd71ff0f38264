import { changeRights } from "#contract/calls/access/rights.ts";
import { changeProcedure, getProcedure } from "#contract/calls/destruction/procedures.ts";
import { Api } from "#test/e2e/support/api.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { colleague, newWorker, signIn, signOut } from "#test/e2e/support/worker.ts";

test.use({ who: "fresh staff" }); // whose session the test ends

test("a procedure that is switched off goes on until a second person agrees; home, the customer's page and the customer say so", async ({
  page,
  api,
}) => {
  const customer = await api.customer();
  const path = { id: customer.id };
  await api.call(changeProcedure, { path, body: { destruction_procedure: 1, waiting_days: 0 } });
  await page.goto(`/customers/${customer.id}?tab=retention`);
  const section = page.getByRole("region", { name: "Vernichtungsverfahren" });
  await section.getByRole("checkbox", { name: "Nur mit Freigabe" }).click();
  const asked = section.getByRole("note");
  await expect(asked).toContainText("Vernichtung ohne Freigabe, beantragt von Anna Schmidt");
  await expect(section.getByRole("checkbox", { name: "Nur mit Freigabe" })).toBeChecked();
  await expect(asked.getByRole("button", { name: "Zustimmen" })).toHaveAccessibleDescription(
    "Sie haben es beantragt. Zustimmen kann jemand, dessen Zugang nicht durch Ihre Hände ging.",
  );
  await expectGoodLooks(page);
  await asked.getByRole("button", { name: "Antrag zurückziehen" }).click();
  await expect(asked).toBeHidden();
  await section.getByRole("checkbox", { name: "Nur mit Freigabe" }).click();
  await expect(asked).toBeVisible();

  const approver = await newWorker(api, customer);
  await api.call(changeRights, { path, body: { user: approver.id, may_approve_destruction: true } });
  await signOut(page, { ...approver, name: "Anna Schmidt" });
  await signIn(page, approver);
  await page.goto("/destructions");
  const shown = page.getByRole("note").filter({ hasText: customer.name });
  await expect(shown).toContainText("beantragt von Archiv");
  await expect(shown).not.toContainText("Schmidt");
  await expectGoodLooks(page);

  const second = await colleague(api);
  await signOut(page, approver);
  await signIn(page, second);
  await page.goto("/home");
  const waiting = page.getByRole("region", { name: /^Wartet auf Sie/ });
  await expect(waiting.getByRole("link", { name: /^Bestätigen \(\d+ Änderung/ })).toBeVisible();
  await page.goto(`/customers/${customer.id}?tab=retention`);
  await asked.getByRole("button", { name: "Zustimmen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Zustimmen" }).click();
  await expect(section).toContainText("Umgestellt am");
  await page.goto("/home");
  const notice = page.getByRole("note").filter({ hasText: customer.name });
  await expect(notice).toContainText("Umgestellt am");
  await expectGoodLooks(page);
  await notice.getByRole("link", { name: customer.name }).click();
  await expect(section).toContainText(/Umgestellt am .* zugestimmt von Zita Zweig am /);
  await expect(section.getByRole("checkbox", { name: "Nur mit Freigabe" })).not.toBeChecked();
  const theirs = await Api.signIn(api.base, second);
  expect((await theirs.call(getProcedure, { path })).destruction_procedure).toBe(0);
});
