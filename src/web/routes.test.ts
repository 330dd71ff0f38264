import { expect, test } from "vitest";
import { mayOpen, menuFor, placeOf, tabsOf } from "#web/shell/menu.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { redirects, routes, type Screen } from "./routes.ts";

const screens: readonly Screen[] = routes;
const paths = screens.map(({ path }) => path);
const staff = { is_staff: true, approves: false } as User;
const approver = { is_staff: false, approves: true, sees_invoices: true } as User;
const menu = menuFor({ is_staff: true, approves: true, sees_invoices: true } as User);

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

/** Every address: its title, whom it is for, and where staff and a customer's user see themselves in the menu and the bar above. */
// biome-ignore format: an address is one row
const places: readonly (readonly [Screen["path"], string, Screen["access"], string | null, string | null])[] = [
  ["/login", "Anmelden", "open", null, null],
  ["/home", "Home", "user", "Home", "Home"],
  ["/stock/overview", "Überblick", "user", "Lager › Überblick", "Lager › Überblick"],
  ["/stock/boxes", "Boxen", "user", "Lager › Boxen", "Lager › Boxen"],
  ["/stock/boxes/new", "Boxen hinzufügen", "staff", "Lager › Boxen", null],
  ["/stock/boxes/$id", "Box", "user", "Lager › Boxen", "Lager › Boxen"],
  ["/stock/areas", "Bereiche", "staff", "Lager › Bereiche", null],
  ["/stock/areas/new", "Bereich hinzufügen", "staff", "Lager › Bereiche", null],
  ["/stock/areas/$id", "Bereich", "staff", "Lager › Bereiche", null],
  ["/stock/rows", "Reihen", "staff", "Lager › Reihen", null],
  ["/stock/rows/new", "Reihe hinzufügen", "staff", "Lager › Reihen", null],
  ["/stock/rows/$id", "Reihe", "staff", "Lager › Reihen", null],
  ["/stock/map", "Hallenplan", "staff", "Lager › Hallenplan", null],
  ["/customers/overview", "Kunden", "staff", "Kunden", null],
  ["/customers/new", "Kunde hinzufügen", "staff", "Kunden", null],
  ["/customers/$id", "Kunde", "staff", "Kunden", null],
  ["/deliveries/overview", "Lieferungen", "user", "Lieferungen › Überblick", "Lieferungen › Überblick"],
  ["/deliveries/create", "Lieferung hinzufügen", "user", "Lieferungen › Überblick", "Lieferungen › Überblick"],
  ["/deliveries/return", "Rückgabe ankündigen", "staff", "Lieferungen › Überblick", null],
  ["/deliveries/pickup", "Abholung bestellen", "user", "Lieferungen › Überblick", "Lieferungen › Überblick"],
  ["/deliveries/plan", "Tagesplan", "staff", "Lieferungen › Tagesplan", null],
  ["/deliveries/collect", "Sammelliste", "staff", "Lieferungen › Sammelliste", null],
  ["/tours", "Touren", "staff", "Lieferungen › Touren", null],
  ["/tours/$id", "Tour", "staff", "Lieferungen › Touren", null],
  ["/closing-days", "Schließtage", "staff", "Lieferungen › Schließtage", null],
  ["/deliveries/$id", "Lieferung", "user", "Lieferungen › Überblick", "Lieferungen › Überblick"],
  ["/billing", "Abrechnung", "staff", "Abrechnung › Monat", null],
  ["/billing/run", "Monat abrechnen", "staff", "Abrechnung › Monat", null],
  ["/billing/invoices", "Rechnungen", "user", "Abrechnung › Rechnungen", "Rechnungen"],
  ["/billing/invoices/$id", "Rechnung", "user", "Abrechnung › Rechnungen", "Rechnungen"],
  ["/billing/prices", "Preislisten", "staff", "Abrechnung › Preislisten", null],
  ["/billing/accounting", "Buchhaltung", "staff", "Abrechnung › Buchhaltung", null],
  ["/billing/provider", "Unser Archiv", "staff", "Abrechnung › Unser Archiv", null],
  ["/billing/$id", "Vorschau", "staff", "Abrechnung › Monat", null],
  ["/services", "Services", "staff", "Services", null],
  ["/services/labelprints", "Etikettendruck", "staff", "Services › Drucken", null],
  ["/services/rowlabels", "Reihenetiketten", "staff", "Services › Drucken", null],
  ["/services/boxesoverview", "Boxenübersicht", "staff", "Services › Papiere", null],
  ["/services/archivelists", "Archivlisten", "staff", "Services › Papiere", null],
  ["/services/destroyrequests", "Vernichtungsanfrage", "staff", "Services › Papiere", null],
  ["/services/destroylists", "Vernichtungslisten", "staff", "Services › Papiere", null],
  ["/services/destruction", "Sammelvernichtung", "staff", "Services › Vernichtung", null],
  ["/services/destruction/$id", "Sammelvernichtung", "staff", "Services › Vernichtung", null],
  ["/services/destructions", "Vernichtungen mit Freigabe", "staff", "Services › Vernichtung", null],
  ["/services/destructions/$id", "Vernichtung", "staff", "Services › Vernichtung", null],
  ["/services/retention", "Aufbewahrung", "staff", "Services › Vernichtung", null],
  ["/retention", "Aufbewahrung", "user", "Services › Vernichtung", "Lager › Aufbewahrung"],
  ["/retention/holds", "Sperren", "user", "Services › Vernichtung", "Lager › Aufbewahrung"],
  ["/services/retention/law", "Aufbewahrungsfristen", "staff", "Services › Vernichtung", null],
  ["/destructions", "Vernichtungen mit Freigabe", "user", "Services › Vernichtung", "Vernichtung"],
  ["/destructions/$id", "Vernichtung", "user", "Services › Vernichtung", "Vernichtung"],
  ["/services/stocktakes", "Inventuren", "staff", "Services › Bestand", null],
  ["/services/stocktakes/new", "Inventur anlegen", "staff", "Services › Bestand", null],
  ["/services/stocktakes/$id", "Inventur", "staff", "Services › Bestand", null],
  ["/cases", "Klärfälle", "staff", "Services › Bestand", null],
  ["/cases/$id", "Klärfall", "staff", "Services › Bestand", null],
  ["/services/metaupdates", "Metadaten aktualisieren", "staff", "Services › Daten", null],
  ["/services/imports", "Importe", "staff", "Services › Daten", null],
  ["/services/imports/$id", "Import", "staff", "Services › Daten", null],
  ["/imports", "Importe", "user", "Services › Daten", "Home"],
  ["/imports/$id", "Import", "user", "Services › Daten", "Home"],
  ["/webhooks", "Webhooks", "user", "Services › Daten", "Home"],
  ["/webhooks/$id", "Webhook", "user", "Services › Daten", "Home"],
  ["/services/audit", "Protokoll", "staff", "Services › Nachweise", null],
  ["/services/proof", "Versiegelung", "staff", "Services › Nachweise", null],
  ["/services/messages", "Nachrichten", "staff", "Services › Nachweise", null],
  ["/reports", "Zahlen", "user", "Services › Zahlen", "Lager › Zahlen"],
  ["/users", "Users", "staff", "Users", null],
  ["/users/new", "User hinzufügen", "staff", "Users", null],
  ["/users/$id", "User", "staff", "Users", null],
  ["/account", "Mein Zugang", "user", "Mein Zugang", "Mein Zugang"],
  ["/colleagues", "Kollegen", "user", "Kollegen", "Kollegen"],
  ["/search", "Suche", "user", "Suche", "Suche"],
  ["/apps", "Apps & Scripts", "staff", "Apps & Scripts", null],
  ["/password", "Passwort festlegen", "open", null, null],
  ["/einrichten", "Einrichten", "open", null, null],
  ["/verify/$number", "Bescheinigung prüfen", "open", null, null],
];

