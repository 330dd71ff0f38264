import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { printLabels } from "#contract/calls/paper/services.ts";
import { deleteView, listViews, saveView } from "#contract/calls/search/views.ts";
import { boxesOf, pageOf, replyBoxes } from "#test/screens/support/lists.ts";
import { button, expectGoodLooks, field, link, notice } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";

const tick = (code: string) => page.getByRole("checkbox", { name: `Box ${code} auswählen` });
const views = page.getByRole("dialog", { name: "Ansichten" });

describe("the list of boxes", () => {
  test("keeps what is ticked over pages and a visit of a box, and lets it go at once", async () => {
    const { back, server } = await open("/stock/boxes?owner=42", { answers: (at) => replyBoxes(at, boxesOf(31)) });
    await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
    await page.getByRole("link", { name: "Nächste Seite" }).first().click();
    await tick("0042.000.031").click();
    await link("0042.000.031").click();
    await expect.poll(() => server.asked(getBox)).toHaveLength(1);
    back();
    await expect.element(button("Etiketten (31)")).toBeVisible();
    await button("31 ausgewählt, aufheben").click();
    await expect.element(tick("0042.000.031")).not.toBeChecked();
    await expect.element(page.getByText("31 von 31", { exact: true }).last()).toBeVisible();
  });

  test("says that there are more than were counted, and has pages of those", async () => {
    await open("/stock/boxes?content=akte", {
      answers: (server) =>
        server.reply(listBoxes, () => ({
          count: 10_000,
          count_at_least: true as const,
          count_pages: 334,
          current_page: 1,
          results: boxesOf(30),
        })),
    });
    await expect.element(page.getByText("1–30 von mehr als 10.000", { exact: true }).last()).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Seite 334" }).last()).toBeVisible();
    await expectGoodLooks();
  });

  test("says how many are ticked beyond this page, and asks before it prints their labels", async () => {
    const { server } = await open("/stock/boxes?owner=42", { answers: (at) => replyBoxes(at, boxesOf(31)) });
    await tick("0042.000.001").click();
    await tick("0042.000.002").click();
    await expect.element(page.getByText(/auf anderen Seiten/)).not.toBeInTheDocument();
    await page.getByRole("link", { name: "Nächste Seite" }).first().click();
    await expect.element(page.getByText("2 davon auf anderen Seiten", { exact: true })).toBeVisible();
    await expectGoodLooks();
    await button("Etiketten (2)").click();
    const question = page.getByRole("alertdialog", { name: "Etiketten drucken" });
    await expect.element(question).toMatchTextContent("2 Etiketten, davon 2 für Boxen auf anderen Seiten.");
    await question.getByRole("button", { name: "Abbrechen" }).click();
    expect(server.asked(printLabels)).toEqual([]);
    await button("Etiketten (2)").click();
    await question.getByRole("button", { name: "Etiketten drucken" }).click();
    await expect.poll(() => server.asked(printLabels)).toHaveLength(1);
  });

  test("lets go of what is ticked with other filters, for nobody sees it any more", async () => {
    const { goTo, address } = await open("/stock/boxes?owner=42", {
      answers: (server) => replyBoxes(server, boxesOf(31)),
    });
    await tick("0042.000.001").click();
    await expect.element(button("Etiketten (1)")).toBeVisible();
    goTo("/stock/boxes?owner=42&orderBy=-code");
    await expect.element(tick("0042.000.031")).toBeVisible();
    await expect.element(button("Etiketten (1)")).toBeVisible();
    goTo("/stock/boxes?owner=42&from=1&to=9");
    await expect.element(button("Etiketten (1)")).not.toBeInTheDocument();
    goTo("/stock/boxes?owner=42");
    await expect.poll(address).toBe("/stock/boxes?owner=42");
    await expect.element(tick("0042.000.001")).not.toBeChecked();
    await expect.element(button("Etiketten (1)")).not.toBeInTheDocument();
  });
});

describe("a saved view", () => {
  test("opens the list as it was saved, and is deleted again", async () => {
    const { server, address, goTo } = await open("/stock/boxes?owner=42&state=1&orderBy=-code&page=2", {
      answers: (at) => {
        let saved: { id: number; list: "boxes"; name: string; search: string }[] = [];
        replyBoxes(
          at,
          boxesOf(31).map((box) => ({ ...box, state: 1 })),
        );
        at.reply(listViews, (asked) => pageOf(saved, asked));
        at.reply(saveView, ({ body }) => {
          const view = { id: 14, ...(body as { list: "boxes"; name: string; search: string }) };
          saved = [view];
          return view;
        });
        at.reply(deleteView, () => {
          saved = [];
          return null;
        });
      },
    });
    await button("Ansichten").click();
    await expectGoodLooks();
    await field("Jetzige Filter und Sortierung speichern als").fill("Eingelagert");
    await userEvent.keyboard("{Enter}");
    await expect.element(notice("Ansicht „Eingelagert“ gespeichert")).toBeVisible();
    expect(server.asked(saveView)).toHaveLength(1);
    await userEvent.keyboard("{Escape}");
    goTo("/stock/boxes");
    await button("Ansichten").click();
    await views.getByRole("button", { name: "Eingelagert", exact: true }).click();
    await expect.poll(address).toBe("/stock/boxes?orderBy=-code&owner=42&state=1");
    await button("Ansichten").click();
    await views.getByRole("button", { name: "Ansicht Eingelagert löschen" }).click();
    await expect.element(views.getByRole("button", { name: "Eingelagert", exact: true })).not.toBeInTheDocument();
  });

  test("with a filter that is gone opens without it and says so", async () => {
    const { address } = await open("/stock/boxes", {
      answers: (server) =>
        server.reply(listViews, (asked) =>
          pageOf([{ id: 14, list: "boxes" as const, name: "Alt", search: "owner=42&colour=red" }], asked),
        ),
    });
    await button("Ansichten").click();
    await button("Alt").click();
    await expect.poll(address).toBe("/stock/boxes?owner=42");
    await expect.element(notice("Ansicht „Alt“ ohne „colour“: Das gibt es in dieser Liste nicht mehr.")).toBeVisible();
  });
});

describe("the list of boxes of a customer user", () => {
  test("offers to order, and neither labels nor marks nor what was made", async () => {
    await open("/stock/boxes?state=1", { who: customerUser });
    await tick("0042.000.123").click();
    await expect.element(button("Anfordern (1)")).toBeVisible();
    await expect.element(page.getByRole("button", { name: /^(Etiketten|Markieren)/ })).not.toBeInTheDocument();
  });
});
