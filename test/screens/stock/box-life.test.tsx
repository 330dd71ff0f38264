import { listCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { deleteContent, editContent } from "#contract/calls/stock/contents.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import { editPause } from "#rules/lists/debounce.ts";
import { button, expectGoodLooks, fact, fillAndSettle, link, notice, title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";

const content = page.getByRole("textbox", { name: "Inhalt 1", exact: true });
const actions = page.getByRole("group", { name: "Aktionen" });
/** A button of the head, or an entry of its open menu. */
const action = (name: string) =>
  actions.getByRole("button", { name, exact: true }).or(page.getByRole("menuitem", { name, exact: true }));

/** The page of a box, whose contents change as a test sets them. */
async function openBox(state: BoxState, text = "Rechnungen") {
  const opened = await open("/stock/boxes/1", {
    answers: (server) => {
      const example = server.example(getBox);
      const [one] = example.content;
      let box: BoxDetail = { ...example, state, content: [{ ...one!, text }] };
      if (state !== 1) box = { ...box, position: null };
      server.reply(getBox, () => box);
      server.reply(editContent, ({ body }) => {
        box = { ...box, content: [{ ...one!, text: (body as { text: string }).text }] };
        return { ...server.example(editContent), text: (body as { text: string }).text };
      });
      server.reply(deleteContent, () => {
        box = { ...box, content: [] };
        return null;
      });
    },
  });
  await expect.element(title("0042.000.123")).toBeVisible();
  await expect.poll(() => fact("Status")).toBeDefined();
  return opened;
}

const mark = "Zur Vernichtung markieren";
const reset = "Markierung zurücksetzen";
const release = "Ausgelagert";
const receive = "Zurückgekommen";
const report = "Als inkonsistent melden";
const destroy = "Vernichten";

describe("the actions", () => {
  test.each<[state: BoxState, wanted: readonly string[]]>([
    [0, [mark, "Box löschen", destroy]],
    [1, [mark, destroy]],
    [6, []],
    [7, [reset, destroy]],
  ])("of the specification are buttons: of a box in state %s", async (state, wanted) => {
    for (const width of [1280, 640, 390, 360]) {
      await page.viewport(width, 800);
      if (width === 1280) await openBox(state);
      const named = [mark, reset, "Box löschen", destroy].flatMap((name) =>
        actions.getByRole("button", { name, exact: true }).elements(),
      );
      expect(named.map(({ textContent }) => textContent)).toEqual(wanted);
      for (const one of named) await expect.element(page.elementLocator(one)).toBeInViewport({ ratio: 1 });
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
    await expectGoodLooks();
  });

  test.each<[word: string, state: BoxState, may: readonly string[]]>([
    ["erstellt", 0, [mark, receive, destroy]],
    ["eingelagert", 1, [mark, release, report, destroy]],
    ["nicht eingelagert", 2, [mark, receive, report, destroy]],
    ["inkonsistent", 3, [mark, release, receive, destroy]],
    ["retour", 5, [mark, release, report, destroy]],
    ["markiert zur Vernichtung", 7, [reset, destroy]],
  ])('of a box that is "%s" are those of its state, the others say why not', async (word, state, may) => {
    await openBox(state);
    expect(fact("Status")?.textContent).toContain(word);
    await actions.getByRole("button", { name: "Aktionen", exact: true }).click();
    for (const name of [may.includes(reset) ? reset : mark, release, receive, report, destroy]) {
      if (may.includes(name)) await expect.element(action(name)).not.toHaveAttribute("aria-disabled", "true");
      else {
        await expect.element(action(name)).toHaveAttribute("aria-disabled", "true");
        await expect.element(action(name)).toHaveAccessibleDescription(`Das geht nicht: Die Box ist ${word}.`);
      }
    }
    expect(action("Box löschen").elements()).toHaveLength(word === "erstellt" ? 1 : 0);
  });
});

const openCase = {
  id: 5,
  number: "K-000005",
  kind: 0,
  state: 1,
  assignee: { first_name: "Sabine", last_name: "Krüger" },
  until: "2026-11-26",
} as const;

describe("the head", () => {
  const openWith = (box: Partial<BoxDetail>, who = staff) =>
    open("/stock/boxes/1", {
      who,
      answers: (server) => {
        server.reply(getBox, { ...server.example(getBox), ...box });
        server.reply(listCostCentres, { ...server.example(listCostCentres), may_set: false });
      },
    });

  test.each<[state: BoxState, isPlaced: boolean, primary: string | null, buttons: readonly string[]]>([
    [0, false, "Einlagern …", [mark, "Aktionen", "Box löschen", destroy]],
    [1, true, "Anfordern", [mark, "Aktionen", destroy]],
    [2, false, "Einlagern …", [mark, "Aktionen", destroy]],
    [3, false, "Einlagern …", [mark, "Aktionen", destroy]],
    [4, true, null, [mark, "Aktionen", destroy]],
    [5, false, "Einlagern …", [mark, "Aktionen", destroy]],
    [6, false, null, ["Aktionen"]],
    [7, true, null, [reset, "Aktionen", destroy]],
  ])("in state %s has one primary action at most, and one menu", async (state, isPlaced, primary, buttons) => {
    await openWith({ state, ...(!isPlaced && { position: null }) });
    await expect.element(actions.getByRole("button", { name: "Aktionen", exact: true })).toBeVisible();
    expect(
      actions
        .getByRole("button")
        .elements()
        .map(({ textContent }) => textContent.replace(/Das geht nicht.*/, "")),
    ).toEqual([...(primary === null ? [] : [primary]), ...buttons]);
  });

  test("shows staff the case about the box, which is a click away, and customers nothing", async () => {
    await openWith({ state: 3, position: null, case: openCase });
    await expect.element(link("Klärfall K-000005")).toHaveAttribute("href", "/cases/5");
    await expect.element(page.getByText(/gesucht von Sabine Krüger, bis 26\.11\.2026/)).toBeVisible();
    await expectGoodLooks();
  });

  test("says what comes next, with the delivery that takes the box", async () => {
    const ordered = { id: 3, state: 2, created: "2026-11-25T08:00:00Z", meta: { delivery: 123 } };
    await openWith({
      state: 4,
      history: [{ happened: null, happened_unknown: false, user: null, text: null, blanked: null, ...ordered }],
    });
    await expect.element(page.getByText(/Die Box wird kommissioniert und geliefert\./)).toBeVisible();
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "Lieferung 000123" }).first())
      .toHaveAttribute("href", "/deliveries/123");
  });

  test("says in muted words what was blanked, and nothing else", async () => {
    const entry = { state: 11, happened: null, happened_unknown: false, user: null, meta: null, text: null } as const;
    await openWith({
      history: [
        { ...entry, id: 1, created: "2026-11-24T08:00:00Z", text: "Akte Meier", blanked: null },
        { ...entry, id: 2, created: "2026-11-25T08:00:00Z", blanked: "2026-11-26T08:00:00Z" },
      ],
    });
    const colours = () =>
      Array.from(document.querySelectorAll("main li:has(time)"), (one) =>
        Array.from(one.querySelectorAll("p"), (part) => getComputedStyle(part).color),
      );
    await expect.poll(() => colours().map(([sentence, when]) => sentence === when)).toEqual([true, false]);
  });

  test("lets staff order for the caller on the telephone, with two clicks to the summary", async () => {
    const opened = await openWith({});
    await button("Anfordern").click();
    await expect.poll(opened.address).toBe("/deliveries/create?step=3");
  });

  test("of a customer's user has ordering alone, and says why where it cannot be", async () => {
    await openWith({ state: 1 }, customerUser);
    await expect.element(button("Anfordern")).toBeVisible();
    expect(actions.getByRole("button").elements()).toHaveLength(1);
    await expect.element(page.getByText("Die Box steht im Archiv und kann angefordert werden.")).toBeVisible();
  });
});

