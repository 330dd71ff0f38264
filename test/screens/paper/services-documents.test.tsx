import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { collectList, deliveryPlan } from "#contract/calls/deliveries/deliveries.ts";
import {
  archiveList,
  contentImages,
  customerOverview,
  destroyList,
  destroyListCounts,
  destroyRequest,
  destroyRequestCounts,
} from "#contract/calls/paper/services.ts";
import { boxesOverview } from "#contract/calls/stock/boxes.ts";
import { worklist } from "#contract/calls/stocktake/stocktakes.ts";
import { showBoxes } from "#rules/amounts.ts";
import { button, choose, expectError, expectGoodLooks, fact, field, title } from "#test/screens/support/look.ts";
import { pageOf } from "#test/screens/support/lists.ts";
import { open } from "#test/screens/support/open.tsx";

const pdf = button("PDF");
const others = page.getByRole("region", { name: "Weitere Papiere" });
const zip = button("Inhaltsbilder (zip)");
const emptyRange = "Der Bereich ist leer: „von“ ist größer als „bis“.";
const noCustomer = "Bitte erst einen Kunden auswählen.";
const shown = (text: string) => page.getByRole("status").getByText(text, { exact: true });
const factOf = (label: string) => () => fact(label)?.textContent;

describe("the archive list", () => {
  const address = "/services/archivelists";

  /** Customer 42 has three boxes; the first one is stored, the second one has a picture. Customer 43 has none. */
  const openList = (to: string) =>
    open(to, {
      answers: (server) => {
        const [one] = server.example(listCustomers).results;
        const none = { count_boxes: 0, count_meters: 0, count_boximages: 0 };
        const all = [one!, { ...one!, ...none, id: 8, code: 43, name: "Leer" }];
        server.reply(listCustomers, (asked) => {
          const { code, boxes_from, boxes_to } = asked.query;
          const [from, till] = [Number(boxes_from ?? 1), Number(boxes_to ?? 3)];
          const isIn = (number: number) => from <= number && number <= till;
          const counts = {
            count_boxes: [1, 2, 3].filter(isIn).length,
            count_meters: isIn(1) ? 0.4 : 0,
            count_boximages: isIn(2) ? 1 : 0,
          };
          const found = all.map((customer) => (customer.code === 42 ? { ...customer, ...counts } : customer));
          return pageOf(code === undefined ? found : found.filter((customer) => customer.code === Number(code)), asked);
        });
      },
    });

  test("needs a customer, and boxes or pictures", async () => {
    const { server, address: here, goTo } = await openList(address);
    for (const part of [pdf, zip]) {
      await expect.element(part).toHaveAttribute("aria-disabled", "true");
      await expect.element(part).toHaveAccessibleDescription(noCustomer);
    }
    for (const label of ["Boxnummer von", "Boxnummer bis"]) await expect.element(field(label)).toBeDisabled();
    await choose("Kunde", "Klinikum Nord");
    await expect.poll(here).toBe(`${address}?customer=7`);
    await expect.poll(factOf("Boxen")).toBe("3");
    await expect.poll(factOf("Laufende Meter")).toBe("0,40 m");
    await expect.poll(factOf("Inhaltsbilder")).toBe("1");
    for (const part of [pdf, zip]) await expect.element(part).not.toHaveAttribute("aria-disabled", "true");
    goTo(`${address}?customer=8`);
    await expect.poll(factOf("Boxen")).toBe("0");
    await expect.element(pdf).toHaveAttribute("aria-disabled", "true");
    await expect.element(pdf).toHaveAccessibleDescription("In diesem Bereich gibt es keine Box.");
    await expect.element(zip).toHaveAccessibleDescription("In diesem Bereich gibt es keine Inhaltsbilder.");
    goTo(`${address}?customer=999999`);
    await expect.element(pdf).toHaveAccessibleDescription(noCustomer);
    for (const route of [archiveList, contentImages]) expect(server.asked(route)).toEqual([]);
  });

  test("counts a range 750 ms after the last letter", async () => {
    const { server, address: here } = await openList(`${address}?customer=7`);
    await expect.poll(factOf("Boxen")).toBe("3");
    const counted = () => server.asked(listCustomers).filter(({ query }) => query["code"] !== undefined);
    expect(counted()).toHaveLength(1);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await field("Boxnummer von").click();
    await userEvent.keyboard("3");
    vi.advanceTimersByTime(700);
    await userEvent.keyboard("{Backspace}2");
    vi.advanceTimersByTime(700);
    expect(counted()).toHaveLength(1);
    await expect.element(pdf).toHaveAccessibleDescription("Boxen werden gezählt …");
    vi.advanceTimersByTime(100);
    vi.useRealTimers();
    await expect.poll(factOf("Boxen")).toBe("2");
    expect(counted()).toHaveLength(2);
    expect(counted()[1]?.query).toMatchObject({ code: "42", boxes_from: "2" });
    expect(here()).toBe(`${address}?customer=7&from=2`);
    await field("Boxnummer bis").fill("2");
    await expect.poll(factOf("Boxen")).toBe("1");
    await expect.poll(factOf("Laufende Meter")).toBe("0,00 m");
    await field("Boxnummer von").fill("3");
    await expectError("Boxnummer bis", "Ungültig");
    await expect.element(shown(emptyRange)).toBeVisible();
    await expect.element(pdf).toHaveAttribute("aria-disabled", "true");
    await field("Boxnummer bis").fill("1000000");
    await expectError("Boxnummer bis", "Ungültig");
    await field("Boxnummer bis").fill("");
    await expect.poll(factOf("Inhaltsbilder")).toBe("0");
    await expect.element(zip).toHaveAttribute("aria-disabled", "true");
    await expect.element(pdf).not.toHaveAttribute("aria-disabled", "true");
  });
});

