import type { Api } from "./api.ts";
import { shop, type Shop } from "./delivery-wizard.ts";
import { test } from "./page.ts";

/** The test of a customer's user whose customer has an option and boxes of its own. */
export const buyerTest = test.extend<{ buyer: Api; given: Shop }>({
  given: async ({ api }, use) => use(await shop(api)),
  buyer: async ({ api, given }, use) => use(await api.buyer(given.customer)),
  storageState: async ({ buyer }, use) => use(buyer.storageState),
});
