import { buyerTest } from "#test/e2e/support/nouns/buyer.ts";
import type { Page } from "@playwright/test";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import {
  added,
  basket,
  boxName,
  lookup,
  next,
  orderOf,
  send,
  shop,
  toBoxes,
} from "#test/e2e/support/delivery-wizard.ts";
import { expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";

const paste = (page: Page, label: string, text: string) =>
  page.getByLabel(label).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
const list = (page: Page) => page.getByRole("dialog", { name: "Liste einfügen" });
const group = (page: Page, name: string) => list(page).getByRole("region", { name }).getByRole("listitem");

buyerTest(
  "a customer pastes thirty numbers of an e-mail and orders what can be ordered",
  async ({ page, api, given }) => {
    const { customer, option } = given;
    const lines = [
      ...(await api.stored(9, customer)),
      ...(await api.stored(9, customer)),
      ...(await api.stored(9, customer)),
    ];
    const [out, named, ...rest] = lines;
    if (!out || !named) throw new Error("There are boxes.");
    await api.order(customer, option, { boxes: [out] });
    await api.call(setNumbers, { path: { id: named.id }, body: { numbers: [{ text: "K 17/3", kind: 1 }] } });
    const spellings = [
      (code: string) => code,
      showBoxCode,
      (code: string) => `Box ${showBoxCode(code).replaceAll(".", " ")}`,
      (code: string) => `- ${showBoxCode(code)}`,
      (code: string) => `„${code}“;`,
    ];
    const spelled = rest.map(({ code }, at) => (spellings[at % spellings.length] ?? showBoxCode)(code));
    const twice = rest.slice(0, 2).map(({ code }) => showBoxCode(code));
    const mail = [...spelled, ...twice, "k17/3", showBoxCode(out.code), "K 99"];
    expect(mail).toHaveLength(30);

    await page.goto("/deliveries/create?step=1");
    await next(page).click();
    await expect(lookup(page)).toBeFocused();
    await paste(page, "Box oder Inhalt suchen", mail.join("\r\n"));
    await expect(group(page, "Gefunden")).toHaveCount(26);
    await expect(group(page, "Doppelt")).toHaveText(twice);
    await expect(group(page, "Nicht bestellbar")).toHaveText([`Box ${showBoxCode(out.code)} ist angefordert.`]);
    await expect(group(page, "Unbekannt")).toHaveText(["K 99"]);
    await expectGoodLooksEverywhere(page, { dark: true });
    await list(page).getByRole("button", { name: "26 Boxen übernehmen" }).click();
    await expect(basket(page)).toHaveCount(26);
    await next(page).click();
    await send(page).click();
    await expect(added(page)).toBeVisible();
    expect((await orderOf(api, { box: named.code })).boxes).toHaveLength(26);
  },
);

buyerTest(
  "what was typed stays where the list cannot be looked up, and a file is read as what is pasted",
  async ({ page, given, failures }) => {
    const { boxes } = given;
    await page.goto("/deliveries/create?step=1");
    await next(page).click();
    await page.getByRole("button", { name: "Liste einfügen" }).click();
    const numbers = list(page).getByLabel("Nummern");
    await expect(numbers).toBeFocused();
    const text = boxes.map(({ code }) => showBoxCode(code)).join(", ");
    await numbers.fill(text);
    failures.expect(/boxes\/find/);
    failures.expect(/ERR_FAILED/);
    await page.route("**/boxes/find/", (route) => route.abort("failed"), { times: 1 });
    await list(page).getByRole("button", { name: "Nachsehen" }).click();
    await expect(list(page).getByText("Keine Verbindung zum Server.")).toBeVisible();
    await expect(numbers).toHaveValue(text);
    await list(page).getByRole("button", { name: "Nachsehen" }).click();
    await expect(group(page, "Gefunden")).toHaveCount(3);
    await list(page).getByRole("button", { name: "Abbrechen" }).click();
    await expect(list(page)).toBeHidden();
    await lookup(page).evaluate(
      (input, content) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], "boxen.csv", { type: "text/csv" }));
        input.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      boxes.map(({ code }) => `${code};Akten;2019`).join("\r\n"),
    );
    await list(page).getByRole("button", { name: "3 Boxen übernehmen" }).click();
    await expect(basket(page)).toHaveCount(3);
  },
);

test("a number of other people that is typed chooses its box as a scan does", async ({ page, api }) => {
  const given = await shop(api);
  const [box] = given.boxes;
  await api.call(setNumbers, { path: { id: box.id }, body: { numbers: [{ text: "FREMD 77", kind: 2 }] } });
  await toBoxes(page, given);
  await lookup(page).fill("fremd77");
  await lookup(page).press("Enter");
  await expect(page.getByText(`${boxName(box)} ist ausgewählt.`)).toBeVisible();
  await expect(basket(page)).toHaveCount(1);
});

test("several numbers of other people that are pasted into the search find their boxes, and get labels", async ({
  page,
  api,
}) => {
  const boxes = await api.boxes(2);
  for (const [at, { id }] of boxes.entries())
    await api.call(setNumbers, { path: { id }, body: { numbers: [{ text: `SUCH ${id}/${at}`, kind: 1 }] } });
  const pasted = boxes.map(({ id }, at) => `such${id}/${at}`).join("\n");
  await page.goto("/search");
  await paste(page, "Suche", pasted);
  await list(page).getByRole("button", { name: "2 Boxen übernehmen" }).click();
  for (const { code } of boxes) await expect(page.getByRole("link", { name: showBoxCode(code) })).toBeVisible();
  await page.goto("/services/labelprints");
  await page.getByRole("button", { name: "Liste einfügen" }).click();
  await list(page).getByLabel("Nummern").fill(pasted);
  await list(page).getByRole("button", { name: "Nachsehen" }).click();
  await list(page).getByRole("button", { name: "2 Boxen übernehmen" }).click();
  await expect(page.getByText(/^2 Etiketten/)).toBeVisible();
});

test("a number of other people that is typed at a row stores its box", async ({ page, api }) => {
  const [row, box] = [await api.row(), await api.box()];
  await api.call(setNumbers, { path: { id: box.id }, body: { numbers: [{ text: "REGAL 7", kind: 2 }] } });
  await page.goto(`/stock/rows/${row.id}`);
  await page.getByLabel("Boxcode scannen oder eingeben").fill("regal7");
  await page.getByLabel("Boxcode scannen oder eingeben").press("Enter");
  await expect.poll(async () => (await api.details(box)).state).toBe(1);
});