const placeText = (path: string, isStaff: boolean) => {
  const { title, section, tab } = placeOf(path.replace("$id", "7"), isStaff);
  return [section ?? title, ...(tab ? [tab] : [])].join(" › ");
};

test("every address has a title above it, and its entry and tab are marked for whoever may open it", () => {
  const found = screens.map((screen) => {
    const placeFor = (isStaff: boolean) =>
      screen.access === "open" || !mayOpen(screen, isStaff) ? null : placeText(screen.path, isStaff);
    return [screen.path, screen.title, screen.access, placeFor(true), placeFor(false)];
  });
  expect(found).toEqual(places);
});

test("only the search, the own access and the colleagues belong to no entry of the menu", () => {
  for (const user of [staff, approver])
    expect(
      screens
        .filter((screen) => screen.access !== "open" && mayOpen(screen, user.is_staff))
        .map(({ path }) => path)
        .filter((path) => {
          const { section } = placeOf(path, user.is_staff);
          return !menuFor(user).some(({ label }) => label === section);
        }),
    ).toEqual(["/account", "/colleagues", "/search"]);
});

test("an address without a screen is where the others begin like it", () => {
  expect(placeOf("/stock/nowhere", true)).toEqual({ title: undefined, section: "Lager", tab: undefined });
  expect(placeOf("/retention/nowhere", true).section).toBe("Services");
  expect(placeOf("/retention/nowhere", false).section).toBe("Lager");
  expect(placeOf("/nowhere", true).section).toBeUndefined();
});

test("a tab leads to a screen of its own, at an address that is whole", () => {
  for (const user of [staff, approver])
    for (const { label } of menuFor(user))
      for (const tab of tabsOf(label, user.is_staff)) {
        const { to = "" } = tab.link;
        expect(paths).toContain(to);
        expect(to).not.toContain("$");
        expect(placeOf(to, user.is_staff)).toMatchObject({ section: label, tab: tab.label });
      }
});

test("nobody finds in the menu what is not for them", () => {
  const menuOf = (user: User) =>
    menuFor(user).map(({ label }) => [label, ...tabsOf(label, user.is_staff).map((tab) => tab.label)]);
  expect(menuOf({ is_staff: false, approves: false } as User)).toEqual([
    ["Home"],
    ["Lager", "Überblick", "Boxen", "Aufbewahrung", "Zahlen"],
    ["Lieferungen", "Überblick"],
  ]);
  expect(menuOf(approver).map(([label]) => label)).toContain("Vernichtung");
  expect(menuOf({ is_staff: false, sees_invoices: true } as User)).toContainEqual(["Rechnungen"]);
  expect(menuOf(staff)).toEqual([
    ["Home"],
    ["Lager", "Überblick", "Boxen", "Bereiche", "Reihen", "Hallenplan"],
    ["Kunden"],
    ["Lieferungen", "Überblick", "Tagesplan", "Sammelliste", "Touren", "Schließtage"],
    ["Services", "Drucken", "Papiere", "Vernichtung", "Bestand", "Daten", "Nachweise", "Zahlen"],
    ["Users"],
    ["Apps & Scripts"],
    ["Abrechnung", "Monat", "Rechnungen", "Preislisten", "Buchhaltung", "Unser Archiv"],
  ]);
});
