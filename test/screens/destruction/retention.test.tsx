import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { listRetained, listRetainedCustomers } from "#contract/calls/destruction/retention.ts";
import { button, expectGoodLooks } from "#test/screens/support/look.ts";
import { pageOf } from "#test/screens/support/lists.ts";
import { open } from "#test/screens/support/open.tsx";

const ticks = page.getByRole("checkbox");
const all = page.getByRole("button", { name: /^Alle auswählen/ });

/** The due boxes of a customer, the first so many of which are marked. */
const openDue = (amount: number, marked: number, byBatch = false) =>
  open("/services/retention?customer=7", {
    answers: (server) => {
      const example = server.example(listRetained);
      const [one] = example.results;
      const results = Array.from({ length: amount }, (_, index) => ({
        ...one!,
        id: index + 1,
        code: `004200000${index + 1}`,
        state: index < marked ? (7 as const) : (1 as const),
        batch: byBatch && index < marked ? 3 : null,
      }));
      const counts = { ...example.counts, due: amount };
      const eligible = amount - marked;
      server.reply(listRetained, { ...example, results, count: amount, counts, eligible, by_batch: byBatch });
    },
  });

describe("what may go this year", () => {
  test("has a tick only where it can still be marked, and says how many are", async () => {
    await openDue(3, 2);
    await expect.element(page.getByText("3, davon 2 schon markiert", { exact: true })).toBeVisible();
    await expect.element(all).toHaveTextContent("Alle auswählen (1)");
    const names = () => ticks.elements().map((tick) => tick.closest("label")?.textContent);
    expect(names()).toEqual(["Alle Zeilen dieser Seite auswählen", "Box 0042.000.003 auswählen"]);
    await ticks.first().click();
    await expect.element(button("Markieren (1)")).not.toHaveAttribute("aria-disabled", "true");
    await expectGoodLooks();
  });

  test.each([
    [false, "Markieren (0)", "3, davon 3 schon markiert", "Alle sind schon markiert."],
    [
      true,
      "Zur Vernichtung vorlegen (0)",
      "3, davon 3 schon in einer Vernichtung",
      "Alle sind schon in einer Vernichtung.",
    ],
  ])(
    "has no tick where all are on their way (by batch: %s), and the button says why",
    async (byBatch, deed, told, why) => {
      await openDue(3, 3, byBatch);
      await expect.element(page.getByText(told, { exact: true })).toBeVisible();
      expect(ticks.elements()).toEqual([]);
      expect(all.elements()).toEqual([]);
      await expect.element(button(deed)).toHaveAccessibleDescription(why);
      await expectGoodLooks();
    },
  );
});

test("without a customer, what of every one may go is told, and each line leads to theirs", async () => {
  const { server, address } = await open("/services/retention", {
    answers: (at) => {
      const [one] = at.example(listCustomers).results;
      at.reply(listCustomers, (asked) => pageOf([one!, { ...one!, id: 8, code: 43, name: "Zweiter" }], asked));
    },
  });
  const table = page.getByRole("table", { name: /^Aufbewahrung \d{4} nach Kunden$/ });
  await expect.element(table.getByRole("link", { name: "0042 – Klinikum Nord" })).toBeVisible();
  const cells = table.getByRole("cell").elements();
  expect(cells.map((cell) => (cell as HTMLElement).innerText)).toEqual([
    "0042 – Klinikum Nord",
    "12",
    "4",
    "3",
    "1",
    "2",
  ]);
  await expectGoodLooks();
  await table.getByRole("link", { name: "0042 – Klinikum Nord" }).click();
  const [customer] = server.example(listRetainedCustomers).results;
  await expect.poll(address).toBe(`/services/retention?customer=${customer!.id}`);
});
