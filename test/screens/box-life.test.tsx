import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { deleteContent, editContent } from "#contract/calls/stock/contents.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import { editPause } from "#rules/lists/debounce.ts";
import { button, fact, fillAndSettle, notice, title } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

const content = page.getByRole("textbox", { name: "Inhalt 1", exact: true });
const action = (name: string) =>
  page.getByRole("group", { name: "Aktionen" }).getByRole("button", { name, exact: true });

/** The page of a box, whose contents change as they are told to. */
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
