import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { createContent, editContent } from "#contract/calls/stock/contents.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { contentHash } from "#web/search-results/found-result.ts";
import { button, expectGoodLooks, title } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";

const amount = 300;
const textOf = (number: number) => `Personalakten Müller ${number}, Lohn ${number % 2 ? "ungerade" : "gerade"}`;

/** A box with many contents and a long history. */
async function openBox({ who, hash = "" }: { who?: typeof customerUser; hash?: string } = {}) {
  const opened = await open(`/stock/boxes/1${hash}`, {
    ...(who && { who }),
    answers: (server) => {
      const example = server.example(getBox);
      const [content] = example.content;
      const [entry] = example.history;
      let box: BoxDetail = {
        ...example,
        state: 1,
        content: Array.from({ length: amount }, (_, at) => ({ ...content!, id: at + 1, box: 1, text: textOf(at + 1) })),
        history: Array.from({ length: amount }, (_, at) => ({ ...entry!, id: at + 1 })),
      };
      server.reply(getBox, () => box);
      server.reply(createContent, ({ body }) => {
        const newContent = { id: box.content.length + 1, text: (body as { text: string }).text };
        box = { ...box, content: [...box.content, { ...content!, ...newContent, box: 1 }] };
        return { ...server.example(createContent), ...newContent };
      });
      server.reply(editContent, ({ path, body }) => {
        const { text } = body as { text: string };
        const id = Number(/(\d+)\/$/.exec(path)?.[1]);
        box = { ...box, content: box.content.map((one) => (one.id === id ? { ...one, text } : one)) };
        return { ...server.example(editContent), id, text };
      });
    },
  });
  await expect.element(title("0042.000.123")).toBeVisible();
  return opened;
}

const contents = page.getByRole("region", { name: /^Inhalte/ });
const fields = () =>
  contents
    .getByRole("textbox", { name: /^Inhalt \d+$/ })
    .elements()
    .map((one) => one.getAttribute("aria-label"));
const filter = page.getByRole("textbox", { name: "Inhalte filtern" });
const lastPage = contents
  .getByRole("navigation", { name: "Seiten", exact: true })
  .getByRole("button", { name: "Seite 10" });

describe("a box with hundreds of contents", () => {
  test("is a page that a browser draws at once, for staff and for customers", async () => {
    await openBox();
    await expect.poll(fields).toHaveLength(30);
    await expect
      .poll(() =>
        page
          .getByRole("region", { name: /^Verlauf/ })
          .getByRole("listitem")
          .elements(),
      )
      .toHaveLength(10);
    expect(document.querySelectorAll("*").length).toBeLessThanOrEqual(3000);
    await expectGoodLooks();
  });

  test("shows a customer thirty of them, and the others page by page", async () => {
    await openBox({ who: customerUser });
    await expect
      .poll(() => contents.getByRole("listitem").filter({ hasText: "Personalakten" }).elements())
      .toHaveLength(30);
    expect(document.querySelectorAll("*").length).toBeLessThanOrEqual(3000);
    await lastPage.click();
    await expect.element(contents.getByText(textOf(amount), { exact: true })).toBeVisible();
  });

  test("is narrowed by words in any order and spelling, and each keeps its number", async () => {
    await openBox();
    await filter.fill("lohn mueller 77");
    await expect.poll(fields).toEqual(["Inhalt 77", "Inhalt 177", "Inhalt 277"]);
    await filter.fill("gibt es nicht");
    await expect.element(contents.getByText("Kein Inhalt passt.")).toBeVisible();
    await filter.fill("");
    await expect.poll(fields).toHaveLength(30);
  });

  test("keeps a line that is edited under the fingers, though its words no longer fit the filter", async () => {
    const { server } = await openBox();
    await filter.fill("Müller 277");
    const line = contents.getByRole("textbox", { name: "Inhalt 277" });
    await line.fill("Etwas anderes");
    await userEvent.tab();
    await expect.poll(() => server.asked(editContent)).toHaveLength(1);
    await expect.element(line).toHaveValue("Etwas anderes");
  });

  test("shows what is added to it, whatever page one was on", async () => {
    await openBox();
    await page.getByLabelText("Neuer Inhalt").fill("Letzter Ordner");
    await button("Inhalt hinzufügen").click();
    await expect.element(contents.getByRole("textbox", { name: `Inhalt ${amount + 1}` })).toHaveValue("Letzter Ordner");
    expect(fields()).toHaveLength(1);
  });

  test("opens at the content that a search has found", async () => {
    await openBox({ hash: `#${contentHash(200)}` });
    await expect.element(contents.getByRole("textbox", { name: "Inhalt 200" })).toBeVisible();
    expect(fields()).toHaveLength(30);
  });
});
