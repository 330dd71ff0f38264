import { showBoxCode } from "#rules/box-code.ts";
import { basket, boxName, found, lookup, shop, toBoxes } from "#test/e2e/support/delivery-wizard.ts";
import { afterBounce, scan } from "#test/e2e/support/keys.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, test } from "#test/e2e/support/page.ts";

const boxCalls = /\/api\/v1\/boxes\/$/;

test.describe("the lookup", () => {
  test("asks once, half a second after the last letter, over codes and contents", async ({ page, api }) => {
    const given = await shop(api);
    await toBoxes(page, given);
    await settled(page);
    await expect(found(page).getByText("3 Boxen eingelagert")).toBeVisible();
    const calls = callsOf(page, "GET", boxCalls);
    await page.evaluate(() => {
      performance.clearResourceTimings();
      addEventListener("input", () => performance.mark("typed"), { capture: true });
    });
    await lookup(page).pressSequentially(`plan ${given.word}`, { delay: 60 });
    await expect(found(page).getByText("1 Box gefunden")).toBeVisible();
    expect(calls).toHaveLength(1);
    const wait = await page.evaluate(() => {
      const call = performance.getEntriesByType("resource").find(({ name }) => name.includes("/boxes/?"));
      return (call?.startTime ?? 0) - (performance.getEntriesByName("typed").at(-1)?.startTime ?? 0);
    });
    expect(wait).toBeGreaterThanOrEqual(495);
    expect(wait).toBeLessThan(1500);
    const asked = new URL(calls[0]?.url ?? "", "http://x").searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      owner_id: String(given.customer.id),
      state: "1",
      contain_content: `plan ${given.word}`,
    });
    await lookup(page).fill(showBoxCode(given.boxes[2].code).slice(5));
    await expect(found(page).getByRole("checkbox")).toHaveCount(1);
    await expect(found(page).getByRole("checkbox", { name: boxName(given.boxes[2]) })).toBeVisible();
    await lookup(page).fill("gibt es nicht");
    await expect(found(page).getByText("Keine eingelagerte Box des Kunden passt zu „gibt es nicht“.")).toBeVisible();
  });

  test("looks for digits in the contents, too, where no code has them", async ({ page, api }) => {
    const given = await shop(api);
    await api.content(given.boxes[2], "Jahrgang 1987654");
    await toBoxes(page, given);
    await lookup(page).fill("1987654");
    await expect(found(page).getByRole("checkbox", { name: "Jahrgang 1987654" })).toBeVisible();
  });

  test("says beside a content why it cannot be ordered, and beside its box, too", async ({ page, api }) => {
    const given = await shop(api);
    const [first, second] = given.boxes;
    await api.order(given.customer, given.option, { contents: [given.akte] });
    await api.scan({ kind: "missing", content: given.brief.id, text: "Nicht gefunden" });
    await toBoxes(page, given);
    const inFirst = found(page)
      .getByRole("listitem")
      .filter({ hasText: boxName(first) });
    await expect(inFirst.getByText("Inhalt wurde bereits angefordert")).toBeVisible();
    await expect(inFirst.getByText("Nicht als ganze Box: Ein Inhalt ist bereits einzeln angefordert.")).toBeVisible();
    await expect(inFirst.getByRole("checkbox")).toHaveCount(1);
    const inSecond = found(page)
      .getByRole("listitem")
      .filter({ hasText: boxName(second) });
    await expect(inSecond.getByText("Inhalt existiert nicht")).toBeVisible();
    await expect(inSecond.getByRole("checkbox")).toHaveCount(1);
    await inFirst.getByRole("checkbox", { name: `Plan ${given.word}` }).check();
    await inSecond.getByRole("checkbox", { name: boxName(second) }).check();
    await expect(basket(page)).toHaveCount(2);
    await expectGoodLooks(page);
  });

  test("tells what a whole code belongs to that is not in stock", async ({ page, api }) => {
    const given = await shop(api);
    const other = await shop(api);
    const [created] = await api.boxes(1, given.customer);
    await api.order(given.customer, given.option, { boxes: [given.boxes[0]] });
    await toBoxes(page, given);
    await lookup(page).fill(given.boxes[0].code);
    await expect(found(page).getByText(`${boxName(given.boxes[0])} ist angefordert.`)).toBeVisible();
    await lookup(page).fill(showBoxCode(created.code));
    await expect(found(page).getByText(`${boxName(created)} ist erstellt.`)).toBeVisible();
    await lookup(page).fill(other.boxes[0].code);
    await expect(found(page).getByText(`gehört einem anderen Kunden: ${other.label}.`)).toBeVisible();
    await lookup(page).fill("9999 999 999");
    await expect(found(page).getByText("Box 9999.999.999 gibt es nicht.")).toBeVisible();
  });

  test("takes scans: the box is chosen at once, or the page says why not", async ({ page, api }) => {
    const given = await shop(api);
    const [first, second, third] = given.boxes;
    await api.order(given.customer, given.option, { boxes: [third] });
    await toBoxes(page, given);
    await settled(page);
    await scan(page, first.code);
    await expect(page.getByText(`${boxName(first)} ist ausgewählt.`)).toBeVisible();
    await lookup(page).click();
    await scan(page, second.code);
    await expect(page.getByText(`${boxName(second)} ist ausgewählt.`)).toBeVisible();
    await expect(lookup(page)).toHaveValue(showBoxCode(second.code));
    await scan(page, second.code, { later: afterBounce });
    await expect(page.getByText(`${boxName(second)} ist schon ausgewählt.`)).toBeVisible();
    await scan(page, third.code);
    await expect(page.getByText(`${boxName(third)} ist angefordert.`)).toBeVisible();
    await scan(page, "4006381333931");
    await expect(page.getByText("„4006381333931“ ist kein Boxcode. Gesucht wird in den Inhalten.")).toBeVisible();
    await expect(basket(page)).toHaveText([boxName(first), boxName(second)]);
    await expect(page).toHaveURL("/deliveries/create?step=2");
  });

  test("takes a whole code by Enter, as a scan", async ({ page, api }) => {
    const given = await shop(api);
    await toBoxes(page, given);
    await lookup(page).fill(given.boxes[1].code);
    await page.keyboard.press("Enter");
    await expect(basket(page)).toHaveText([boxName(given.boxes[1])]);
    await expect(page).toHaveURL("/deliveries/create?step=2");
  });
});
