import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { firstCells, pageOf } from "#test/screens/support/lists.ts";
import { button, expectGoodLooks, link, title } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const table = page.getByRole("table", { name: "Lieferungen" });
const head = (name: string) => page.getByRole("columnheader", { name });
const numbers = () => firstCells("Lieferungen");
const list = "/deliveries/overview?content=Akte";

/** Answers so many deliveries, the newest first. */
function replyDeliveries(server: Stub, amount: number) {
  const [one] = server.example(listDeliveries).results;
  const all = Array.from({ length: amount }, (_, index) => ({ ...one!, id: index + 1, code: index + 1 })).toReversed();
  server.reply(listDeliveries, (asked) => pageOf(asked.query["order_by"] === "code" ? all.toReversed() : all, asked));
}
const openList = (address: string, amount: number) =>
  open(address, { answers: (server) => replyDeliveries(server, amount) });

describe("the list of deliveries", () => {
  test("shows number, customer, counts, kind, state and the day in Berlin", async () => {
    await openList(list, 1);
    await expect.element(title("Lieferungen (1)")).toBeVisible();
    const texts = (role: "columnheader" | "cell") =>
      table
        .getByRole(role)
        .elements()
        .map((one) => one.textContent);
    expect(texts("columnheader")).toEqual(["Nummer", "Kunde", "Boxen", "Inhalte", "Art", "Status", "Datum"]);
    const cells = ["000001", "0042 – Klinikum Nord", "1", "1", "Kunden", "Offen", "24.12.2026"];
    for (const [index, text] of cells.entries()) expect(texts("cell")[index]).toContain(text);
  });

  test("is sorted by the columns of the specification, up, down and back to the newest first", async () => {
    const { address, server } = await openList(list, 3);
    await expect.poll(numbers).toEqual(["000003", "000002", "000001"]);
    const sortable = table.getByRole("columnheader").getByRole("button");
    expect(sortable.elements().map((one) => one.textContent)).toEqual(["Nummer", "Kunde", "Art", "Status", "Datum"]);
    await head("Nummer").getByRole("button").click();
    await expect.poll(address).toBe(`${list}&orderBy=code`);
    await expect.element(head("Nummer")).toHaveAttribute("aria-sort", "ascending");
    await expect.poll(numbers).toEqual(["000001", "000002", "000003"]);
    await head("Nummer").getByRole("button").click();
    await expect.poll(numbers).toEqual(["000003", "000002", "000001"]);
    await button("Sortiert nach Nummer absteigend entfernen").click();
    await expect.poll(address).toBe(list);
    for (const [name, key] of [
      ["Kunde", "customer"],
      ["Art", "kind"],
      ["Status", "state"],
      ["Datum", "time"],
    ] as const) {
      await head(name).getByRole("button").click();
      await expect.poll(address).toBe(`${list}&orderBy=${key}`);
      await expect.poll(() => server.asked(listDeliveries).at(-1)?.query["order_by"]).toBe(key);
    }
  });

  test("has pages of thirty; a page past the end leads to the first", async () => {
    const { address, goTo } = await openList(`${list}&orderBy=code`, 31);
    await expect.poll(numbers).toHaveLength(30);
    await page
      .getByRole("navigation", { name: "Seiten", exact: true })
      .getByRole("link", { name: "Nächste Seite" })
      .click();
    await expect.poll(address).toBe(`${list}&orderBy=code&page=2`);
    await expect.poll(numbers).toEqual(["000031"]);
    goTo(`${list}&page=9`);
    await expect.poll(address).toBe(list);
  });

  test("says why it is empty and offers the way out", async () => {
    const { address } = await openList("/deliveries/overview?content=Nichts&orderBy=-time", 0);
    await expect.element(page.getByText("Keine Daten vorhanden", { exact: true })).toBeVisible();
    await expect.element(page.getByText("Zu diesen Filtern gibt es keine Lieferung.")).toBeVisible();
    await expectGoodLooks();
    await link("Filter zurücksetzen").click();
    await expect.poll(address).toBe("/deliveries/overview?orderBy=-time");
  });

  test("says in place that it cannot be loaded, and tries again on demand", async () => {
    const { server } = await open(list, { answers: (at) => at.refuse(listDeliveries, 500, {}) });
    await expect.element(table.getByRole("alert")).toMatchTextContent("Ups. Da ist etwas schief gelaufen.");
    replyDeliveries(server, 1);
    await table.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect.poll(numbers).toEqual(["000001"]);
  });

  test("drops what is no filter, and leads staff to new deliveries and returns", async () => {
    const { server, address } = await openList("/deliveries/overview?state=9&page=-1&orderBy=secret", 1);
    await expect.poll(numbers).toHaveLength(1);
    expect(server.asked(listDeliveries).map(({ query }) => query["order_by"])).toEqual([undefined]);
    await expect.element(link("Rückgabe ankündigen")).toHaveAttribute("href", "/deliveries/return");
    await link("Lieferung hinzufügen").click();
    await expect.poll(address).toMatch(/^\/deliveries\/create/);
  });

  test("is readable with deliveries", async () => {
    await openList(`${list}&orderBy=-time`, 2);
    await expect.poll(numbers).toHaveLength(2);
    await expectGoodLooks();
  });
});

test("a customer user without deliveries is led to the first one", async () => {
  await open("/deliveries", { who: customerUser, answers: (server) => replyDeliveries(server, 0) });
  await expect.element(page.getByText("Es gibt noch keine Lieferung.")).toBeVisible();
  await link("Erste Lieferung hinzufügen").click();
  await expect.element(title("Lieferung hinzufügen")).toBeVisible();
});
