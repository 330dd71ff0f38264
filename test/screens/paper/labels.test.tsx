import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listPrinters, sendBoxLabels } from "#contract/calls/paper/printers.ts";
import { listAreas } from "#contract/calls/stock/areas.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { listRows } from "#contract/calls/stock/rows.ts";
import { boxesOf, replyBoxes } from "#test/screens/support/lists.ts";
import { button, expectError, expectGoodLooks, field, fillAndSettle, title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";

const [first, last] = ["0042.000.001", "0042.000.002"];
const total = (text: string) => page.getByRole("status").getByText(text, { exact: true });
const line = (code: string) => page.getByRole("table", { name: "Boxen" }).getByRole("row", { name: new RegExp(code) });
const place = (at: number) =>
  page
    .getByRole("list", { name: "Etiketten des Bogens" })
    .getByRole("listitem")
    .nth(at - 1);
const background = (code: string) => getComputedStyle(line(code).element()).backgroundColor;

const less = "ein Etikett weniger";
const more = "ein Etikett mehr";
const sheet = "+24 Etiketten";
const none = "alle Etiketten entfernen";
const one = (code: string, what: string) => button(`${code}: ${what}`);
const all = (what: string) => button(`Alle Boxen: ${what}`);

const openLabels = (address = "/services/labelprints?owner=42", amount = 2) =>
  open(address, { answers: (server) => replyBoxes(server, boxesOf(amount)) });

describe("labels of boxes", () => {
  test("are chosen one by one; a chosen row stands out", async () => {
    await openLabels();
    await expect.element(title("Etikettendruck (2)")).toBeVisible();
    const heads = page.getByRole("columnheader").elements();
    expect(heads.map((head) => head.textContent)).toEqual(["Code", "Status", "Erstellt", "Anzahl", "Anzahl ändern"]);
    for (const name of ["Reset", "Download"]) {
      await expect.element(button(name)).toHaveAttribute("aria-disabled", "true");
      await expect.element(button(name)).toHaveAccessibleDescription("Es ist noch kein Etikett ausgewählt.");
    }
    await expect.element(one(first, less)).toHaveAttribute("aria-disabled", "true");
    await expect.element(one(first, none)).toHaveAttribute("aria-disabled", "true");
    await userEvent.hover(title("Etikettendruck (2)"));
    const plain = background(first);
    await one(first, more).click();
    await expect.element(line(first).getByRole("cell").nth(3)).toMatchTextContent("1");
    await userEvent.hover(title("Etikettendruck (2)"));
    await expect.poll(() => background(first)).not.toBe(plain);
    await expect.element(total("1 Etikett auf 1 Bogen")).toBeVisible();
    await one(first, sheet).click();
    await expect.element(total("25 Etiketten auf 2 Bögen")).toBeVisible();
    await one(first, less).click();
    await expect.element(total("24 Etiketten auf 1 Bogen")).toBeVisible();
    await one(first, none).click();
    await expect.element(total("0 Etiketten")).toBeVisible();
    await userEvent.hover(title("Etikettendruck (2)"));
    await expect.poll(() => background(first)).toBe(plain);
    await expect.element(button("Download")).toHaveAttribute("aria-disabled", "true");
  });

  test("are shown as they will lie on the sheets, where a press chooses the first free one", async () => {
    await openLabels();
    await one(first, more).click();
    await one(last, sheet).click();
    await expect.element(place(1)).toMatchTextContent("0042");
    await expect.element(place(1)).toMatchTextContent("000.001");
    await expect.element(place(2)).toMatchTextContent("000.002");
    await place(7).click();
    await expect.element(field("Erstes freies Etikett")).toHaveValue("7");
    await expect.element(place(6)).toMatchTextContent("schon verbraucht");
    await expect.element(place(7)).toMatchTextContent("000.001");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(field("Erstes freies Etikett")).toHaveValue("8");
    await expect.element(page.getByText("Bogen 1 von 2", { exact: true })).toBeVisible();
    await expect.element(button("Vorheriger Bogen")).toHaveAttribute("aria-disabled", "true");
    await button("Nächster Bogen").click();
    await expect.element(page.getByText("Bogen 2 von 2", { exact: true })).toBeVisible();
    await expect.element(place(8)).toMatchTextContent("000.002");
    await expect.element(place(9)).toMatchTextContent("frei");
    await expect.element(page.getByText("In Originalgröße drucken (100 %), nicht anpassen.")).toBeVisible();
    for (const wrong of ["0", "25", "x"]) {
      await field("Erstes freies Etikett").fill(wrong);
      await expectError("Erstes freies Etikett", "Ungültig");
      await expect.element(button("Download")).toHaveAttribute("aria-disabled", "true");
    }
  });

  test("are filtered after a pause; an invalid filter is not applied and reported to the console", async () => {
    const { server, address } = await openLabels();
    await expect.element(title("Etikettendruck (2)")).toBeVisible();
    const logged = vi.spyOn(console, "info");
    const list = "/services/labelprints";
    for (const [label, typed] of [
      ["Kundennummer", "10000"],
      ["Boxnummer von", "1000000"],
      ["Boxnummer bis", "x"],
    ] as const) {
      const before = (field(label).element() as HTMLInputElement).value;
      const asked = server.asked(listBoxes).length;
      await field(label).fill(typed);
      await expectError(label, "Ungültig");
      await expect.poll(() => logged.mock.calls.splice(0)).toEqual([["invalid filter"]]);
      expect([address(), server.asked(listBoxes).length]).toEqual([`${list}?owner=42`, asked]);
      await field(label).fill(before);
      await expectError(label, "");
    }
    await field("Boxnummer bis").fill("2");
    await expect.poll(address).toBe(`${list}?owner=42&to=2`);
    await field("Boxnummer von").fill("5");
    for (const end of ["Boxnummer von", "Boxnummer bis"]) await expectError(end, "Ungültig");
    await expect.poll(() => logged.mock.calls.splice(0)).toEqual([["invalid filter"]]);
    expect(address()).toBe(`${list}?owner=42&to=2`);
    for (const end of ["Boxnummer von", "Boxnummer bis"]) await field(end).fill("");
    await expect.poll(address).toBe(`${list}?owner=42`);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await fillAndSettle(field("Kundennummer"), "");
    vi.advanceTimersByTime(500);
    expect(address()).toBe(`${list}?owner=42`);
    vi.advanceTimersByTime(500);
    vi.useRealTimers();
    await expect.poll(address).toBe(list);
    await userEvent.selectOptions(field("Status"), "vernichtet");
    await expect.poll(address).toBe(`${list}?state=6`);
    expect(logged.mock.calls).toEqual([]);
    logged.mockRestore();
  });

  test("are 10,000 at most, which is said in place", async () => {
    const chosen = JSON.stringify([{ code: "0042000001", amount: 9990 }]);
    sessionStorage.setItem(`kept-${staff.id}-labels`, chosen);
    await openLabels();
    await expect.element(total("9.990 Etiketten auf 417 Bögen")).toBeVisible();
    await one(first, sheet).click();
    await expect
      .element(page.getByRole("status").getByText(/10\.000 Etiketten auf 417 Bögen/))
      .toMatchTextContent(/Höchstens 10\.000 Etiketten in einem Download\./);
    await expect.element(one(first, more)).toHaveAttribute("aria-disabled", "true");
    await expect.element(all(sheet)).toHaveAttribute("aria-disabled", "true");
    await one(first, less).click();
    await expect.element(total("9.999 Etiketten auf 417 Bögen")).toBeVisible();
  });
});

describe("a label printer of the archive", () => {
  const trouble = "Drucker „Halle 2“ ohne Etiketten";
  const halls = [
    { name: "Halle 1", waiting: 0, trouble: null, failed: 0 },
    { name: "Halle 2", waiting: 0, trouble: null, failed: 0 },
  ];
  const printer = page.getByRole("combobox", { name: "Etikettendrucker" });

  test("is chosen once, prints what is chosen, and says why it does not", async () => {
    const { server } = await open("/services/labelprints?owner=42", {
      answers: (at) => {
        replyBoxes(at, boxesOf(2));
        at.reply(listPrinters, { results: halls });
      },
    });
    await one(first, more).click();
    await expect.element(printer).not.toBeInTheDocument();
    await page.getByRole("combobox", { name: "Bogen oder Rolle" }).selectOptions("100x50");
    await printer.selectOptions("Halle 2");
    server.reply(listPrinters, { results: [halls[0]!, { ...halls[1]!, waiting: 1, trouble, failed: 2 }] });
    await button("Auf „Halle 2“ drucken").click();
    await expect.element(page.getByText(`${trouble}. 1 Etikett wartet.`)).toBeVisible();
    await expect.element(page.getByRole("link", { name: "2 Drucke fehlgeschlagen: nachsehen" })).toBeVisible();
    expect(server.asked(sendBoxLabels)).toMatchObject([
      { body: { printer: "Halle 2", codes: [{ code: "0042000001", amount: 1 }], size: "100x50", dpi: 203 } },
    ]);
    await expectGoodLooks();
    await open("/services/labelprints?owner=42", { answers: (at) => at.reply(listPrinters, { results: halls }) });
    await expect.element(printer).toHaveValue("Halle 2");
  });

  test("is not there where the operator named none", async () => {
    await open("/services/labelprints?owner=42", {
      answers: (at) => {
        replyBoxes(at, boxesOf(2));
        at.reply(listPrinters, { results: [] });
      },
    });
    await page.getByRole("combobox", { name: "Bogen oder Rolle" }).selectOptions("100x50");
    await one(first, more).click();
    await expect.element(button("als ZPL")).toBeVisible();
    await expect.element(printer).not.toBeInTheDocument();
  });
});

test.each(["/services/labelprints?owner=42&to=4", "/services/labelprints?owner=9998", "/services/rowlabels"])(
  "%s is good to read",
  async (address) => {
    await openLabels(address, 4);
    if (address.includes("9998")) await expect.element(page.getByText("Keine Daten vorhanden")).toBeVisible();
    else if (address.includes("42")) await all(more).click();
    else await page.getByRole("checkbox").first().click();
    await expectGoodLooks();
  },
);

describe("a customer user", () => {
  test.each(["/services/labelprints", "/services/rowlabels"])(
    "does not find %s, and nothing is asked of the server",
    async (address) => {
      const { server } = await open(address, { who: customerUser });
      await expect.element(title("Nicht gefunden!")).toBeVisible();
      for (const route of [listBoxes, listRows, listAreas]) expect(server.asked(route)).toEqual([]);
    },
  );
});
