import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listRights } from "#contract/calls/access/rights.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { getProcedure } from "#contract/calls/destruction/procedures.ts";
import { listRetained, listRetainedCustomers } from "#contract/calls/destruction/retention.ts";
import { button, expectGoodLooks, link } from "#test/screens/support/look.ts";
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
    async (byBatch, label, sentence, why) => {
      await openDue(3, 3, byBatch);
      await expect.element(page.getByText(sentence, { exact: true })).toBeVisible();
      expect(ticks.elements()).toEqual([]);
      expect(all.elements()).toEqual([]);
      await expect.element(button(label)).toHaveAccessibleDescription(why);
      await expectGoodLooks();
    },
  );
});

test("without a customer, what of every one may go is shown, and each line leads to theirs", async () => {
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

describe("who approves for a customer", () => {
  const openProcedure = (users: readonly { may: boolean; signsIn: boolean }[]) =>
    open("/customers/7?tab=retention", {
      answers: (server) => {
        const [one] = server.example(listRights).results;
        const results = users.map(({ may, signsIn }, at) => ({
          ...one!,
          user: { ...one!.user, id: at + 20, last_name: `Muster ${at + 1}`, may_sign_in: signsIn },
          may_approve_destruction: may,
        }));
        server.reply(listRights, { results });
        server.reply(getProcedure, { ...server.example(getProcedure), destruction_procedure: 1 });
      },
    });

  test("is named with a way to each, without who has left", async () => {
    await openProcedure([
      { may: true, signsIn: false },
      { may: true, signsIn: true },
      { may: false, signsIn: true },
    ]);
    await expect.element(page.getByText("Freigeben kann: Erika Muster 2", { exact: true })).toBeVisible();
    await expect.element(link("Erika Muster 2")).toHaveAttribute("href", "/users/21");
  });

  test("is missing where all of them have left, and whoever is there can be given the right", async () => {
    await openProcedure([
      { may: true, signsIn: false },
      { may: false, signsIn: true },
    ]);
    await expect.element(page.getByText(/^Vom Kunden kann niemand freigeben\./)).toBeVisible();
    await expect.element(link("Erika Muster 2")).toHaveAttribute("href", "/users/21");
    await expectGoodLooks();
  });

  test("is missing where nobody of the customer can sign in: a user comes first", async () => {
    await openProcedure([{ may: true, signsIn: false }]);
    await expect.element(link("User hinzufügen")).toHaveAttribute("href", "/users/new");
  });
});
