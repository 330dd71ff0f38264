import type { Page } from "@playwright/test";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { history, open as openBox, status } from "#test/e2e/support/box-page.ts";
import { answer, expectState, lineButton, lineOf, timeline } from "#test/e2e/support/delivery-detail.ts";
import {
  added,
  basket,
  boxName,
  found,
  lookup,
  next,
  question,
  send,
  shop,
} from "#test/e2e/support/delivery-wizard.ts";
import { afterBounce, scan } from "#test/e2e/support/keys.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { ownServerTest } from "#test/e2e/support/own-server.ts";
import { expect, fact, field } from "#test/e2e/support/page.ts";

type Box = { readonly id: number; readonly code: string };

/** An entry of a box's history; the place is for staff's eyes only. */
interface ExpectedEntry {
  readonly says: string;
  readonly place?: string;
  readonly by: "staff" | "buyer";
}

/** A box as it should be: its state and all that happened to it, the oldest first. */
interface Should {
  readonly box: Box;
  readonly state: BoxState;
  readonly expected: readonly ExpectedEntry[];
}

/** Number of boxes that the overview shows in each state, by its word, and number of contents. */
type Counts = Readonly<Record<string, number>>;

const shownStates = [
  BoxState.inStock,
  BoxState.notInStock,
  BoxState.ordered,
  BoxState.retour,
  BoxState.created,
  BoxState.destroyed,
] as const;
const nothing: Counts = { ...Object.fromEntries(shownStates.map((state) => [boxStateText[state], 0])), Inhalte: 0 };

const names = {
  staff: { staff: "Anna Schmidt", buyer: "Nina Neu" },
  buyer: { staff: "Archiv", buyer: "Nina Neu" },
} as const;

const menuLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link", { name });
const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const confirmed = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name, exact: true });

/** Returns the counts that the overview shows. */
async function countsOn(page: Page): Promise<Counts> {
  const tiles = await page.getByRole("main").locator("a[href*='state=']").allTextContents();
  const read = tiles
    .map((text) => /^(\D+?)(\d+) /.exec(text) ?? [])
    .map(([, word = "", count]) => [word, Number(count)]);
  const contents = Number(await fact(page, "Registrierte Boxinhalte").textContent());
  return { ...Object.fromEntries(read), Inhalte: contents };
}

/** Returns the entries in the history of the open box, the newest first, and the people who made them. */
const readEntries = (page: Page) =>
  history(page).evaluateAll((entries) =>
    entries.map((entry) => {
      const [says, signed] = Array.from(entry.querySelectorAll("p"), (line) => line.textContent);
      return `${says} – ${/^\d\d\.\d\d\.\d{4} \d\d:\d\d, (.+)$/.exec(signed ?? "")?.[1]}`;
    }),
  );

async function expectCounts(page: Page, counts: Counts) {
  await expect.poll(() => countsOn(page), "the overview counts").toEqual(counts);
}

async function expectBox(page: Page, { box, state, expected }: Should, role: "staff" | "buyer") {
  await expect(page.getByRole("heading", { level: 1, name: showBoxCode(box.code) })).toBeVisible();
  const lines = expected.toReversed().map(({ says, place = "", by }) => {
    return `${says}${role === "staff" ? place : ""} – ${names[role][by]}`;
  });
  await expect.poll(() => readEntries(page), `the history of ${box.code} for ${role}`).toEqual(lines);
  await expect(status(page)).toHaveText(`${state} – ${boxStateText[state]}`);
}

/** Staff go on by menu and scanner, and see at once what they did themselves. */
async function expectForStaff(page: Page, elsewhere: Counts, own: Counts, boxes: readonly Should[]) {
  await menuLink(page, "Lager").click();
  const sum = Object.entries(elsewhere).map(([word, count]) => [word, count + (own[word] ?? 0)]);
  await expectCounts(page, Object.fromEntries(sum) as Counts);
  for (const should of boxes) {
    await settled(page);
    await scan(page, should.box.code);
    await expectBox(page, should, "staff");
  }
}

async function expectForBuyer(page: Page, own: Counts, boxes: readonly Should[]) {
  await page.goto("/stock/overview");
  await expectCounts(page, own);
  for (const should of boxes) {
    await openBox(page, should.box);
    await expectBox(page, should, "buyer");
  }
}

/**
 * A customer with three boxes in stock, staff in front of one browser and the customer's user in front of another. The counts of
 * the whole archive are looked at, which the tests beside would change.
 */
const test = ownServerTest.extend<{ loop: Awaited<ReturnType<typeof begin>>; buyerPage: Page }>({
  loop: async ({ page, api }, use) => use(await begin(page, api)),
  buyerPage: async ({ browser, failures, loop }, use) => {
    const context = await browser.newContext({ storageState: loop.buyer.storageState });
    failures.watch(context);
    await use(await context.newPage());
    await context.close();
  },
});

