import { describe, expect, test } from "vitest";
import { routes, type Screen } from "#web/routes.ts";
import { commandsFor, fittingCommands } from "./commands.ts";
import { mayOpen } from "#web/shell/menu.ts";

const screens: readonly Screen[] = routes;
const addressesFor = (text: string, isStaff = true) =>
  fittingCommands(commandsFor(isStaff, !isStaff), text).map(({ target }) =>
    typeof target === "string" ? target : target.to,
  );

describe.each([
  ["staff", true],
  ["a customer's user", false],
] as const)("the palette of %s", (_, isStaff) => {
  const own = screens.filter((screen) => screen.access !== "open" && mayOpen(screen, isStaff));

  test.each(own)("finds $path by its title, or the list in which it is", ({ path, title }) => {
    const list = path.replace("/$id", "");
    // staff have what customers open under services
    const expected = [path, list, `${list}/overview`, ...(isStaff ? [`/services${list}`] : [])];
    expect(addressesFor(title, isStaff).filter((address) => expected.includes(address ?? ""))).not.toEqual([]);
  });

  test("offers every address and every name once, and none that is for others", () => {
    const commands = commandsFor(isStaff, !isStaff);
    const labels = commands.map(({ group, label }) => `${group} ${label}`);
    expect(labels).toEqual([...new Set(labels)]);
    const allowed = own.map(({ path }) => path as string);
    for (const { target } of commands) if (typeof target === "object") expect(allowed).toContain(target.to);
  });
});

test.each([
  ["passwort", "/account"],
  ["mitarbeiter", "/users"],
  ["abholung", "/deliveries/return"],
  ["etikett", "/services/labelprints"],
  ["inventur", "/services/stocktakes"],
  ["faktura", "/billing"],
  ["konditionen", "/billing/prices"],
  ["regal", "/stock/rows"],
  ["anfordern", "/deliveries/create"],
  ["excel", "/services/imports"],
  ["frist", "/services/retention"],
  ["klaerfaelle", "/cases"],
  ["klarfall", "/cases"],
  ["handy", "phone"],
])("whoever looks for %s comes to %s", (text, address) => {
  expect(addressesFor(text)).toContain(address);
});

test("what has the words in its name stands before what is only called so, too", () => {
  expect(addressesFor("apps")[0]).toBe("/apps");
  expect(addressesFor("Lager Reihen")[0]).toBe("/stock/rows");
});

test("a customer's user finds neither the phone nor users", () => {
  expect(addressesFor("handy", false)).toEqual([]);
  expect(addressesFor("mitarbeiter", false)).toEqual([]);
});

test("a customer's user finds invoices only with the right to see them", () => {
  const labels = (seesInvoices: boolean) => commandsFor(false, seesInvoices).map(({ label }) => label);
  expect(labels(true)).toContain("Rechnungen");
  expect(labels(false)).not.toContain("Rechnungen");
});
