import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { open } from "#test/screens/support/open.tsx";

test.each([
  ["/home", "Home"],
  ["/stock/overview", "Lager"],
  ["/stock/boxes/1", "Lager"],
  ["/stock/areas/new", "Lager"],
  ["/customers/overview", "Kunden"],
  ["/customers/new", "Kunden"],
  ["/customers/7", "Kunden"],
  ["/deliveries/overview", "Lieferungen"],
  ["/deliveries/3", "Lieferungen"],
  ["/services/metaupdates", "Services"],
  ["/cases", "Services"],
  ["/retention/holds", "Services"],
  ["/users/new", "Users"],
  ["/apps", "Apps & Scripts"],
])("at %s the menu shows that one is in %s", async (address, entry) => {
  await open(address);
  const menu = page.getByRole("navigation", { name: "Hauptmenü" });
  const shown = () =>
    Array.from(menu.element().querySelectorAll("a[aria-current], a.active, a[data-status=active]"), (link) =>
      link.textContent.trim(),
    );
  await expect.poll(shown).toEqual([entry]);
});

test("a stored token without a user is no session, and goes", async () => {
  localStorage.setItem("token", "left");
  const { address } = await open("/home", { who: null });
  await expect.poll(address).toMatch(/^\/login/);
  expect(localStorage.getItem("token")).toBeNull();
});
