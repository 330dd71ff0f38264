import { expect, test } from "#test/e2e/support/page.ts";
import { phone } from "#test/e2e/support/phone.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { goOn } from "#test/e2e/support/walks.ts";

/** CSS pixels from the upper edge of the screen: below it a person sees six rows and more. */
const lowest = 250;

const staffLists = [
  "/stock/boxes",
  "/stock/areas",
  "/stock/rows",
  "/customers/overview",
  "/users",
  "/deliveries/overview",
  "/services/audit",
  "/services/proof",
  "/services/stocktakes",
  "/services/imports",
  "/services/destructions",
  "/retention/holds",
  "/cases",
  "/apps",
  "/billing",
  "/billing/invoices",
  "/billing/prices",
  "/deliveries/plan",
  "/tours",
  "/closing-days",
  "/services/retention",
  "/services/retention/law",
  "/services/messages",
  "/webhooks",
];
const customerLists = ["/stock/boxes", "/deliveries/overview", "/imports", "/destructions", "/retention/holds"];

for (const [who, lists] of [
  ["staff", staffLists],
  ["customer", customerLists],
] as const)
  test.describe(`on a phone, to ${who}`, () => {
    test.use({ ...phone, who });

    test("every list begins in the upper part of the screen, with its filters, its order and its number in one line", async ({
      page,
    }) => {
      const first = page.getByRole("table").locator("tbody > tr").first();
      /** Where the first row begins. Open questions of other people stand above the list, and may. */
      const begin = async () => {
        const questions = await page
          .getByRole("note")
          .evaluateAll((notes) => notes.reduce((sum, note) => sum + note.getBoundingClientRect().height + 16, 0));
        return Math.round((await first.boundingBox())?.y ?? Infinity) - Math.round(questions);
      };
      await page.goto("/nirgends");
      for (const address of lists) {
        await goOn(page, address);
        await expect(page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Nicht gefunden!" })).toBeVisible();
        await settled(page);
        // on a busy machine what stands above the list may come after it
        await expect.poll(begin, `the first row of ${address}`).toBeLessThan(lowest);
      }
    });
  });
