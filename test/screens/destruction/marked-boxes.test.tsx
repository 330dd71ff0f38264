import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listMarked } from "#contract/calls/stock/boxes.ts";
import { button, expectGoodLooks, link, title } from "#test/screens/support/look.ts";
import { boxesOf, firstCells, pageOf } from "#test/screens/support/lists.ts";
import { open } from "#test/screens/support/open.tsx";

const clinic = { id: 7, code: 42, name: "Klinikum Nord" };
const office = { id: 8, code: 43, name: "Kanzlei Süd" };

/** So many marked boxes of a clinic, and three of an office, of which one is held. */
const openMarked = (amount: number, url = "/services/destruction") =>
  open(url, {
    answers: (server) => {
      const example = server.example(listMarked);
      const of = (boxes: number, owner: typeof clinic, first: number) =>
        boxesOf(boxes, owner).map((box, at) => ({ ...box, id: first + at, state: 7 as const, hindrance: null }));
      const all = [...of(amount, clinic, 1), ...of(3, office, 1000)];
      const none = { early: 0, away: 0, kept: 0, held: 0, unapproved: 0 };
      const doubts = { early: 0, away: 0, doubted: 0 };
      const owners = [
        { ...clinic, ...none, boxes: amount, away: 2, free: { ...doubts, boxes: amount, away: 2, doubted: 2 } },
        { ...office, ...none, boxes: 3, held: 1, free: { ...doubts, boxes: 2 } },
      ];
      server.reply(listMarked, (asked) => {
        const { customer } = asked.query;
        const boxes = all.filter(({ owner }) => customer === undefined || owner.id === Number(customer));
        return { ...example, ...pageOf(boxes, asked), owners, doubted: ["0042000001", "0042000002"] };
      });
    },
  });
const boxes = "Boxen zur Vernichtung";

describe("collective destruction", () => {
  test("shows the boxes of all customers where they fit on a page", async () => {
    await openMarked(5);
    await expect.poll(() => firstCells(boxes)).toHaveLength(8);
    await expect.element(link("0042 – Klinikum Nord")).toBeVisible();
    await expect.element(page.getByText("5 Boxen", { exact: true })).toBeVisible();
    expect(link("Alle Kunden").elements()).toEqual([]);
  });

  test("is folded by customer where there are more, and destroys all of them whoever is open", async () => {
    const { address } = await openMarked(70);
    await expect.element(title("Sammelvernichtung (73)")).toBeVisible();
    await expect.poll(() => firstCells(boxes)).toEqual(["0042", "0043"]);
    await expect.element(page.getByRole("row").nth(1)).toMatchTextContent(/Klinikum Nord.*70 Boxen.*2 × nicht im Haus/);
    await expect.element(page.getByRole("row").nth(2)).toMatchTextContent(/Kanzlei Süd.*3 Boxen.*1 × gesperrt/);
    await expectGoodLooks();
    await link("0042").click();
    await expect.poll(address).toBe("/services/destruction?customer=7");
    await expect.poll(() => firstCells(boxes)).toHaveLength(30);
    await page.getByRole("link", { name: "Seite 3" }).first().click();
    await expect.poll(() => firstCells(boxes)).toHaveLength(10);
    await expect.element(title("Sammelvernichtung (73)")).toBeVisible();
    await button("Boxen vernichten").click();
    const question = page.getByRole("alertdialog", { name: "Alle Boxen wirklich vernichten?" });
    await expect.element(question).toMatchTextContent(/72 Boxen von 2 Kunden werden vernichtet\./);
    await expect.element(question).toMatchTextContent(/Achtung: 2 nicht im Haus \(0042\.000\.001, 0042\.000\.002\)\./);
    await expect.element(page.getByLabelText("Zur Bestätigung 72 eingeben")).toBeVisible();
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await link("Alle Kunden").click();
    await expect.poll(() => firstCells(boxes)).toEqual(["0042", "0043"]);
  });

  test("leads to all customers where the open one has no marked box", async () => {
    const { address } = await openMarked(70, "/services/destruction?customer=9");
    await expect.poll(address).toBe("/services/destruction");
  });
});
