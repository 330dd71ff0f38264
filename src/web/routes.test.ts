import { expect, test } from "vitest";
import { menuFor, sectionOf, tabsOf } from "#web/shell/menu.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { redirects, routes, type Screen } from "./routes.ts";

const screens: readonly Screen[] = routes;
const paths = screens.map(({ path }) => path);
const whole = { is_staff: true, approves: true } as User;
const menu = menuFor(whole);

test.each(screens)("$path has a title and a page, and an address of its own", ({ path, title, page }) => {
  expect(title).toMatch(/^\S.*\S$/);
  expect(page).toBeTypeOf("function");
  expect(paths.filter((each) => each === path)).toEqual([path]);
});

test.each(screens.filter(({ loader }) => loader !== undefined))(
  "$path asks for something first",
  async ({ loader }) => {
    const { load } = (await loader?.()) ?? {};
    const search = { q: "0042" };
    expect(load?.({ id: 7, search, isStaff: true })).not.toEqual([]);
    expect(load?.({ id: 7, search, isStaff: false })).not.toEqual([]);
  },
);

test("what needs no session belongs to no section", () => {
  expect(screens.filter(({ access, section }) => access === "open" && section !== undefined)).toEqual([]);
});

test("an address that leads on leads to a screen, and has none itself", () => {
  expect(redirects.filter(({ to }) => !paths.includes(to))).toEqual([]);
  expect(redirects.filter(({ path }) => paths.includes(path as Screen["path"]))).toEqual([]);
});

test("every entry of the menu leads to a screen of its section, and every section has an entry", () => {
  const leadsOn = Object.fromEntries(redirects.map(({ path, to }) => [path, to]));
  const targets = menu.map(({ link: { to = "" } }) => leadsOn[to] ?? to);
  expect(targets.map((target) => screens.find(({ path }) => path === target)?.section)).toEqual(
    menu.map(({ label }) => label),
  );
  const sections = new Set(screens.flatMap(({ section }) => section ?? []));
  expect(sections).toEqual(new Set(menu.map(({ label }) => label)));
});

test("addresses that begin alike are in one section, so that one without a screen is in it, too", () => {
  expect(screens.filter(({ path, section }) => sectionOf(path) !== section)).toEqual([]);
  expect(sectionOf("/stock/nowhere")).toBe("Lager");
});

test("a tab belongs to a section of the menu, and leads to an address that is whole", () => {
  const tabs = screens.filter(({ tab }) => tab !== undefined);
  expect(tabs.filter(({ path, section }) => section === undefined || path.includes("$"))).toEqual([]);
});

test("nobody finds in the menu what is not for them", () => {
  const menuOf = (user: User) =>
    menuFor(user).map(({ label }) => [label, ...tabsOf(label, user.is_staff).map((tab) => tab.label)]);
  expect(menuOf({ is_staff: false, approves: false } as User)).toEqual([
    ["Home"],
    ["Lager", "Überblick", "Boxen", "Aufbewahrung"],
    ["Lieferungen", "Überblick"],
  ]);
  expect(menuOf({ is_staff: false, approves: true } as User).map(([label]) => label)).toContain("Vernichtung");
  expect(menuOf({ is_staff: true, approves: false } as User)).toEqual([
    ["Home"],
    ["Lager", "Überblick", "Boxen", "Bereiche", "Reihen", "Klärfälle", "Hallenplan"],
    ["Kunden"],
    ["Lieferungen", "Überblick", "Tagesplan", "Sammelliste"],
    ["Services"],
    ["Users"],
    ["Apps & Scripts"],
  ]);
});
