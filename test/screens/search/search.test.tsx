import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { search } from "#contract/calls/search/search.ts";
import { expectGoodLooks, link, title } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const nothing = { groups: [], corrected: null, late: [], hint: null };
const results = () => [...document.querySelectorAll("[data-result]")];
const box = page.getByRole("searchbox", { name: "Suche" });

/** Finds the example's content by words that begin like its text, corrects one word, and does not know one state. */
const replyFound = (server: Stub) => {
  const example = server.example(search);
  server.reply(search, ({ query: { q = "" } }) => {
    if (q.startsWith("Rechn")) return example;
    if (q === "rehcnungen") return { ...nothing, corrected: "Rechnungen" };
    return { ...nothing, hint: q.includes("zustand:") ? "Diesen Status gibt es nicht." : null };
  });
};

describe("the file that is in some box", () => {
  test("stands in its group with its box, its owner and what was typed marked, beside the commands", async () => {
    await open("/home", { answers: replyFound });
    await expect.element(title(/^Willkommen/)).toBeVisible();
    await page.getByRole("button", { name: /^Suchen/ }).click();
    const palette = page.getByRole("dialog", { name: "Suche und Befehle" });
    await palette.getByRole("combobox").fill("Rechn");
    const group = palette.getByRole("group", { name: /^Inhalte/ });
    await expect.element(group.getByRole("option").first()).toMatchTextContent("0042.000.123");
    await expect.element(group.getByRole("option").first()).toMatchTextContent("Klinikum Nord");
    expect(group.element().querySelector("mark")?.textContent).toBe("Rechnungen");
    await palette.getByRole("combobox").fill("reihen");
    await expect.element(palette.getByRole("group", { name: "Seiten" })).toMatchTextContent("Lager: Reihen");
    await palette.getByRole("combobox").fill("Rechn");
    await expect.element(group).toBeVisible();
    await expectGoodLooks();
  });
});

describe("the page of the search", () => {
  test("offers what was probably meant, and says what it does not understand", async () => {
    const { address } = await open("/search?q=rehcnungen", { answers: replyFound });
    await link("Rechnungen").click();
    await expect.poll(address).toBe("/search?q=Rechnungen");
    await expect.poll(results).toHaveLength(1);
    await box.fill("akte zustand:blau");
    await expect.element(page.getByText("Diesen Status gibt es nicht.")).toBeVisible();
    await box.fill("x");
    await expect.element(page.getByText("Bitte mindestens zwei Zeichen eingeben.")).toBeVisible();
  });

  test("asks for the newest of what is typed, and moves nothing while it waits", async () => {
    const { server } = await open("/search", { answers: replyFound });
    await expect.element(box).toHaveFocus();
    let shifted = 0;
    const shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifted += entry.value;
    });
    shifts.observe({ type: "layout-shift" });
    await userEvent.keyboard("Rechnungen A");
    await expect.poll(results).toHaveLength(1);
    await expect.poll(() => server.asked(search).at(-1)?.query["q"]).toBe("Rechnungen A");
    shifts.disconnect();
    expect(shifted).toBeLessThan(0.02);
  });
});