describe("a content", () => {
  test("is saved a second after the last key, once", async () => {
    const { server } = await openBox(1);
    await expect.element(content).toHaveValue("Rechnungen");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await fillAndSettle(content, "Rechnungen 20");
    vi.advanceTimersByTime(editPause / 2);
    await fillAndSettle(content, "Rechnungen 2020");
    vi.advanceTimersByTime(editPause / 2);
    expect(server.asked(editContent)).toEqual([]);
    vi.advanceTimersByTime(editPause);
    vi.useRealTimers();
    await expect.element(page.getByText("Gespeichert", { exact: true })).toBeVisible();
    expect(server.asked(editContent).map(({ path, body }) => [path, body])).toEqual([
      ["/api/v1/boxcontents/9/", { text: "Rechnungen 2020", before: { text: "Rechnungen" } }],
    ]);
  });

  test("is ordered where it stands, on paper or as a scan", async () => {
    const { address } = await openBox(1, "Belege");
    await button("Aktionen für Inhalt 1").click();
    const items = page.getByRole("menuitem");
    await expect.element(items.nth(0)).toHaveTextContent("Anfordern");
    await expect.element(items.nth(1)).toHaveTextContent("Als Scan");
    await items.nth(1).click();
    await expect.poll(address).toMatch(/^\/deliveries\/create/);
    await expect.element(page.getByText(/^Als Scan: nichts wird geliefert/)).toBeVisible();
  });

  test("is deleted after a question", async () => {
    const { server } = await openBox(1, "Belege");
    await button("Aktionen für Inhalt 1").click();
    await page.getByRole("menuitem", { name: "Inhalt löschen" }).click();
    const question = page.getByRole("alertdialog", { name: "Inhalt löschen" });
    await expect.element(question).toMatchTextContent("„Belege“ wird gelöscht.");
    await expect.element(question.getByRole("button", { name: "Abbrechen" })).toHaveFocus();
    expect(server.asked(deleteContent)).toEqual([]);
    await question.getByRole("button", { name: "Inhalt löschen" }).click();
    await expect.element(notice("Inhalt gelöscht")).toBeVisible();
    await expect.element(page.getByText("Für diese Box sind keine Inhalte erfasst.")).toBeVisible();
  });
});
