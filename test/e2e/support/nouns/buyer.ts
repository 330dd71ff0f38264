import type { Api } from "#test/e2e/support/api.ts";
import { shop, type Shop } from "#test/e2e/support/delivery-wizard.ts";
import { test } from "#test/e2e/support/page.ts";

/** The test of a customer's user whose customer has an option and boxes of its own. */
export const buyerTest = test.extend<{ buyer: Api; given: Shop }>({
  given: async ({ api }, use) => use(await shop(api)),
  buyer: async ({ api, given }, use) => use(await api.buyer(given.customer)),
  storageState: async ({ buyer }, use) => use(buyer.storageState),
});
