import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { open } from "#test/screens/support/open.tsx";

/** On which side the text of a cell stands. */
const sideOf = (cell: Element) => (["right", "end"].includes(getComputedStyle(cell).textAlign) ? "right" : "left");

test.each([
  ["/stock/boxes", "Boxen"],
  ["/stock/rows", "Reihen"],
  ["/customers/overview", "Kunden"],
  ["/deliveries/overview", "Lieferungen"],
])("at %s each head stands on the side of what stands below it", async (address, name) => {
  await open(address);
  const table = page.getByRole("table", { name, exact: true });
  await expect.poll(() => table.element().querySelectorAll("tbody td").length).toBeGreaterThan(3);
  const line = table.element().querySelector("tbody tr");
  const heads = [...(table.element().querySelector("thead tr")?.children ?? [])];
  const shown = (cells: readonly Element[]) => cells.map((cell, at) => `${heads[at]?.textContent}: ${sideOf(cell)}`);
  expect(shown(heads)).toEqual(shown([...(line?.children ?? [])]));
  const sides = heads.map(sideOf);
  expect(sides).toContain("left");
  expect(sides).toContain("right");
});

test("the arrow of a head stands on the inner side of its word", async () => {
  await open("/stock/boxes");
  const table = page.getByRole("table", { name: "Boxen", exact: true });
  await expect.element(table).toBeVisible();
  const heads = [...table.element().querySelectorAll("thead th")].filter((head) => head.querySelector("button svg"));
  expect(heads.length).toBeGreaterThan(1);
  for (const head of heads) {
    const arrow = head.querySelector("svg")?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(head.querySelector("button")!);
    const word = [...range.getClientRects()].reduce((one, other) => (one.width > other.width ? one : other));
    expect((arrow?.x ?? 0) < word.x, head.textContent).toBe(sideOf(head) === "right");
  }
});
