import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { cancelInvoice, getInvoice } from "#contract/calls/billing/invoices.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { button, expectGoodLooks, fact } from "#test/screens/support/look.ts";
import { open, customerUser } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const today = berlinDay(new Date());
const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");
const debit = { file: 12, created: `${yesterday}T09:00:00.000Z`, collect_on: tomorrow, taken_back: null };
const takenBack = { ...debit, file: 11, taken_back: `${yesterday}T08:00:00.000Z` };
const dialog = page.getByRole("alertdialog");

const answers = (change: object) => (server: Stub) =>
  server.reply(getInvoice, { ...server.example(getInvoice), id: 7, number: "RE-2026-00042", ...change });

async function askToCancel() {
  await button("Aktionen").click();
  await page.getByRole("menuitem", { name: "Stornieren" }).click();
  await expect.element(dialog).toBeVisible();
  return plain(dialog.element().textContent);
}

/** Returns the question before the cancellation, as it is put to somebody who then leaves it. */
async function readQuestion() {
  const said = await askToCancel();
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  return said;
}

describe("an invoice in a file of direct debits", () => {
  test("says in which, and what the bank does before it is cancelled; the call names the file", async () => {
    const { server } = await open("/billing/invoices/7", { answers: answers({ debits: [debit, takenBack] }) });
    await expect
      .poll(() => plain(fact("Lastschrift")?.textContent ?? ""))
      .toBe(
        `Datei 12 vom ${showDate(yesterday)}, Einzug am ${showDate(tomorrow)}Datei 11 vom ${showDate(yesterday)}, zurückgenommen am ${showDate(yesterday)}`,
      );
    expect(page.getByRole("note").elements()).toEqual([]);
    await expectGoodLooks();
    const said = await askToCancel();
    expect(said).toContain(`Die Bank zieht 501,66 € am ${showDate(tomorrow)} mit der Datei 12 ein, auch wenn`);
    expect(said).toContain("ruft die Bank sie zurück, nehmen Sie sie unter Buchhaltung zurück");
    expect(said).toContain("erstatten Sie dem Kunden den Betrag");
    await expectGoodLooks();
    await dialog.getByRole("textbox").fill("RE-2026-00042");
    await dialog.getByRole("button", { name: "Rechnung stornieren" }).click();
    await expect
      .poll(() => server.asked(cancelInvoice).map(({ body }) => body))
      .toEqual([{ number: "RE-2026-00042", debit_file: 12 }]);
  });

  test("says that the day of the collection is over, and that the money does not come back by itself", async () => {
    await open("/billing/invoices/7", { answers: answers({ debits: [{ ...debit, collect_on: today }] }) });
    const said = await readQuestion();
    expect(said).toContain(`501,66 € sollten am ${showDate(today)} mit der Datei 12 eingezogen werden.`);
    expect(said).not.toContain("nehmen Sie sie unter Buchhaltung zurück");
  });

  test("is cancelled without a warning where the file was taken back, or where there is none", async () => {
    await open("/billing/invoices/7", { answers: answers({ debits: [takenBack] }) });
    expect(await readQuestion()).not.toContain("Datei");
  });

  test("that got into one meanwhile is not cancelled: who did not know reads so, and is warned then", async () => {
    const { server } = await open("/billing/invoices/7", { answers: answers({ debits: [] }) });
    expect(await askToCancel()).not.toContain("Datei");
    server.refuse(cancelInvoice, 400, { non_field_errors: ["Die Rechnung steht in der Datei 12."] }, "changed");
    answers({ debits: [debit] })(server);
    await dialog.getByRole("textbox").fill("RE-2026-00042");
    await dialog.getByRole("button", { name: "Rechnung stornieren" }).click();
    await expect.element(page.getByText("Die Rechnung steht in der Datei 12.")).toBeVisible();
    await expect.poll(() => fact("Lastschrift")?.textContent).toContain("Datei 12");
    expect(await readQuestion()).toContain("mit der Datei 12 ein");
  });

  test("that is cancelled goes on saying so until the file is taken back, and to nobody but staff", async () => {
    const cancelled_by = { id: 8, number: "ST-2026-00001" };
    await open("/billing/invoices/7", { answers: answers({ cancelled_by, debits: [debit] }) });
    await expect
      .poll(() => plain(page.getByRole("note").element().textContent))
      .toContain("mit der Datei 12 ein, auch wenn die Rechnung storniert ist.");
    await expectGoodLooks();
  });

  test("shows customers' users nothing of it", async () => {
    await open("/billing/invoices/7", {
      who: { ...customerUser, sees_invoices: true },
      answers: answers({ cancelled_by: { id: 8, number: "ST-2026-00001" }, debits: undefined, sent: undefined }),
    });
    await expect.element(page.getByRole("heading", { level: 1, name: "RE-2026-00042" })).toBeVisible();
    expect(fact("Lastschrift")).toBeUndefined();
    expect(page.getByRole("note").elements()).toEqual([]);
  });
});
