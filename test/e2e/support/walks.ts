import { expect, type Page } from "@playwright/test";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { listAreas } from "#contract/calls/stock/areas.ts";
import { listRows } from "#contract/calls/stock/rows.ts";
import { editCustomer, listCustomers } from "#contract/calls/customers/customers.ts";
import { issueInvoice } from "#contract/calls/billing/invoices.ts";
import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { createBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { changeProcedure } from "#contract/calls/destruction/procedures.ts";
import { checkImport, createImport } from "#contract/calls/exchange/imports.ts";
import { createWebhook, testWebhook } from "#contract/calls/exchange/webhooks.ts";
import { createCase } from "#contract/calls/stocktake/cases.ts";
import { createStocktake } from "#contract/calls/stocktake/stocktakes.ts";
import { listDestructions } from "#contract/calls/destruction/destructions.ts";
import { listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { createTour } from "#contract/calls/deliveries/tours.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { CaseKind } from "#rules/stocktake/case-state.ts";
import type { Api } from "./api.ts";

type Find = (api: Api) => Promise<number | undefined>;
/** A screen: what it is called here, its address, its heading, the document's title, and what `$id` stands for. */
export type WalkedScreen = [name: string, address: string, heading: RegExp, title: string | RegExp, id?: Find];

const boxOf42 = (number: number) => async (api: Api) => {
  const query = { owner: 42, min_number: number, max_number: number };
  return (await api.call(listBoxes, { query })).results[0]?.id;
};
const hall1: Find = async (api) => (await api.call(listAreas, {})).results.find(({ name }) => name === "Halle 1")?.id;
const row1: Find = async (api) => {
  const query = { area: (await hall1(api)) ?? 0, order_by: "number" } as const;
  return (await api.call(listRows, { query })).results[0]?.id;
};
const works: Find = async (api) => (await api.call(listCustomers, { query: { code: 42 } })).results[0]?.id;
/** The delivery in which box 33 is ordered. */
const delivery: Find = async (api) => (await api.call(listDeliveries, { query: { box: "0042000033" } })).results[0]?.id;

const destruction: Find = async (api) => Number((await api.call(listDestructions, {})).results.at(-1)?.moment);

/** A draft of one box. */
const batch: Find = async (api) => {
  const customer = await api.customer();
  await api.call(changeProcedure, { path: { id: customer.id }, body: { destruction_procedure: 1 } });
  const [box] = await api.stored(1, customer);
  await api.edit(box, { state: 7 });
  return (await api.call(createBatch, { body: { customer: { id: customer.id }, of: "marked" } })).id;
};
/** Finds the invoice of an hour of last month. */
const invoice: Find = async (api) => {
  const [customer, month] = [await api.customer(), addMonths(berlinDay(new Date()).slice(0, 7), -1)];
  const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };
  await api.call(editCustomer, { path: { id: customer.id }, body: address });
  const hour = { item: "hours", quantity: "1", price: "48.00", text: "Umräumen" } as const;
  await api.call(createServiceEntry, { body: { customer: customer.id, day: `${month}-12`, ...hour } });
  return (await api.call(issueInvoice, { body: { customer: customer.id, month } })).id;
};
/** A list with an error in it. */
const imported: Find = async (api) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ customer: await works(api), name: "Boxen.csv" }))
    body.append(name, String(value));
  body.append("file", new Blob(["Boxnummer;Jahrgang\n900;20O4\n"]), "Boxen.csv");
  const { id } = await api.call(createImport, { body: body as unknown as { customer: number; name: string } });
  await api.call(checkImport, { path: { id } });
  return id;
};

/** A planned one with one stop. */
const tour: Find = async (api) => {
  const customer = await api.customer();
  const option = await api.option(customer, { days: "1,2,3,4,5,6,7", to: "23:59", prior: 0 });
  const { id } = await api.order(customer, option, { boxes: await api.stored(1, customer) });
  return (await api.call(createTour, { body: { day: "2026-12-24", vehicle: "DD-MA 12", deliveries: [id] } })).id;
};

const webhook: Find = async (api) => {
  const { id } = await api.call(createWebhook, { body: { url: "https://93.184.215.14/magazin", kinds: ["box"] } });
  await api.call(testWebhook, { path: { id } });
  return id;
};

