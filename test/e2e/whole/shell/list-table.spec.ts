import { showBoxCode } from "#rules/stock/box-code.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";

test.describe("the keys", () => {
  test("lead from a filter into the rows, down and up, tick them, and open one", async ({ page, api }) => {
    const customer = await api.customer();
    const [first, second] = await api.boxes(3, customer);
    await page.goto(`/stock/boxes?owner=${customer.code}`);
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (3)" })).toBeVisible();
    await field(page, "Kundennummer").focus();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press("ArrowDown", "ArrowDown");
    await expect(page.getByRole("link", { name: showBoxCode(second.code) })).toBeFocused();
    await press("Shift+Tab", "Space", "ArrowDown", "Space");
    await expect(page.getByRole("button", { name: "Etiketten (2)" })).toBeVisible();
    await press("ArrowDown", "ArrowUp", "Tab", "ArrowUp", "ArrowUp", "Enter");
    await expect(page.getByRole("heading", { level: 1, name: showBoxCode(first.code) })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("button", { name: "Etiketten (2)" })).toBeVisible();
  });
});

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1920, height: 1000 } });

  for (const [name, address] of [
    ["Boxen", "/stock/boxes"],
    ["Kunden", "/customers/overview"],
    ["Users", "/users"],
  ] as const)
    test(`no name of the list "${name}" is far from its numbers`, async ({ page }) => {
      await page.goto(address);
      await settled(page);
      const widest = await page.getByRole("table", { name }).evaluate((table) => {
        const ends = (cell: Element) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect();
        };
        const gaps = [...table.querySelectorAll("tbody > tr")].flatMap((row) => {
          const texts = [...row.querySelectorAll("td")].map(ends).filter(({ width }) => width > 0);
          return texts.slice(1).map(({ left }, at) => left - (texts[at]?.right ?? 0));
        });
        return Math.max(...gaps);
      });
      expect(widest).toBeLessThan(600);
    });
});