test.each([
  ["/services/archivelists", archiveList, pdf],
  ["/services/destroylists", destroyList, pdf],
  ["/services/destroyrequests", destroyRequest, pdf],
  ["/services/boxesoverview", customerOverview, button("Herunterladen")],
] as const)("%s is good to read, empty and with a message", async (address, route, download) => {
  const { goTo } = await open(address, {
    answers: (server) => server.refuse(route, 400, { from: [emptyRange] }),
  });
  await expect.element(download).toHaveAccessibleDescription(noCustomer);
  await expectGoodLooks();
  goTo(`${address}?customer=7`);
  await expect.element(download).not.toHaveAttribute("aria-disabled", "true");
  await download.click();
  await expect.element(page.getByRole("alert").getByText(emptyRange, { exact: true })).toBeVisible();
  await expectGoodLooks();
});

test("the services stand with what there is to do, those of the specification first and ours under the tabs of their section", async () => {
  await open("/services", {
    answers: (server) => {
      server.reply(boxesOverview, {
        ...server.example(boxesOverview),
        boxes_created_count: 0,
        boxes_marked_count: 1251,
      });
      const work = server.example(worklist);
      server.reply(worklist, { ...work, to_check: 2, cases: { ...work.cases, open: 3 } });
      server.fail(deliveryPlan);
    },
  });
  await expect.element(page.getByText("1.251 markiert")).toBeVisible();
  await expect.element(page.getByText("3 offen")).toBeVisible();
  const groups = Array.from(document.querySelectorAll("main section h3"), (heading) => [
    heading.textContent,
    ...Array.from(heading.parentElement!.querySelectorAll("li strong"), ({ textContent }) => textContent),
  ]);
  expect(groups).toEqual([
    ["Drucken", "Reihenetiketten"],
    ["Vernichtung", "Vernichtungen mit Freigabe", "Aufbewahrung", "Sperren", "Aufbewahrungsfristen"],
    ["Bestand", "Inventuren", "Klärfälle"],
    ["Daten", "Import", "Webhooks"],
    ["Nachweise", "Protokoll", "Versiegelung", "Nachrichten"],
    ["Zahlen", "Bewegungen", "Lieferzeiten", "Bestand", "Kommissionierung", "Fälligkeiten"],
  ]);
  const tabs = page.getByRole("navigation", { name: "Services" }).getByRole("link");
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual(
    groups.map(([name]) => name).toSpliced(1, 0, "Papiere"), // whose services are all of the specification
  );
  const tile = (name: string) => page.getByRole("main").getByRole("link", { name: new RegExp(`^${name}`) });
  await expect.element(tile("Sammelvernichtung")).toMatchTextContent(/1\.251 markiert/);
  await expect.element(tile("Inventuren")).toMatchTextContent(/2 zu prüfen/);
  await expect.element(tile("Etikettendruck")).toMatchTextContent(/^Etikettendruck\s*Etiketten für Boxen$/); // nothing to do is no figure
  await expectGoodLooks();
});

test("from one paper to the next the customer goes along, and each has its own title", async () => {
  const { address } = await open("/services/archivelists?customer=7");
  await expect.element(title("Archivlisten")).toBeVisible();
  await others.getByRole("link", { name: "Vernichtungsanfrage" }).click();
  await expect.poll(address).toBe("/services/destroyrequests?customer=7");
  await expect.element(title("Vernichtungsanfrage")).toBeVisible();
  await others.getByRole("link", { name: "Boxenübersicht" }).click();
  await expect.poll(address).toBe("/services/boxesoverview?customer=7");
  await expect.element(title("Boxenübersicht")).toBeVisible();
});

test("below a paper each of the others says what it would hold of the chosen customer", async () => {
  const { server, goTo } = await open("/services/destroylists", {
    answers: (answers) => {
      answers.reply(destroyRequestCounts, { ...answers.example(destroyRequestCounts), boxes: 12 });
      answers.reply(destroyListCounts, { ...answers.example(destroyListCounts), boxes: 1 });
    },
  });
  await expect.element(title("Vernichtungslisten")).toBeVisible();
  const lines = () =>
    others
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(() => lines().length).toBe(3);
  expect(lines().join()).not.toMatch(/\d+ Box/); // nobody's yet
  const [customer] = server.example(listCustomers).results;
  goTo(`/services/archivelists?customer=${customer!.id}`);
  await expect.poll(() => lines()[0]).toContain(showBoxes(customer!.count_boxes));
  await expect.poll(() => lines()[1]).toContain("12 Boxen");
  await expect.poll(() => lines()[2]).toContain("1 Box");
});

test("a download whose session has ended leads to the login", async () => {
  const { address } = await open("/services", {
    answers: (server) => server.refuse(collectList, 403, { detail: "" }, "signed_out"),
  });
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Sammelliste/ })
    .click();
  await expect.poll(address).toBe("/login?next=%2Fservices");
});

test("above the title of a service stand those of its tab, each once", async () => {
  const beside = async (to: string, tab: string) => {
    await open(to);
    const nav = page.getByRole("navigation", { name: tab });
    await expect.element(nav).toBeVisible();
    return [...(nav.element().children as Iterable<Element>)].map(({ textContent }) => textContent);
  };
  expect(await beside("/services/imports", "Daten")).toEqual(["Metadaten aktualisieren", "Importe", "Webhooks"]);
  expect(await beside("/retention/holds", "Vernichtung")).toEqual([
    "Sammelvernichtung",
    "Vernichtungen mit Freigabe",
    "Aufbewahrung",
    "Sperren",
    "Aufbewahrungsfristen",
  ]);
});