async function begin(page: Page, api: Api) {
  await page.goto("/stock/overview");
  await settled(page);
  const elsewhere = await countsOn(page);
  await page.goto("/account"); // which asks for none of what changes now
  const given = await shop(api);
  const { word, customer, boxes } = given;
  const [first, second] = await Promise.all([api.details(boxes[0]), api.details(boxes[1])]);
  const stored = ({ position }: typeof first): ExpectedEntry => {
    const { row, part, height } = position ?? { row: { number: 0, area: { name: "" } }, part: 0, height: 0 };
    const place = `: ${row.area.name}, Reihe ${row.number}, Teil ${part}, Höhe ${height}`;
    return { says: "Eingelagert", place, by: "staff" };
  };
  const made: ExpectedEntry = { says: "Box erstellt", by: "staff" };
  const filled = (text: string): ExpectedEntry => ({ says: `Inhalt hinzugefügt: „${text} ${word}“`, by: "staff" });
  const past = {
    first: [made, stored(first), filled("Akte"), filled("Plan")],
    second: [made, stored(second), filled("Brief")],
  };
  return { ...given, elsewhere, first, second, past, letter: `Brief ${word}`, buyer: await api.buyer(customer) };
}

/** As the customer's user: a whole box and a content of another one. */
async function order(page: Page, box: Box, letter: string) {
  await page.goto("/deliveries");
  await page.getByRole("link", { name: "Lieferung hinzufügen", exact: true }).click();
  await page.getByRole("group", { name: "Lieferoption" }).getByRole("radio").check();
  await next(page).click();
  await found(page)
    .getByRole("checkbox", { name: boxName(box) })
    .check();
  await lookup(page).fill(letter);
  await found(page).getByRole("checkbox", { name: letter }).check();
  await expect(basket(page)).toHaveCount(2);
  await next(page).click();
  await expect(question(page, 3)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(boxName(box));
  await expect(page.getByRole("main")).toContainText(letter);
  await send(page).click();
  await expect(added(page)).toBeVisible();
}

/** The numbers in the list, the newest first. */
const numbers = (page: Page) => page.getByRole("table", { name: "Lieferungen" }).getByRole("link", { name: /^\d{6}$/ });
const newest = async (page: Page) => (await numbers(page).first().textContent()) ?? "";

async function openDelivery(page: Page, number: string) {
  await menuLink(page, "Lieferungen").click();
  await page.getByRole("link", { name: number, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lieferung ${number}`);
}

test("a box and a single content go to the customer and come back", async ({ page, api, loop, buyerPage }) => {
  const { elsewhere, first, second, past, letter } = loop;
  const expected = { first: [...past.first] as ExpectedEntry[], second: [...past.second] as ExpectedEntry[] };
  const content = `Inhalt „${letter}“`;
  let state: BoxState = BoxState.inStock;
  const expectSeen = async (own: Counts) => {
    const counts = { ...nothing, Inhalte: 3, ...own };
    const boxes = [
      { box: first, state, expected: expected.first },
      { box: second, state: BoxState.inStock, expected: expected.second },
    ];
    await expectForStaff(page, elsewhere, counts, boxes);
    await expectForBuyer(buyerPage, counts, boxes);
  };
  let number = "";
  let back = "";

  await test.step("before", () => expectSeen({ eingelagert: 3 }));

  await test.step("the customer's user orders", async () => {
    await order(buyerPage, first, letter);
    number = await newest(buyerPage);
    const within = ` (Lieferung ${number})`;
    expected.first.push({ says: `Box angefordert${within}`, by: "buyer" });
    expected.second.push({ says: `${content} angefordert${within}`, by: "buyer" });
    state = BoxState.ordered;
    await page.reload();
    await expectSeen({ eingelagert: 2, angefordert: 1 });
  });

  await test.step("staff start", async () => {
    await openDelivery(page, number);
    await button(page, "Starten").click();
    await expectState(page, "processing");
    await expectSeen({ eingelagert: 2, angefordert: 1 });
  });

  await test.step("staff pick the content on the delivery's page", async () => {
    await openDelivery(page, number);
    await lineButton(page, letter, "Kommissionieren").click();
    await expect(lineOf(page, letter)).toContainText("kommissioniert");
    expected.second.push({ says: `${content} entnommen (Lieferung ${number})`, by: "staff" });
    await expectSeen({ eingelagert: 2, angefordert: 1 });
  });

  await test.step("staff pick the box by the scanner on the collect list", async () => {
    await menuLink(page, "Lieferungen").click();
    await page.getByRole("link", { name: "Sammelliste" }).click();
    await expect(page.getByRole("main")).toContainText(showBoxCode(first.code));
    await expect(page.getByRole("main")).not.toContainText(showBoxCode(second.code));
    await settled(page);
    await scan(page, first.code);
    await expect(answer(page)).toContainText(`Kommissioniert${showBoxCode(first.code)}`);
    expected.first.push({ says: `Box kommissioniert (Lieferung ${number})`, by: "staff" });
    await expectSeen({ eingelagert: 2, angefordert: 1 });
  });

  await test.step("staff hand over", async () => {
    await openDelivery(page, number);
    await button(page, "Abschließen").click();
    await confirmed(page, "Abschließen").click();
    await expectState(page, "completed");
    expected.first.push({ says: `Ausgelagert (Lieferung ${number})`, by: "staff" });
    state = BoxState.notInStock;
    await expectSeen({ eingelagert: 2, "nicht eingelagert": 1 });
  });

  await test.step("staff announce the return", async () => {
    await menuLink(page, "Lieferungen").click();
    await page.getByRole("link", { name: "Rückgabe ankündigen" }).click();
    await expect(field(page, "Kunde")).toBeVisible(); // before that a scan opens the box
    await settled(page);
    await scan(page, first.code);
    await expect(field(page, "Kunde")).toHaveValue(loop.label);
    await lookup(page).fill(letter);
    await found(page).getByRole("checkbox", { name: letter, exact: true }).check();
    await button(page, "Rückgabe ankündigen").click();
    await expect(timeline(page).first()).toContainText("Rückgabe angekündigt");
    back = /\d{6}$/.exec((await page.getByRole("heading", { level: 1 }).textContent()) ?? "")?.[0] ?? "";
    expected.first.push({ says: `Rückgabe angekündigt: Box (Lieferung ${back})`, by: "staff" });
    expected.second.push({ says: `Rückgabe angekündigt: ${content} (Lieferung ${back})`, by: "staff" });
    await expectSeen({ eingelagert: 2, "nicht eingelagert": 1 });
  });

  await test.step("staff receive both by the scanner", async () => {
    await openDelivery(page, back);
    await settled(page);
    await scan(page, first.code);
    await expect(answer(page)).toContainText(`Zurückgekommen${showBoxCode(first.code)}`);
    await scan(page, second.code);
    await expect(answer(page)).toContainText("Nur Inhalte dieser Box");
    await scan(page, second.code, { later: afterBounce });
    await expectState(page, "completed");
    expected.first.push({ says: "Box zurückgekommen", by: "staff" });
    expected.second.push({ says: `${content} zurückgelegt`, by: "staff" });
    state = BoxState.retour;
    await expectSeen({ eingelagert: 2, retour: 1 });
  });

  await test.step("staff store the box in another row by the scanner", async () => {
    const row = await api.row({ number: 7, parts: 3, heights: 2 });
    await scan(page, rowScanText(row.id));
    await expect(page.getByRole("heading", { level: 1, name: "Reihe 7" })).toBeVisible();
    await settled(page);
    await scan(page, first.code);
    await expect(answer(page)).toContainText(`Eingelagert${showBoxCode(first.code)}`);
    expected.first.push({ says: "Eingelagert", place: `: ${row.area.name}, Reihe 7, Teil 1, Höhe 1`, by: "staff" });
    state = BoxState.inStock;
    await expectSeen({ eingelagert: 3 });
  });

  await test.step("the customer's user finds both deliveries closed, and can order the same again", async () => {
    await buyerPage.goto("/deliveries");
    for (const code of [number, back])
      await expect(buyerPage.getByRole("row", { name: code })).toContainText("Abgeschlossen");
    await order(buyerPage, first, letter);
  });
});

test("what was ordered and cancelled is back as if nothing had been", async ({ page, api, loop, buyerPage }) => {
  const { elsewhere, first, second, past, letter } = loop;
  await order(buyerPage, first, letter);
  const number = await newest(buyerPage);
  const within = ` (Lieferung ${number})`;
  const content = `Inhalt „${letter}“`;
  const ordered = {
    first: [...past.first, { says: `Box angefordert${within}`, by: "buyer" }],
    second: [...past.second, { says: `${content} angefordert${within}`, by: "buyer" }],
  } as const;
  const counts = { ...nothing, Inhalte: 3 };
  const asked = [
    { box: first, state: BoxState.ordered, expected: ordered.first },
    { box: second, state: BoxState.inStock, expected: ordered.second },
  ];
  await page.reload();
  await expectForStaff(page, elsewhere, { ...counts, eingelagert: 2, angefordert: 1 }, asked);
  await expectForBuyer(buyerPage, { ...counts, eingelagert: 2, angefordert: 1 }, asked);

  await openDelivery(buyerPage, number);
  await button(buyerPage, "Stornieren").click();
  await confirmed(buyerPage, "Stornieren").click();
  await expectState(buyerPage, "canceled");
  const cancelled = [
    {
      box: first,
      state: BoxState.inStock,
      expected: [...ordered.first, { says: `Anforderung storniert: Box${within}`, by: "buyer" }],
    },
    {
      box: second,
      state: BoxState.inStock,
      expected: [...ordered.second, { says: `Anforderung storniert: ${content}${within}`, by: "buyer" }],
    },
  ] as const;
  await page.reload();
  await expectForStaff(page, elsewhere, { ...counts, eingelagert: 3 }, cancelled);
  await expectForBuyer(buyerPage, { ...counts, eingelagert: 3 }, cancelled);
  expect((await api.details(first)).position).toEqual(first.position);
  await menuLink(page, "Lieferungen").click();
  await page.getByRole("link", { name: "Sammelliste" }).click();
  await settled(page);
  await expect(page.getByRole("main")).not.toContainText(showBoxCode(first.code));
  await order(buyerPage, first, letter);
  await expect(numbers(buyerPage)).toHaveText([showDeliveryCode(Number(number) + 1), number]);
});
