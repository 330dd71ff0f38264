import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listImports } from "#contract/calls/exchange/imports.ts";
import { pageOf } from "#test/screens/support/lists.ts";
import { title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";

test.each([
  ["/services/imports", staff],
  ["/imports", customerUser],
])("of the pages of %s one is this one, and its address says so", async (list, who) => {
  const { address, back } = await open(list, {
    who,
    answers: (server) => {
      const { customers, results } = server.example(listImports);
      const all = Array.from({ length: 65 }, (_, id) => ({ ...results[0]!, id: id + 1 }));
      server.reply(listImports, (asked) => ({ ...pageOf(all, asked), customers }));
    },
  });
  await expect.element(title("Importe (65)")).toBeVisible();
  const pages = page.getByRole("navigation", { name: "Seiten", exact: true });
  const current = () => [...pages.element().querySelectorAll("a[aria-current]")].map((one) => one.textContent);
  expect(current()).toEqual(["1"]);
  await pages.getByRole("link", { name: "Seite 2", exact: true }).click();
  await expect.poll(address).toBe(`${list}?page=2`);
  await expect.poll(current).toEqual(["2"]);
  back();
  await expect.poll(current).toEqual(["1"]);
});
