import { loseAnswer } from "#test/e2e/support/nouns/lost-answer.ts";
import { createArea } from "#contract/calls/stock/areas.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { errors } from "#rules/texts/texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { anyWord } from "#test/support/words.ts";
import { choose, expect, field, notice, test } from "#test/e2e/support/page.ts";
import { codeHeader } from "#rules/texts/refusals.ts";
import { ownHeaders } from "#test/e2e/support/failure.ts";

const boxesCall = /\/api\/v1\/boxes\/$/;

test.describe("where an answer is lost and the button is pressed again", () => {
  test("there is one customer", async ({ page, api, failures }) => {
    failures.expect(/ERR_CONNECTION_RESET/);
    const keys = await loseAnswer(page, /\/api\/v1\/customers\/$/, 2);
    const name = `Nur einmal ${anyWord()}`;
    await page.goto("/customers/new");
    await field(page, "Name").fill(name);
    const submit = page.getByRole("button", { name: "Kunde hinzufügen" });
    for (const sent of [1, 2]) {
      await submit.click();
      await expect(notice(page, errors.network)).toHaveCount(sent);
    }
    await submit.click();
    await expect(notice(page, "Kunde hinzugefügt")).toBeVisible();
    expect((await api.call(listCustomers, { query: { name } })).results).toHaveLength(1);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });

  test("there are the boxes once; other boxes, and the same ones asked for later, are new ones", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/ERR_CONNECTION_RESET/);
    const customer = await api.customer();
    const keys = await loseAnswer(page, boxesCall);
    const submit = page.getByRole("button", { name: "Boxen hinzufügen" });
    const ask = async (amount: string) => {
      await page.goto("/stock/boxes/new");
      await choose(page, "Kunde", customer.name);
      await field(page, "Anzahl").fill(amount);
      await submit.click();
    };
    const count = async () => (await api.call(listBoxes, { query: { owner: customer.code } })).count;
    await ask("3");
    await expect(page.getByText(errors.network)).toBeVisible();
    await submit.click();
    await expect(notice(page, "Box(en) hinzugefügt")).toBeVisible();
    expect(await count()).toBe(3);
    await ask("3");
    await expect.poll(count).toBe(6);
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  });

  test("what was changed before is something new", async ({ page, api, failures }) => {
    failures.expect(/ERR_CONNECTION_RESET/);
    const customer = await api.customer();
    const keys = await loseAnswer(page, boxesCall);
    await page.goto("/stock/boxes/new");
    await choose(page, "Kunde", customer.name);
    await field(page, "Anzahl").fill("2");
    const submit = page.getByRole("button", { name: "Boxen hinzufügen" });
    await submit.click();
    await expect(page.getByText(errors.network)).toBeVisible();
    await field(page, "Anzahl").fill("1");
    await submit.click();
    await expect(notice(page, "Box(en) hinzugefügt")).toBeVisible();
    expect(new Set(keys).size).toBe(2);
    expect((await api.call(listBoxes, { query: { owner: customer.code } })).count).toBe(3);
  });
});

for (const [status, reason] of [
  [409, refused.keyRunning],
  [422, refused.keyReused],
  [503, refusedByServer.unclear],
] as const)
  test(`what the server says to ${status} is said as it says it`, async ({ page, failures }) => {
    failures.expect(/\/areas\/$/);
    const answer = { status, headers: { ...ownHeaders, [codeHeader]: reason.code }, json: { detail: reason.message } };
    await page.route(/\/api\/v1\/areas\/$/, (route) =>
      route.request().method() === createArea.method ? route.fulfill(answer) : route.continue(),
    );
    await page.goto("/stock/areas/new");
    await field(page, "Name").fill("Halle 9");
    await page.getByRole("button", { name: "Bereich hinzufügen" }).click();
    await expect(notice(page, reason.message)).toBeVisible();
  });
