import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { getTerms } from "#contract/calls/billing/terms.ts";
import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { button, title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";
import { successTexts } from "#rules/texts/done-texts.ts";

// Demands of specification.md 2, 4, 5, 6 and 8 on screens, in its order. Later additions stand between or behind, and take nothing away.

interface Wanted {
  readonly columns?: readonly string[];
  /** Labels of fields and filters; `*` where they are required. */
  readonly fields?: readonly string[];
  readonly facts?: readonly string[];
  readonly buttons?: readonly string[];
  /** Links by text and address. */
  readonly links?: readonly (readonly [text: string, address: string])[];
}

const boxFilters = ["Kundennummer", "Boxnummer von", "Boxnummer bis", "Status"];
const range = ["Kunde *", "Boxnummer von", "Boxnummer bis"];
const place = ["Bereich", "Reihe", "Teil", "Höhe"];
const overview: Wanted = {
  links: [
    ["eingelagert", "/stock/boxes?state=1"],
    ["nicht eingelagert", "/stock/boxes?state=2"],
    ["angefordert", "/stock/boxes?state=4"],
    ["retour", "/stock/boxes?state=5"],
    ["erstellt", "/stock/boxes?state=0"],
    ["vernichtet", "/stock/boxes?state=6"],
  ],
  facts: ["Registrierte Boxinhalte"],
};

const screens: readonly (readonly [address: string, heading: RegExp, wanted: Wanted])[] = [
  ["/home", /^Willkommen, Anna Schmidt/, {}],
  ["/stock/overview", /^Überblick/, overview],
  [
    "/stock/boxes",
    /^Boxen \(1\)/,
    {
      columns: ["Code", "Kunde", ...place, "Inhalte", "Bilder", "Status"],
      fields: boxFilters,
      links: [["Boxen hinzufügen", "/stock/boxes/new"]],
    },
  ],
  [
    "/stock/boxes/new",
    /^Boxen hinzufügen/,
    { fields: ["Kunde *", "Startnummer *", "Anzahl *", "Größe in mm *"], buttons: ["Boxen hinzufügen"] },
  ],
  [
    "/stock/boxes/7",
    /^0042\.000\.123/,
    {
      facts: [
        "Kunde",
        "Status",
        "Erstellt",
        "Vernichtet",
        "Größe",
        "Jahrgang",
        "Laufzeit",
        "Vernichtungsjahr",
        "Erste Lieferung",
        ...place,
      ],
    },
  ],
  [
    "/stock/areas",
    /^Bereiche/,
    { columns: ["Name", "Reihen", "Boxen"], links: [["Bereich hinzufügen", "/stock/areas/new"]] },
  ],
  ["/stock/areas/new", /^Bereich hinzufügen/, { fields: ["Name *"], buttons: ["Bereich hinzufügen"] }],
  ["/stock/areas/7", /^Halle 1/, { facts: ["Name", "Reihen", "Boxen"], columns: ["Reihe", "Umgekehrt", "Boxen"] }],
  ["/stock/rows", /^Reihen/, { columns: ["Bereich", "Reihe", "Umgekehrt", "Boxen"] }],
  ["/stock/rows/new", /^Reihe hinzufügen/, { fields: ["Bereich *", "Nummer *"], buttons: ["Reihe hinzufügen"] }],
  ["/stock/rows/7", /^Reihe 3/, { facts: ["Bereich", "Nummer", "Boxen"], fields: ["Umgekehrt"] }],
  [
    "/users",
    /^Users \(1\)/,
    {
      columns: ["Anrede", "Name", "E-Mail", "Telefon", "Kundenzugriff", "Letzter Login", "Initialpasswort", "Admin"],
      fields: ["Nachname", "E-Mail"],
      links: [["User hinzufügen", "/users/new"]],
    },
  ],
  [
    "/users/new",
    /^User hinzufügen/,
    { fields: ["Anrede *", "Vorname *", "Nachname *", "E-Mail *", "Telefon 1 *", "Telefon 2", "Admin"] },
  ],
  [
    "/deliveries/overview",
    /^Lieferungen/,
    { columns: ["Nummer", "Kunde", "Boxen", "Inhalte", "Art", "Status", "Datum"], fields: ["Box", "Inhalt"] },
  ],
  ["/deliveries/create", /^Lieferung hinzufügen/, { fields: ["Kunde *"] }],
  ["/deliveries/7", /^Lieferung 000123/, { facts: ["Kunde", "Art", "Termin", "Preis", "Lieferoption", "Bemerkung"] }],
  [
    "/customers/overview",
    /^Kunden \(1\)/,
    {
      columns: ["Code", "Name", "Boxen", "Inhalte", "Bilder", "Lieferoptionen"],
      fields: ["Code", "Name"],
      links: [["Kunde hinzufügen", "/customers/new"]],
    },
  ],
  [
    "/customers/new",
    /^Kunde hinzufügen/,
    { fields: ["Name *", "Code", "Notizen", "Empfänger", "Straße und Hausnummer", "PLZ", "Ort"] },
  ],
  [
    "/customers/7",
    /^0042 Klinikum Nord/,
    {
      fields: [
        "Name *",
        "Notizen",
        "Anschrift",
        "Empfänger",
        "Straße und Hausnummer",
        "PLZ",
        "Ort",
        "Meterpreis in Euro",
        "User mit Zugriff",
        "Beschreibung *",
        "Tage *",
        "Von *",
        "Bis *",
        "Vorlauf in Stunden *",
        "Lieferfenster in Stunden *",
        "Preis in Euro *",
      ],
      buttons: ["Hinzufügen"],
      columns: ["Beschreibung", "Tage", "Von – bis", "Vorlauf", "Lieferfenster", "Preis"],
    },
  ],
  [
    "/services/labelprints",
    /^Etikettendruck/,
    { fields: boxFilters, columns: ["Code", "Status", "Erstellt", "Anzahl"], buttons: ["Reset", "Download", "+24"] },
  ],
  [
    "/services/archivelists",
    /^Archivlisten/,
    { fields: range, facts: ["Boxen", "Laufende Meter", "Inhaltsbilder"], buttons: ["PDF", "Inhaltsbilder (zip)"] },
  ],
  [
    "/services/destroylists",
    /^Vernichtungslisten/,
    { fields: ["Kunde *", "Vernichtet von", "Vernichtet bis"], buttons: ["PDF"] },
  ],
  ["/services/destroyrequests", /^Vernichtungsanfrage/, { fields: ["Kunde *"], buttons: ["PDF"] }],
  ["/services/boxesoverview", /^Boxenübersicht/, { fields: range, buttons: ["Herunterladen"] }],
  [
    "/services/destruction",
    /^Sammelvernichtung/,
    { columns: ["Code", "Kunde", "Vernichtungsjahr", ...place], buttons: ["Boxen vernichten"] },
  ],
  [
    "/services/metaupdates",
    /^Metadaten aktualisieren/,
    { fields: [...range, "Jahrgang", "Laufzeit", "Vernichtungsjahr", "Erste Lieferung", "Größe in mm"] },
  ],
  ["/apps", /^Apps & Scripts/, { columns: ["Version", "Datum", "Beschreibung"] }],
];

/** The texts of what is seen of the screen. */
const textsOf = (selector: string) =>
  Array.from(document.querySelectorAll<HTMLElement>(selector))
    .filter((element) => element.checkVisibility())
    .map((element) => element.innerText.trim());

/** Those that are wanted and do not follow each other among what is there. */
function missing(wanted: readonly string[] = [], there: readonly string[]): string[] {
  let from = 0;
  return wanted.filter((text) => {
    const at = there.findIndex((one, index) => index >= from && (one === text || one.startsWith(`${text}\n`)));
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

const linksIn = (within: string) =>
  Array.from(document.querySelectorAll<HTMLAnchorElement>(`${within} a`), (one) => [
    one.innerText.trim().split("\n")[0] ?? "",
    one.getAttribute("href"),
  ]);

describe("the specification of a screen is whole, in its order", () => {
  test.each(screens)("%s", async (address, heading, { columns, fields, facts, buttons, links = [] }) => {
    await open(address);
    await expect.element(title(heading)).toBeVisible();
    await expect
      .poll(() => ({
        columns: missing(columns, textsOf("main th")),
        fields: missing(fields, textsOf("main label, main legend")),
        facts: missing(facts, textsOf("main dt")),
        buttons: missing(buttons, textsOf("main button")),
        links: links.filter(([text, to]) => !linksIn("main").some(([t, a]) => t === text && a === to)),
      }))
      .toEqual({ columns: [], fields: [], facts: [], buttons: [], links: [] });
  });
});

test.each([
  ["staff", staff, ["Home", "Lager", "Kunden", "Lieferungen", "Services", "Users", "Apps & Scripts"]],
  ["a customer's user", customerUser, ["Home", "Lager", "Lieferungen"]],
] as const)("the side menu of %s", async (_, who, wanted) => {
  await open("/stock/boxes", { who });
  await expect.element(title(/^Boxen/)).toBeVisible();
  const all = linksIn('nav[aria-label="Hauptmenü"]');
  const entries = all.slice(0, wanted.length);
  expect(entries.map(([text]) => text)).toEqual(wanted);
  expect(all.slice(wanted.length).map(([text]) => text)).toEqual(who.is_staff ? ["Abrechnung"] : []); // decision 155
  const addresses: Record<string, string> = {
    Home: "/home",
    Lager: "/stock",
    Kunden: "/customers",
    Lieferungen: "/deliveries",
    Services: "/services",
    Users: "/users",
    "Apps & Scripts": "/apps",
  };
  for (const [text, address] of entries) expect([text, address]).toEqual([text, addresses[text ?? ""]]);
  const bar = page.getByRole("navigation", { name: "Lager" }).getByRole("link");
  const tabs = who.is_staff ? ["Überblick", "Boxen", "Bereiche", "Reihen"] : ["Überblick", "Boxen"];
  expect(bar.elements().map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(tabs));
  expect(
    bar
      .elements()
      .slice(0, tabs.length)
      .map(({ textContent }) => textContent),
  ).toEqual(tabs);
});

test("a customer's user sees no places in the box list", async () => {
  await open("/stock/boxes", { who: customerUser });
  await expect.poll(() => textsOf("main th")).toEqual(["Code", "Kunde", "Inhalte", "Bilder", "Status"]);
});

test("the user's menu has two entries that do nothing and one that signs out", async () => {
  await open("/home");
  await button("Anna Schmidt").click();
  const entries = page.getByRole("menuitem");
  await expect.element(entries.first()).toBeVisible();
  const names = entries.elements().map((entry) => [entry.textContent, entry.getAttribute("aria-disabled")]);
  expect(names).toEqual([
    ["Profil", "true"],
    ["Einstellungen", "true"],
    ["abmelden", null],
  ]);
  const [menu] = document.querySelectorAll("[popover]:popover-open");
  expect(menu?.querySelectorAll("a")).toHaveLength(0);
});

test("the own access stands at the foot of the side bar and on home", async () => {
  await open("/home");
  const foot = page.getByRole("complementary", { name: "Seitenleiste" }).getByRole("link", { name: "Mein Zugang" });
  const atHome = page.getByRole("main").getByRole("link", { name: "Mein Zugang" });
  for (const one of [foot, atHome]) await expect.element(one).toHaveAttribute("href", "/account");
});

describe.each([360, 390, 640, 1280])("at %i px", (width) => {
  test("title, links and the user's menu stay on the screen, and nothing of the page is behind them", async () => {
    await page.viewport(width, 640);
    await open("/services");
    await expect.element(title("Services")).toBeVisible();
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => scrollY).toBeGreaterThan(100);
    const bar = page.getByRole("banner");
    await expect.element(bar.getByText("Services", { exact: true })).toBeInViewport({ ratio: 0.9 });
    await expect.element(bar.getByRole("link", { name: "Drucken" })).toBeInViewport({ ratio: 0.9 });
    await expect.element(bar.getByRole("button", { name: "Anna Schmidt" })).toBeInViewport({ ratio: 1 });
    const main = page.getByRole("main").element();
    const covered = Number.parseFloat(getComputedStyle(main).getPropertyValue("--sticky-top")) * 16;
    expect(Math.abs(bar.element().getBoundingClientRect().bottom - covered)).toBeLessThanOrEqual(1);
  });

  test("the seven entries of the side menu are all on the screen, ours behind a line", async () => {
    await page.viewport(width, 640);
    await open("/home");
    const nav = page.getByRole("navigation", { name: "Hauptmenü" });
    await expect.element(nav).toBeVisible();
    const parts = [...nav.element().children].map((one) => (one.tagName === "HR" ? "-" : one.textContent));
    const seven = ["Home", "Lager", "Kunden", "Lieferungen", "Services", "Users", "Apps & Scripts"];
    expect(parts).toEqual([...seven, "-", "Abrechnung"]);
    for (const name of [...seven, "Abrechnung"])
      await expect.element(nav.getByRole("link", { name, exact: true })).toBeInViewport({ ratio: 1 });
  });
});

test("the eight services have their names, addresses and order, and ours stand below", async () => {
  await open("/services");
  await expect.element(page.getByRole("button", { name: /^Sammelliste/ })).toBeVisible();
  const groups = Array.from(document.querySelectorAll("main ul"), (group) =>
    Array.from(group.querySelectorAll("li"), (one) => [
      one.querySelector("strong")?.textContent,
      one.querySelector("a")?.getAttribute("href") ?? null,
    ]),
  );
  expect(groups[0]).toEqual([
    ["Etikettendruck", "/services/labelprints"],
    ["Boxenübersicht", "/services/boxesoverview"],
    ["Archivlisten", "/services/archivelists"],
    ["Vernichtungsanfrage", "/services/destroyrequests"],
    ["Vernichtungslisten", "/services/destroylists"],
    ["Sammelvernichtung", "/services/destruction"],
    ["Sammelliste", null],
    ["Metadaten aktualisieren", "/services/metaupdates"],
  ]);
  const others = page.getByRole("region", { name: "Weitere Services" }).element();
  expect(others.querySelectorAll("ul")).toHaveLength(groups.length - 1);
});

test("the customer's page has the four sections of the specification, and ours at tabs of their own", async () => {
  const parts = () => textsOf("main h2, main legend").map((text) => text.replace(/ \(\d+\)$/, ""));
  const { goTo } = await open("/customers/7");
  const four = ["Stammdaten", "Anschrift", "Meta-Daten", "User mit Zugriff", "Lieferoptionen", "Tage *"];
  await expect.poll(parts).toEqual(four);
  goTo("/customers/7?tab=billing");
  await expect.poll(parts).toEqual(expect.arrayContaining(["Abrechnung", "Kostenstellen"]));
  goTo("/customers/7?tab=settings");
  await expect.poll(parts).toEqual(["Lieferadressen", "Kollegen", "Fremdnummern", "Boxen an einen anderen Kunden"]);
});

test.each([
  [0, ["Starten", "Lieferschein", "Stornieren"]],
  [1, ["Abschließen", "Lieferschein"]],
  [2, ["Lieferschein"]],
] as const)("the note and the cancel of a delivery in state %i are buttons", async (state, wanted) => {
  await open("/deliveries/7", {
    answers: (server) => server.reply(getDelivery, { ...server.example(getDelivery), kind: 0, state }),
  });
  await expect.element(title(/^Lieferung 000123/)).toBeVisible();
  await expect.poll(() => textsOf('main [aria-label="Aktionen"] button')).toEqual(wanted);
});

test("from the preview of an invoice without a list the way leads to the billing of the customer", async () => {
  await open("/billing/7", {
    answers: (server) => server.reply(getTerms, { ...server.example(getTerms), price_list: null }),
  });
  await expect
    .element(page.getByRole("link", { name: "keine", exact: true }))
    .toHaveAttribute("href", "/customers/7?tab=billing");
});

test.each([
  ["/", "/home"],
  ["/stock", "/stock/overview"],
  ["/customers", "/customers/overview"],
  ["/deliveries", "/deliveries/overview"],
])("%s leads to %s", async (from, to) => {
  const { address } = await open(from);
  await expect.poll(address).toBe(to);
});

test("the success notices are those of the catalogue", () => {
  expect(Object.values<string>(successTexts)).toEqual(
    expect.arrayContaining([
      "Bereich hinzugefügt",
      "Bereich gelöscht",
      "Box(en) hinzugefügt",
      "Box aktualisiert",
      "Box gelöscht",
      "Inhalt hinzugefügt",
      "Inhalt aktualisiert",
      "Inhalt gelöscht",
      "User hinzugefügt",
      "Passwort geändert",
      "Lieferung aktualisiert",
      "Kunde hinzugefügt",
      "Kunde aktualisiert",
      "Kunde gelöscht",
      "Lieferoption hinzugefügt",
      "Lieferoption aktualisiert",
      "Lieferoption gelöscht",
      "Reihe hinzugefügt",
      "Reihe aktualisiert",
      "Reihe gelöscht",
      "Meta Daten aktualisiert",
      "Boxen vernichtet",
    ]),
  );
});
