import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { decideBatch, getBatch, listBatchLines } from "#contract/calls/destruction/destruction-batches.ts";
import type { BatchDetail, BatchLine } from "#contract/schemas/destruction/destruction-batches.ts";
import { batchActions } from "#rules/destruction/batch-steps.ts";
import { button, expectGoodLooks } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const contents = ["Personalakten ausgeschieden 2016, L–M", "Gewährleistung Chemnitz, Los 11, 2016"];

/** A batch that the user may decide on, with lines that have no value beyond their contents. */
const proposed = (server: Stub, more: Partial<BatchDetail> = {}, line: Partial<BatchLine> = {}) => {
  const actions = Object.fromEntries(batchActions.map((action) => [action, "Das macht das Archiv."]));
  const batch: BatchDetail = { ...server.example(getBatch), number: "V-000003", state: 1, boxes: 6, ...more };
  const all = {
    ...actions,
    decide: batch.state === 1 ? null : "Der Vorgang ist freigegeben.",
  } as BatchDetail["actions"];
  server.reply(getBatch, { ...batch, actions: all });
  server.reply(decideBatch, { ...batch, actions: all });
  const list = server.example(listBatchLines);
  const nothing = {
    ends: null,
    early_reason: null,
    reason: null,
    scanned: null,
    staged: null,
    not_destroyed_reason: null,
  };
  const results = [12, 13].map((box) => ({
    ...list.results[0]!,
    ...nothing,
    box,
    code: `00420000${box}`,
    contents,
    decision: 0 as const,
    problems: [],
    ...line,
  }));
  server.reply(listBatchLines, { ...list, count: 2, count_pages: 1, results });
};

const heads = () =>
  page
    .getByRole("columnheader")
    .elements()
    .map(({ textContent }) => textContent);

const openBatch = (more: Partial<BatchDetail> = {}, line: Partial<BatchLine> = {}) =>
  open("/destructions/3", { who: customerUser, answers: (server) => proposed(server, more, line) });

describe("the release of a destruction", () => {
  test.each([
    [6, "Bitte entscheiden Sie über 6 Boxen."],
    [1, "Bitte entscheiden Sie über 1 Box."],
  ])("asks for a decision on %s", async (boxes, said) => {
    await openBatch({ boxes });
    await expect.element(page.getByText(new RegExp(`^${said}`))).toBeVisible();
    await expectGoodLooks();
  });

  test("shows whole contents, and has columns only from their step on", async () => {
    await openBatch();
    await expect.poll(heads).toEqual(["Box", "Inhalte", "Prüfung", "Entscheiden"]);
    await expect.element(page.getByRole("cell", { name: contents.join(" ") }).first()).toBeVisible();
    for (const text of contents) await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
  });

  test("has the columns of what is decided, and of what a box has before", async () => {
    await openBatch({ state: 2 }, { decision: 2, reason: "Noch gebraucht", ends: "2027-12-31" });
    await expect.poll(heads).toEqual(["Box", "Inhalte", "Frist bis", "Entscheidung", "Grund", "Prüfung"]);
  });

  test("leads to a box, and keeps what was decided until one is back", async () => {
    const { address, back } = await openBatch();
    await page.getByLabelText("Ablehnen").first().click();
    await page.getByLabelText("Grund der Ablehnung").fill("Noch gebraucht");
    await page.getByRole("link", { name: "0042.000.013" }).click();
    await expect.poll(address).toBe("/stock/boxes/13");
    back();
    await expect.element(page.getByLabelText("Grund der Ablehnung")).toHaveValue("Noch gebraucht");
  });

  test.each(["v-000003", " V-3 "])("takes %j as its number", async (typed) => {
    const { server } = await openBatch();
    await button("Freigeben").click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("textbox").fill(typed);
    await question.getByRole("button", { name: "Freigeben" }).click();
    await expect.poll(() => server.asked(decideBatch)).toHaveLength(1);
  });

  test("takes no other number", async () => {
    const { server } = await openBatch();
    await button("Freigeben").click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("textbox").fill("V-30");
    await expect
      .element(question.getByRole("button", { name: "Freigeben" }))
      .toHaveAccessibleDescription("Bitte erst V-000003 eingeben");
    expect(server.asked(decideBatch)).toEqual([]);
    await question.getByRole("button", { name: "Abbrechen" }).click();
  });
});
