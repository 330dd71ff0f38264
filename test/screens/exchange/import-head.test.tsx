import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkImport, commitImport, discardImport, getImport } from "#contract/calls/exchange/imports.ts";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { button, expectGoodLooks, link, title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";

const now = "2026-11-26T08:00:00Z";
const taken = { state: 1, committed: now, checked: now, errors: 0, codes: { first: "0042000017", last: "0042000019" } };
const actions = page.getByRole("group", { name: "Aktionen" });

async function openImport(wish: Partial<ImportDetail>, who = staff) {
  const opened = await open(who.is_staff ? "/services/imports/5" : "/imports/5", {
    who,
    answers: (server) => server.reply(getImport, { ...server.example(getImport), ...wish }),
  });
  await expect.element(page.getByRole("list", { name: "Schritte" })).toBeVisible();
  return opened;
}
const shownButtons = () => actions.getByRole("button").or(actions.getByRole("link")).elements();
const step = () => document.querySelector("[aria-current=step]")?.textContent ?? null;

describe.each([
  ["staff", staff],
  ["a customer's user", customerUser],
])("the head of an import, for %s,", (_, who) => {
  test.each<[what: string, wish: Partial<ImportDetail>, primary: string | null, step: RegExp | null, next: RegExp]>([
    ["of which columns are unknown", { checked: null }, null, /Prüfen/, /was die Spalten sind/],
    ["with errors", { checked: now, errors: 3 }, "Berichtigte Datei senden", /Prüfen/, /^3 Fehler/],
    ["without errors", { checked: now, errors: 0 }, "Übernehmen", /Prüfen/, /ohne Fehler geprüft/],
    ["that was taken over", { ...taken, made: 3 } as Partial<ImportDetail>, "Ansehen", /Fertig/, /^Fertig: 3 Boxen/],
    ["that was taken back", { ...taken, state: 2, undone: now }, null, null, /ist zurückgenommen/],
    ["that was given up", { state: 9, checked: null }, null, null, /ist verworfen/],
  ])("%s has one primary action, its step and what comes next", async (_what, wish, primary, at, next) => {
    await openImport(wish, who);
    await expect.element(page.getByText(next)).toBeVisible();
    const first = shownButtons()[0]?.textContent ?? null;
    if (primary !== null) expect(first).toMatch(new RegExp(`^${primary}`));
    else expect(shownButtons().filter((one) => one.classList.contains("button-primary"))).toEqual([]);
    if (at) expect(step()).toMatch(at);
    else expect(step()).toBeNull();
  });
});

test("after taking over, labels are for staff, and both find the boxes that came in and the next list", async () => {
  await openImport(taken as Partial<ImportDetail>);
  const range = "from=17&owner=42&to=19";
  const sorted = (name: string) =>
    [...new URL((link(name).element() as HTMLAnchorElement).href).searchParams].map((pair) => pair.join("=")).sort();
  expect(sorted("Ansehen").join("&")).toBe(range);
  expect(sorted("Etiketten drucken").join("&")).toBe(range);
  await expect.element(link("Nächste Liste")).toHaveAttribute("href", "/services/imports");
  await expectGoodLooks();
});

test("a customer's user is offered no labels after taking over", async () => {
  await openImport(taken as Partial<ImportDetail>, customerUser);
  await expect.element(link("Ansehen")).toBeVisible();
  await expect.element(link("Nächste Liste")).toHaveAttribute("href", "/imports");
  expect(link("Etiketten drucken").query()).toBeNull();
});

test("a list is taken over only after a question that names its customer", async () => {
  const { server } = await openImport({ checked: now, errors: 0 });
  await button("Übernehmen").click();
  const question = page.getByRole("alertdialog", { name: "Liste übernehmen?" });
  await expect.element(question).toMatchTextContent(/Für 0042 – Klinikum Nord: 1 Box wird angelegt\./);
  expect(server.asked(commitImport)).toEqual([]);
  await question.getByRole("button", { name: "Abbrechen" }).click();
});

test("a list with errors is taken over without its bad rows, after a question that says how many", async () => {
  const { server } = await openImport({ checked: now, errors: 4, left_out: 3, made: 2 });
  await button("Aktionen").click();
  await page.getByRole("menuitem", { name: "Ohne die Fehler übernehmen" }).click();
  const question = page.getByRole("alertdialog", { name: "Ohne 3 Zeilen mit Fehlern übernehmen?" });
  await expect.element(question).toMatchTextContent(/2 Boxen werden angelegt\..*3 Zeilen werden nicht übernommen/);
  await expectGoodLooks();
  await question.getByRole("button", { name: "Übernehmen" }).click();
  await expect
    .poll(() => server.asked(commitImport).map(({ body }) => body))
    .toEqual([{ again: false, confirmed: true, left_out: 3, checked: now }]);
});

test("a list in which every row is wrong cannot be taken over", async () => {
  await openImport({ checked: now, errors: 4, left_out: 3, made: 0, changed: 0 });
  await button("Aktionen").click();
  await expect.element(page.getByRole("menuitem", { name: "Ohne die Fehler übernehmen" })).toBeDisabled();
});

test("what gives a list up stands last and red", async () => {
  const { server } = await openImport({ checked: now, errors: 0 });
  await button("Aktionen").click();
  const entry = page.getByRole("menuitem", { name: "Verwerfen" });
  expect(entry.element().classList.contains("text-danger")).toBe(true);
  await entry.click();
  await expect.poll(() => server.asked(discardImport).length).toBe(1);
});

test("who looks at a list that somebody else sent starts no check by that", async () => {
  const { server } = await openImport({ checked: null });
  await expect.element(title(/./)).toBeVisible();
  await expect.element(button("Prüfen")).toBeVisible();
  expect(server.asked(checkImport)).toEqual([]);
});