/** A row that was counted: a box is right, another one is missing. */
const stocktake: Find = async (api) => {
  const row = await api.row({ parts: 3, heights: 1 });
  const [there, gone] = await api.boxes(2);
  await api.store(there, row, 1);
  await api.store(gone, row, 2);
  const { id } = await api.call(createStocktake, { body: { name: "Probe", rows: [row.id] } });
  const places = [
    { part: 1, height: 1, code: there.code, hand: false },
    { part: 2, height: 1, code: null, hand: false },
  ];
  await api.scan({ kind: "count", session: id, row: row.id, places, close: true });
  return id;
};
/** A box that nobody finds. */
const missing: Find = async (api) => {
  const [box] = await api.stored(1);
  const body = { kind: CaseKind.missing, code: box.code, text: "Steht nicht am Platz." };
  return (await api.call(createCase, { body })).id;
};

/** Screens that staff can reach, in walks of a page each. */
export const walks: Readonly<Record<string, readonly WalkedScreen[]>> = {
  "the stock": [
    ["overview", "/stock/overview", /^Überblick/, "Überblick"],
    ["box list", "/stock/boxes", /^Boxen \(/, "Boxen"],
    ["filtered and ordered box list", "/stock/boxes?owner=42&state=1&orderBy=-code", /^Boxen \(/, "Boxen"],
    ["empty box list", "/stock/boxes?owner=9998", /^Boxen \(0\)/, "Boxen"],
    ["box with contents", "/stock/boxes/$id", /^0042\.000\.001/, "0042.000.001", boxOf42(1)],
    ["ordered box", "/stock/boxes/$id", /^0042\.000\.033/, "0042.000.033", boxOf42(33)],
    ["destroyed box", "/stock/boxes/$id", /^0042\.000\.035/, "0042.000.035", boxOf42(35)],
    ["marked box", "/stock/boxes/$id", /^0042\.000\.036/, "0042.000.036", boxOf42(36)],
    ["form for boxes", "/stock/boxes/new", /^Boxen hinzufügen/, "Boxen hinzufügen"],
    ["search that finds", "/search?q=0042", /^Suche/, "Suche"],
    ["search that finds nothing", "/search?q=Xylophonquark&state=1", /^Suche/, "Suche"],
    ["search before anything is typed", "/search", /^Suche/, "Suche"],
  ],
  "the halls": [
    ["area list", "/stock/areas", /^Bereiche \(/, "Bereiche"],
    ["form for an area", "/stock/areas/new", /^Bereich hinzufügen/, "Bereich hinzufügen"],
    ["area", "/stock/areas/$id", /^Halle 1/, "Halle 1", hall1],
    ["map of an area", "/stock/map?area=$id&by=state", /^Hallenplan/, "Hallenplan", hall1],
    ["map of what was counted", "/stock/map?area=$id&by=counted", /^Hallenplan/, "Hallenplan", hall1],
    ["row list", "/stock/rows", /^Reihen \(/, "Reihen"],
    ["form for a row", "/stock/rows/new", /^Reihe hinzufügen/, "Reihe hinzufügen"],
    ["row", "/stock/rows/$id", /^Reihe 1/, "Reihe 1, Halle 1", row1],
    ["stocktakes", "/services/stocktakes", /^Inventuren \(/, "Inventuren"],
    ["form for a stocktake", "/services/stocktakes/new", /^Inventur anlegen/, "Inventur anlegen"],
    ["stocktake", "/services/stocktakes/$id", /^I-\d{6}/, /^I-\d{6} · Magazin$/, stocktake],
    ["cases", "/cases", /^Klärfälle \(/, "Klärfälle"],
    ["case", "/cases/$id", /^K-\d{6}/, /^K-\d{6} · Magazin$/, missing],
  ],
  "customers, users and deliveries": [
    ["home", "/home", /^Willkommen/, "Home"],
    ["customer list", "/customers/overview", /^Kunden \(/, "Kunden"],
    ["form for a customer", "/customers/new", /^Kunde hinzufügen/, "Kunde hinzufügen"],
    ["customer", "/customers/$id", /^0042/, "0042 Stadtwerke Bremen", works],
    ["user list", "/users", /^Users \(/, "Users"],
    ["form for a user", "/users/new", /^User hinzufügen/, "User hinzufügen"],
    ["user", "/users/$id", /^Anna Schmidt/, "Anna Schmidt", async ({ user }) => user],
    ["own access", "/account", /^Mein Zugang/, "Mein Zugang"],
    ["colleagues", "/colleagues", /^Kollegen/, "Kollegen"],
    ["delivery list", "/deliveries/overview", /^Lieferungen \([1-9]/, "Lieferungen"],
    ["empty delivery list", "/deliveries/overview?box=9998", /^Lieferungen \(0\)/, "Lieferungen"],
    ["start of a delivery", "/deliveries/create", /^Lieferung hinzufügen/, "Lieferung hinzufügen"],
    ["delivery", "/deliveries/$id", /^Lieferung \d{6}$/, /^Lieferung \d{6} · Magazin$/, delivery],
    ["announcement of a return", "/deliveries/return", /^Rückgabe ankündigen/, "Rückgabe ankündigen"],
    ["order of a pick-up", "/deliveries/pickup", /^Abholung bestellen/, "Abholung bestellen"],
    ["delivery plan", "/deliveries/plan", /^Tagesplan/, "Tagesplan"],
    ["collect list", "/deliveries/collect", /^Sammelliste/, "Sammelliste"],
    ["tours", "/tours", /^Touren/, "Touren"],
    ["tour", "/tours/$id", /^Tour /, /^Tour .* · Magazin$/, tour],
    ["closing days", "/closing-days", /^Schließtage/, "Schließtage"],
  ],
  "papers and lists": [
    ["services", "/services", /^Services/, "Services"],
    ["meta data", "/services/metaupdates?customer=$id", /^Metadaten/, "Metadaten aktualisieren", works],
    ["labels of boxes", "/services/labelprints?owner=42", /^Etikettendruck \(35\)/, "Etikettendruck"],
    ["labels of rows", "/services/rowlabels", /^Reihenetiketten/, "Reihenetiketten"],
    ["archive list", "/services/archivelists?customer=$id", /^Archivlisten/, "Archivlisten", works],
    ["destroy list", "/services/destroylists?customer=$id", /^Vernichtungslisten/, "Vernichtungslisten", works],
    ["destroy request", "/services/destroyrequests?customer=$id", /^Vernichtungsanfrage/, "Vernichtungsanfrage", works],
    ["boxes overview", "/services/boxesoverview?customer=$id", /^Boxenübersicht/, "Boxenübersicht", works],
    ["imports", "/services/imports", /^Importe \(\d/, "Importe"],
    ["import", "/services/imports/$id", /^Boxen\.csv/, "Boxen.csv", imported],
    ["imports of customers", "/imports", /^Importe \(\d/, "Importe"],
    ["import of a customer", "/imports/$id", /^Boxen\.csv/, "Boxen.csv", imported],
    ["webhooks", "/webhooks", /^Webhooks \(/, "Webhooks"],
    ["webhook", "/webhooks/$id", /^93\.184\.215\.14/, "Webhook", webhook],
    ["apps", "/apps", /^Apps & Scripts \(/, "Apps & Scripts"],
    ["address that does not exist", "/nirgends", /^Nicht gefunden!/, "Nicht gefunden"],
  ],
  "the reports": [
    ["activity", "/reports", /^Zahlen/, "Zahlen"],
    ["activity of a customer", "/reports?show=activity&customer=$id&months=24", /^Zahlen/, "Zahlen", works],
    ["service level", "/reports?show=service", /^Zahlen/, "Zahlen"],
    ["stock and growth", "/reports?show=stock", /^Zahlen/, "Zahlen"],
    ["productivity", "/reports?show=productivity", /^Zahlen/, "Zahlen"],
    ["what falls due", "/reports?show=due", /^Zahlen/, "Zahlen"],
  ],
  "what is billed": [
    ["month to bill", "/billing", /^Abrechnung/, "Abrechnung"],
    ["month before any box", "/billing?month=1999-05", /^Abrechnung/, "Abrechnung"],
    ["preview of a customer's month", "/billing/$id", /^0042/, /^Abrechnung 0042/, works],
    ["services of a kind", "/billing/$id?item=trip", /^0042/, /^Abrechnung 0042/, works],
    ["months to issue", "/billing/run", /^Monat abrechnen: /, "Monat abrechnen"],
    ["our archive", "/billing/provider", /^Unser Archiv/, "Unser Archiv"],
    ["bookkeeping", "/billing/accounting", /^Buchhaltung/, "Buchhaltung"],
    ["invoices", "/billing/invoices", /^Rechnungen/, "Rechnungen"],
    ["no invoice", "/billing/invoices?month=1999-05", /^Rechnungen \(0\)/, "Rechnungen"],
    ["invoice", "/billing/invoices/$id", /^RE-/, /^RE-.* · Magazin$/, invoice],
    ["price lists", "/billing/prices", /^Preislisten/, "Preislisten"],
  ],
  "what is destroyed, kept and proven": [
    ["marked boxes", "/services/destruction", /^Sammelvernichtung/, "Sammelvernichtung"],
    [
      "collective destruction",
      "/services/destruction/$id",
      /^1 Box von einem Kunden vernichtet/,
      /^1 Box/,
      destruction,
    ],
    ["destructions", "/services/destructions", /^Vernichtungen mit Freigabe/, "Vernichtungen mit Freigabe"],
    ["destruction", "/services/destructions/$id", /^V-\d{6}/, /^V-\d{6} · Magazin$/, batch],
    ["own destructions", "/destructions", /^Vernichtungen mit Freigabe/, "Vernichtungen mit Freigabe"],
    ["own destruction", "/destructions/$id", /^V-\d{6}/, /^V-\d{6} · Magazin$/, batch],
    ["what may go this year", "/services/retention?customer=$id", /^Aufbewahrung/, "Aufbewahrung", works],
    ["what may go of theirs", "/retention", /^Aufbewahrung/, "Aufbewahrung"],
    ["law of retention", "/services/retention/law", /^Aufbewahrungsfristen \(1\d/, "Aufbewahrungsfristen"],
    ["holds", "/retention/holds", /^Sperren \(/, "Sperren"],
    ["seals", "/services/proof", /^Versiegelung \(\d/, "Versiegelung"],
    ["messages", "/services/messages", /^Nachrichten/, "Nachrichten"],
    ["billing of a customer", "/customers/$id?tab=billing", /^0042/, "0042 Stadtwerke Bremen", works],
    ["settings of a customer", "/customers/$id?tab=settings", /^0042/, "0042 Stadtwerke Bremen", works],
    ["mails of a customer", "/customers/$id?tab=mails", /^0042/, "0042 Stadtwerke Bremen", works],
    ["audit trail", "/services/audit", /^Protokoll \([1-9]/, "Protokoll"],
    ["empty audit trail", "/services/audit?box=0042999999", /^Protokoll \(0\)/, "Protokoll"],
  ],
};
export const forNobody: readonly WalkedScreen[] = [
  ["login", "/login", /^Magazin/, "Anmelden"],
  ["verification of a certificate", "/verify/$number", /^Magazin/, "Bescheinigung prüfen"],
  ["way to a new password", "/password", /^Passwort vergessen/, "Passwort festlegen"],
  ["setting up a device", "/einrichten", /^Gerät einrichten/, "Einrichten"],
];
/** Screens that are different for a customer user. */
export const differentForCustomers = [
  "home",
  "box list",
  "box with contents",
  "start of a delivery",
  "delivery",
  "what may go of theirs",
  "imports of customers",
  "own destructions",
  "activity",
  "stock and growth",
  "what falls due",
];
/** Goes on within the page, by way of an address that has no screen, so that what is looked at has come anew. */
export async function goOn(page: Page, address: string) {
  const goTo = (to: string) => page.evaluate((path) => history.pushState(null, "", path), to);
  if (!page.url().includes("/nirgends")) await goTo("/nirgends");
  await expect(page.getByRole("heading", { level: 1, name: "Nicht gefunden!" })).toBeVisible();
  await goTo(address);
}
