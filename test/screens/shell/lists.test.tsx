import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listAreas } from "#contract/calls/stock/areas.ts";
import { boxesOverview, getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { listRows } from "#contract/calls/stock/rows.ts";
import { filterPause } from "#rules/lists/debounce.ts";
import { boxesOf, firstCells, pageOf, replyBoxes } from "#test/screens/support/lists.ts";
import { button, expectError, field, link, title } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

const works = { id: 7, code: 42, name: "Stadtwerke Bremen" };
const table = (name = "Boxen") => page.getByRole("table", { name, exact: true });
const head = (name: string) => page.getByRole("columnheader", { name });
const codes = () => firstCells("Boxen");
const pages = () => page.getByRole("navigation", { name: "Seiten", exact: true });
const code = (number: number) => `0042.000.${String(number).padStart(3, "0")}`;

/** An address, where customer 42 has so many boxes. */
const openBoxes = (address: string, amount: number) =>
  open(address, { answers: (server) => replyBoxes(server, boxesOf(amount, works)) });

/** The pauses of the product pass only as far as a test lets them. */
const stopClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

describe("a list", () => {
  test("of rows leads by the area to the area, by the row to the row", async () => {
    const { server, address, goTo } = await open("/stock/rows?area=2");
    const [row] = server.example(listRows).results;
    server.reply(listRows, (asked) =>
      pageOf(
        [1, 2].map((id) => ({ ...row!, id, number: id })),
        asked,
      ),
    );
    goTo("/services");
    for (const [name, to] of [
      ["Halle 1", "/stock/areas/2"],
      ["Halle 1, Reihe 2", "/stock/rows/2"],
      ["Halle 1, Reihe 1", "/stock/rows/1"],
    ] as const) {
      goTo("/stock/rows?area=2&orderBy=-area");
      await page.getByRole("table").getByRole("link", { name, exact: true }).first().click();
      await expect.poll(address).toBe(to);
    }
  });

  test.each([1280, 360])("does not move when a filter turns out to be wrong: at %i px", async (width) => {
    await page.viewport(width, 800);
    await openBoxes("/stock/boxes?owner=42", 3);
    await expect.poll(codes).toHaveLength(3);
    if (width === 360) await button("Filter (1 aktiv)").click();
    const top = () => table().element().getBoundingClientRect().y;
    await expect.element(field("Kundennummer")).toBeVisible();
    const before = top();
    await field("Kundennummer").fill("10000");
    await field("Boxnummer von").fill("x");
    await expectError("Boxnummer von", "Ungültig");
    await expect.element(page.getByText("Ungültig").first()).toBeInViewport({ ratio: 1 });
    expect(top()).toBe(before);
  });

  test("shows the whole state at 900 px, and a text that is cut when one points at it", async () => {
    await page.viewport(900, 800);
    await open("/stock/boxes?owner=42", {
      answers: (server) =>
        server.reply(listBoxes, (asked) =>
          pageOf(
            server.example(listBoxes).results.map((box) => ({ ...box, state: 7, owner: works })),
            asked,
          ),
        ),
    });
    await expect.element(page.getByRole("cell", { name: "markiert zur Vernichtung" })).toBeInViewport({ ratio: 1 });
    await expect
      .element(page.getByRole("cell", { name: `0042 – ${works.name}` }))
      .toHaveAttribute("title", `0042 – ${works.name}`);
  });
});

describe("a filter", () => {
  test("is applied a second after the last letter, and then stands in the address", async () => {
    const { server, address } = await openBoxes("/stock/boxes?page=2", 65);
    await expect.poll(codes).toHaveLength(30);
    const before = server.asked(listBoxes).length;
    stopClock();
    await field("Kundennummer").click();
    for (const digit of "42") {
      await userEvent.keyboard(digit);
      vi.advanceTimersByTime(filterPause - 1);
    }
    expect(address()).toBe("/stock/boxes?page=2");
    expect(server.asked(listBoxes), "none for half a number").toHaveLength(before);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await expect.poll(address).toBe("/stock/boxes?owner=42");
    await expect.element(title("Boxen (65)")).toBeVisible();
    expect(server.asked(listBoxes)).toHaveLength(before + 1);
  });

  test("is applied at once by Enter", async () => {
    const { address } = await openBoxes("/stock/boxes", 2);
    await expect.poll(codes).toHaveLength(2);
    stopClock(); // no pause passes
    await field("Kundennummer").fill("42");
    await userEvent.keyboard("{Enter}");
    await expect.poll(address).toBe("/stock/boxes?owner=42");
  });

  test.each([
    ["Kundennummer", "10000"],
    ["Kundennummer", "-1"],
    ["Boxnummer von", "1000000"],
    ["Boxnummer bis", "zwölf"],
  ])('"%s" with "%s" is "Ungültig" and not applied', async (label, typed) => {
    const { server, address } = await openBoxes("/stock/boxes?owner=42", 2);
    await expect.poll(codes).toHaveLength(2);
    const before = server.asked(listBoxes).length;
    stopClock();
    await field(label).fill(typed);
    await expectError(label, "Ungültig");
    vi.advanceTimersByTime(filterPause);
    await expectError(label, "Ungültig");
    expect(address()).toBe("/stock/boxes?owner=42");
    expect(server.asked(listBoxes)).toHaveLength(before);
  });

  test("of an address opens the list filtered; what is no filter is dropped", async () => {
    const { server } = await openBoxes(
      "/stock/boxes?owner=42&from=1e3&to=abc&state=99&page=-1&orderBy=secret&other=1",
      36,
    );
    await expect.element(title("Boxen (36)")).toBeVisible();
    expect(server.asked(listBoxes).map(({ query }) => query)).toEqual([{ owner: "42", limit: "30", offset: "0" }]);
  });

  test("that is still being typed keeps the order that is asked for meanwhile", async () => {
    const { server, address } = await open("/customers/overview");
    await expect.element(title("Kunden (1)")).toBeVisible();
    await field("Name").fill("Archiv");
    await head("Code").getByRole("button").click();
    await expect.poll(address).toBe("/customers/overview?orderBy=code&name=Archiv");
    await expect
      .poll(() => server.asked(listCustomers).at(-1)?.query)
      .toMatchObject({ order_by: "code", name: "Archiv" });
  });

  test("that nothing passes says so and offers the way out", async () => {
    const { server, address, goTo } = await openBoxes("/stock/boxes?owner=9998&orderBy=-code", 2);
    await expect.element(page.getByText("Keine Daten vorhanden", { exact: true })).toBeVisible();
    await link("Filter zurücksetzen").click();
    await expect.poll(address).toBe("/stock/boxes?orderBy=-code");
    await expect.poll(codes).toHaveLength(2);
    server.reply(listCustomers, (asked) => pageOf([], asked));
    goTo("/customers/overview?name=gibt-es-nicht");
    await expect.element(page.getByText("Keine Daten vorhanden", { exact: true })).toBeVisible();
  });
});

describe("the order", () => {
  test("goes up, down and back to the list's own, in the address and for screen readers", async () => {
    const { address } = await openBoxes("/stock/boxes?owner=42", 3);
    await expect.element(head("Code")).not.toHaveAttribute("aria-sort");
    await head("Code").getByRole("button").click();
    await expect.poll(address).toBe("/stock/boxes?owner=42&orderBy=code");
    await expect.element(head("Code")).toHaveAttribute("aria-sort", "ascending");
    await head("Code").getByRole("button").click();
    await expect.poll(address).toBe("/stock/boxes?owner=42&orderBy=-code");
    await expect.element(head("Code")).toHaveAttribute("aria-sort", "descending");
    await expect.poll(codes).toEqual([3, 2, 1].map(code));
    await button("Sortiert nach Code absteigend entfernen").click();
    await expect.poll(address).toBe("/stock/boxes?owner=42");
  });

  test("before is where the way back leads, and a filter that was typed is passed over", async () => {
    const { address, back } = await openBoxes("/stock/boxes?owner=42", 3);
    await head("Code").getByRole("button").click();
    await expect.poll(address).toBe("/stock/boxes?owner=42&orderBy=code");
    await field("Boxnummer von").fill("2");
    await expect.poll(codes).toEqual([2, 3].map(code));
    await head("Code").getByRole("button").click();
    await expect.poll(codes).toEqual([3, 2].map(code));
    back();
    await expect.poll(codes).toEqual([2, 3].map(code));
    expect(new URLSearchParams(address().split("?")[1]).get("orderBy")).toBe("code");
    back();
    await expect.poll(address).toBe("/stock/boxes?owner=42");
  });

  test("is offered for the columns of the specification only", async () => {
    const { goTo } = await openBoxes("/stock/boxes", 2);
    const sortable = (name: string) => () =>
      table(name)
        .getByRole("columnheader")
        .getByRole("button")
        .elements()
        .map((one) => one.textContent);
    await expect.poll(sortable("Boxen")).toEqual(["Code", "Kunde", "Bereich"]);
    goTo("/customers/overview");
    await expect.poll(sortable("Kunden")).toEqual(["Code", "Name", "Boxen", "Inhalte", "Bilder"]);
  });
});

describe("the pages of a list", () => {
  test("are distinguished by who listens: one of them is this one", async () => {
    await openBoxes("/stock/boxes?page=2", 90);
    await expect.poll(codes).toHaveLength(30);
    const current = () => [...pages().element().querySelectorAll("a[aria-current]")].map((one) => one.textContent);
    expect(current()).toEqual(["2"]);
    await pages().getByRole("link", { name: "Seite 1", exact: true }).click();
    await expect.poll(current).toEqual(["1"]);
  });

  const numbers = () => [...pages().element().querySelectorAll("ul > li")].map((entry) => entry.textContent);

  test("are the first two, the last two and the neighbours", async () => {
    const { address, goTo, back } = await openBoxes("/stock/boxes?owner=42", 300);
    await expect.poll(codes).toHaveLength(30);
    expect(numbers()).toEqual(["1", "2", "…", "9", "10"]);
    goTo("/stock/boxes?owner=42&page=5");
    await expect.poll(numbers).toEqual(["1", "2", "3", "4", "5", "6", "…", "9", "10"]);
    await expect.element(pages().getByRole("link", { name: "Seite 5" })).toHaveAttribute("aria-current", "page");
    await expect.poll(() => codes()[0]).toBe(code(121));
    await pages().getByRole("link", { name: "Seite 9", exact: true }).click();
    await expect.poll(address).toBe("/stock/boxes?owner=42&page=9");
    await expect.poll(() => codes()[0]).toBe(code(241));
    await pages().getByRole("link", { name: "Nächste Seite" }).click();
    await expect.poll(() => codes()[0]).toBe(code(271));
    await expect.element(pages().getByRole("link", { name: "Nächste Seite" })).toHaveAttribute("aria-disabled", "true");
    back();
    await expect.poll(() => codes()[0]).toBe(code(241));
  });

  test("stand above and below it, with which of how many entries these are", async () => {
    const { server, goTo } = await openBoxes("/stock/boxes?owner=42", 65);
    const [customer] = server.example(listCustomers).results;
    server.reply(listCustomers, (asked) =>
      pageOf(
        [1, 2].map((id) => ({ ...customer!, id })),
        asked,
      ),
    );
    await expect.element(page.getByText("1–30 von 65", { exact: true }).last()).toBeVisible();
    await page
      .getByRole("navigation", { name: "Seiten, oben" })
      .getByRole("link", { name: "Seite 3", exact: true })
      .click();
    await expect.poll(() => codes()[0]).toBe(code(61));
    await expect.element(page.getByText("61–65 von 65", { exact: true }).last()).toBeVisible();
    goTo("/customers/overview");
    await expect.element(page.getByText("1–2 von 2", { exact: true }).last()).toBeVisible();
  });

  test("end somewhere: a page past the end leads to the first", async () => {
    const { address } = await openBoxes("/stock/boxes?owner=42&page=7", 31);
    await expect.poll(address).toBe("/stock/boxes?owner=42");
    await expect.poll(codes).toHaveLength(30);
  });

  test("are not there where everything fits on one", async () => {
    await openBoxes("/stock/boxes?owner=42", 30);
    await expect.poll(codes).toHaveLength(30);
    await expect.element(pages()).not.toBeInTheDocument();
  });
});

describe("a row of a list", () => {
  test("opens what it is about, and the way back leads to the list as it was", async () => {
    const list = "/stock/boxes?owner=42&orderBy=-code&page=2";
    const { server, address, back } = await openBoxes(list, 65);
    server.reply(getBox, { ...server.example(getBox), code: "0042000034" });
    await page
      .getByRole("row", { name: new RegExp(code(34)) })
      .getByText("erstellt")
      .click();
    await expect.element(title(code(34))).toBeVisible();
    expect(server.asked(getBox)[0]?.path).toBe("/api/v1/boxes/34/");
    back();
    await expect.poll(address).toBe(list);
    await expect.poll(() => codes()[0]).toBe(code(35));
    await expect.element(field("Kundennummer")).toHaveValue("42");
  });

  test("opens an area, a row and a customer too", async () => {
    const { server, address, goTo } = await open("/stock/areas");
    for (const [list, route, to] of [
      ["/stock/areas", listAreas, "/stock/areas/2"],
      ["/stock/rows?area=2", listRows, "/stock/rows/5"],
      ["/customers/overview?code=42", listCustomers, "/customers/7"],
    ] as const) {
      goTo(list);
      const name = route === listCustomers ? /Klinikum Nord/ : /Halle 1/;
      await page.getByRole("row", { name }).getByRole("cell").last().click();
      await expect.poll(address).toBe(to);
      expect(server.asked(route).length).toBeGreaterThan(0);
    }
  });
});

describe("a list that does not come", () => {
  test("says so in place and tries again on demand", async () => {
    const { server } = await open("/stock/boxes?owner=42", { answers: (at) => at.fail(listBoxes) });
    const alert = table().getByRole("alert");
    await expect.element(alert).toMatchTextContent("Keine Verbindung zum Server.");
    replyBoxes(server, boxesOf(36, works));
    await table().getByRole("button", { name: "Erneut versuchen" }).click();
    await expect.poll(codes).toHaveLength(30);
    await expect.element(alert).not.toBeInTheDocument();
  });

  test("leaves the rows standing that were there before", async () => {
    const { server } = await openBoxes("/stock/boxes?owner=42", 2);
    await expect.poll(codes).toHaveLength(2);
    server.refuse(listBoxes, 500, {});
    // Somebody comes back to the window a minute later: the list is loaded anew.
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    dispatchEvent(new Event("visibilitychange"));
    const failure = page.getByRole("alert").filter({ hasText: /Ups\. Da ist etwas schief gelaufen\./ });
    await expect.element(failure).toBeVisible();
    clock.mockRestore();
    expect(codes()).toEqual([1, 2].map(code));
    replyBoxes(server, boxesOf(2, works));
    await failure.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect.element(failure).not.toBeInTheDocument();
  });

  test("keeps the old rows in sight while the new ones are on their way", async () => {
    const { server } = await openBoxes("/stock/boxes?owner=42", 2);
    await expect.poll(codes).toHaveLength(2);
    const go = server.hold(listBoxes);
    for (let turn = 0; turn < 2; turn++) await head("Code").getByRole("button").click();
    await expect.element(table()).toHaveAttribute("aria-busy", "true");
    expect(codes()).toEqual([1, 2].map(code));
    go();
    await expect.poll(codes).toEqual([2, 1].map(code));
  });
});

describe("on a phone", () => {
  test("rows are cards with the same links, and the order is chosen from a list", async () => {
    await page.viewport(360, 640);
    const { server, address } = await openBoxes("/stock/boxes?owner=42", 3);
    server.reply(getBox, { ...server.example(getBox), code: "0042000002" });
    await page.getByLabelText("Sortierung").selectOptions("Code absteigend");
    await expect.poll(address).toBe("/stock/boxes?owner=42&orderBy=-code");
    const links = () =>
      page
        .getByRole("link", { name: /^0042.000.00/ })
        .elements()
        .map((one) => one.textContent);
    await expect.poll(links).toEqual([3, 2, 1].map(code));
    await link(code(2)).click();
    await expect.element(title(code(2))).toBeVisible();
  });
});

describe("the overview", () => {
  test("leads from each counter to the boxes behind it", async () => {
    const { server, address } = await open("/stock/overview");
    const tiles = page.getByRole("region", { name: /^Boxen/ }).getByRole("link");
    const words = ["eingelagert", "nicht eingelagert", "angefordert", "retour", "erstellt", "vernichtet", "Box"];
    await expect.poll(() => tiles.length).toBe(7); // the last one is no counter: it leads to boxes of other states
    for (const [index, state] of [1, 2, 4, 5, 0, 6, 7].entries()) {
      await expect.element(tiles.nth(index)).toMatchTextContent(words[index] ?? "");
      await expect.element(tiles.nth(index)).toHaveAttribute("href", `/stock/boxes?state=${state}`);
    }
    await expect.element(page.getByText("Registrierte Boxinhalte")).toBeVisible();
    expect(server.asked(boxesOverview)).toHaveLength(1);
    await tiles.nth(2).click();
    await expect.poll(address).toBe("/stock/boxes?state=4");
    await expect.element(button("Status: angefordert entfernen")).toBeVisible();
  });
});
