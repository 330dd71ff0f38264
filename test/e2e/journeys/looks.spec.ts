import { expect, test } from "#test/e2e/support/page.ts";
import { walk } from "#test/e2e/support/nouns/screen-walk.ts";
import { differentForCustomers, walks } from "#test/e2e/support/walks.ts";

const screens = Object.values(walks).flat();
const named = (names: readonly string[]) => screens.filter(([name]) => names.includes(name));

/** Where staff are most of the day. */
const ofStaff = ["home", "row", "delivery"];
/** Where customers are most of the time, and see something else than staff. */
const ofCustomers = ["home", "box with contents"];

test("staff can read where they are most of the day, at the desk and on the phone", async ({ page, api }) => {
  expect(named(ofStaff)).toHaveLength(ofStaff.length);
  await walk(page, api, named(ofStaff));
});

test.describe("a customer user", () => {
  test.use({ who: "customer" });

  test("can read what they order from, at the desk and on the phone", async ({ page, api }) => {
    expect(differentForCustomers).toEqual(expect.arrayContaining(ofCustomers));
    await walk(page, api, named(ofCustomers));
  });
});
