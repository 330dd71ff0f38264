import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listCostCentres, setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import {
  createCustomer,
  editCustomer,
  getCustomer,
  listCustomers,
  storedMetres,
} from "#contract/calls/customers/customers.ts";
import { changeOwner, previewOwnerChange } from "#contract/calls/stock/owner-changes.ts";
import { button, expectError, expectGoodLooks, fact, field, notice, title } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

describe("the form for a customer", () => {
  test("wants a name, and sends nothing without one", async () => {
    const { server } = await open("/customers/new");
    await button("Kunde hinzufügen").click();
    await expectError("Name", "Bitte ausfüllen");
    await expect.element(field("Name")).toHaveFocus();
    expect(server.asked(createCustomer)).toEqual([]);
  });

  test.each([
    ["-1", "Code", "Ungültig"],
    ["12a", "Code", "Ungültig"],
    ["10000", "Code", "Maximal 4 Zahlen"],
    ["1234", "PLZ", "Ungültig"],
    ["00999", "PLZ", "Ungültig"],
    ["100000", "PLZ", "PLZ nicht größer als 99999"],
  ])('with "%s" as "%s" says "%s" and sends nothing', async (typed, label, message) => {
    const { server } = await open("/customers/new");
    await field("Name").fill("Kanzlei Öztürk");
    await field(label).fill(typed);
    await button("Kunde hinzufügen").click();
    await expectError(label, message);
    expect(server.asked(createCustomer)).toEqual([]);
  });

  test("says which letters of a name paper lacks, and takes it all the same", async () => {
    await open("/customers/new");
    await field("Name").fill("Kanzlei 档案 📦");
    await expect.element(page.getByText("Auf Papier umschrieben oder ein leeres Kästchen: 档 案 📦")).toBeVisible();
    await field("Name").fill("Kanzlei Öztürk & Σία");
    await expect.poll(() => page.getByText(/Auf Papier/).query()).toBeNull();
  });

  test("says in German that the number is taken, and keeps what was typed", async () => {
    const refusal = { code: ["Kunde mit dem Code existiert bereits."] };
    const { server } = await open("/customers/new", {
      answers: (at) => at.refuse(createCustomer, 400, refusal, "exists"),
    });
    await field("Name").fill("Noch einmal 42");
    await field("Code").fill("0042");
    await button("Kunde hinzufügen").click();
    await expectError("Code", "Kunde mit dem Code existiert bereits.");
    await expect.element(field("Name")).toHaveValue("Noch einmal 42");
    expect(server.asked(createCustomer).map(({ body }) => body)).toEqual([{ name: "Noch einmal 42", code: "0042" }]);
  });
});

describe("the list of cost centres", () => {
  const carried = [
    { name: "4711", boxes: 12, deliveries: 1, services: 0, users: 1 },
    { name: "4712 Einkauf", boxes: 0, deliveries: 3, services: 2, users: 0 },
  ];

  test("asks what becomes of a name that others carry, and renames only where somebody says so", async () => {
    const { server } = await open("/customers/7?tab=billing", {
      answers: (at) => at.reply(listCostCentres, { ...at.example(listCostCentres), carried }),
    });
    await field("Eine je Zeile").fill("4711 Nord\n4712");
    await button("Kostenstellen speichern").click();
    const dialog = page.getByRole("dialog", { name: "Nicht mehr in der Liste" });
    await expect.element(dialog.getByText("Den Namen haben noch: 12 Boxen, 1 Lieferung und 1 User")).toBeVisible();
    await expect.element(dialog.getByText("Den Namen haben noch: 3 Lieferungen und 2 offene Leistungen")).toBeVisible();
    await expectGoodLooks();
    await dialog.getByLabelText("4711").selectOptions("Umbenennen in „4711 Nord“");
    await expect.element(dialog.getByRole("button", { name: "Kostenstellen speichern" })).toBeDisabled();
    await dialog.getByLabelText("4712 Einkauf").selectOptions("Nur aus der Liste nehmen");
    await dialog.getByRole("button", { name: "Kostenstellen speichern" }).click();
    await expect.element(notice("Kostenstellen aktualisiert")).toBeVisible();
    expect(server.asked(setCostCentres).map(({ body }) => body)).toEqual([
      {
        cost_centres: ["4711 Nord", "4712"],
        renamed: [{ from: "4711", to: "4711 Nord" }],
        before: { cost_centres: ["4711", "4712 Einkauf"] },
      },
    ]);
  });

  test("saves at once what nobody carries, and nothing where the question is left", async () => {
    const { server } = await open("/customers/7?tab=billing", {
      answers: (at) => at.reply(listCostCentres, { ...at.example(listCostCentres), carried: carried.slice(0, 1) }),
    });
    await field("Eine je Zeile").fill("4712 Einkauf");
    await button("Kostenstellen speichern").click();
    await page.getByRole("dialog").getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(field("Eine je Zeile")).toHaveValue("4712 Einkauf");
    expect(server.asked(setCostCentres)).toEqual([]);
    await field("Eine je Zeile").fill("4711");
    await button("Kostenstellen speichern").click();
    await expect.element(notice("Kostenstellen aktualisiert")).toBeVisible();
    expect(server.asked(setCostCentres).map(({ body }) => body)).toMatchObject([{ renamed: [] }]);
  });
});

describe("a customer's page", () => {
  test("offers to save only what has changed and is valid, and sends only that", async () => {
    const { server } = await open("/customers/7", {
      answers: (at) => {
        let customer = at.example(getCustomer);
        at.reply(getCustomer, () => customer);
        at.reply(editCustomer, ({ body }) => (customer = { ...customer, ...(body as object) }));
      },
    });
    await expect.element(title("0042 Klinikum Nord")).toBeVisible();
    const save = button("Kunde speichern");
    await expect.element(save).not.toBeInTheDocument();
    await field("Name").fill("");
    await expectError("Name", "Bitte ausfüllen");
    await expect.element(save).not.toBeInTheDocument();
    await field("Name").fill("Klinikum Nord");
    await expect.element(save).not.toBeInTheDocument();
    await field("PLZ").fill("123");
    await expectError("PLZ", "Ungültig");
    await expect.element(save).not.toBeInTheDocument();
    await field("PLZ").fill("28199");
    await save.click();
    await expect.element(notice("Kunde aktualisiert")).toBeVisible();
    await expect.element(save).not.toBeInTheDocument();
    expect(server.asked(editCustomer)).toHaveLength(1);
    expect(server.asked(editCustomer)[0]?.body).toMatchObject({ address_postcode: "28199" });
  });

  test("counts the customer's boxes and leads to them", async () => {
    const { address } = await open("/customers/7");
    await expect.element(page.getByText("48,00 m eingelagert")).toBeVisible();
    await page.getByRole("link", { name: "Übersicht" }).last().click();
    await expect.poll(() => fact("Boxen")?.textContent).toBe("120");
    expect(fact("Eingelagert")?.textContent).toBe("48,00 m");
    await page.elementLocator(fact("Boxen")!).getByRole("link").click();
    await expect.poll(address).toBe("/stock/boxes?owner=42");
  });

  test.each([
    ["says today's metres", 0, "Heute 42,80 m", 0],
    ["draws the months from the second one on", 12, "Am Ende jedes Monats, höchstens 42,80 m.", 1],
  ] as const)("%s", async (_, october, text, drawings) => {
    const stored = { "2026-09": 0, "2026-10": october, "2026-11": 42.8 };
    const months = Object.entries(stored).map(([month, meters]) => ({ month, meters }));
    await open("/customers/7?tab=overview", { answers: (at) => at.reply(storedMetres, { months }) });
    const section = page.getByRole("region", { name: "Eingelagert nach Monaten" });
    await expect.element(section.getByText(text, { exact: true })).toBeVisible();
    expect(section.getByRole("list").elements()).toHaveLength(drawings);
  });

  test("begins the order of whoever telephones at the choice of boxes", async () => {
    const { address } = await open("/customers/7");
    await button("Lieferung hinzufügen").click();
    await expect.poll(address).toBe("/deliveries/create?step=2");
    await expect.element(page.getByRole("main").getByText("0042 – Klinikum Nord", { exact: true })).toBeVisible();
  });

  test("keeps what was typed while another of its tabs is looked at", async () => {
    const { address } = await open("/customers/7");
    const tab = (name: string) => page.getByRole("navigation", { name: "Kunde" }).getByRole("link", { name });
    await field("Ort").fill("Bremerhaven");
    await tab("Aufbewahrung und Vernichtung").click();
    await expect.poll(address).toBe("/customers/7?tab=retention");
    await expect.element(page.getByRole("heading", { name: "Aufbewahrung", exact: true })).toBeVisible();
    await expect.element(field("Ort")).not.toBeVisible();
    await expectGoodLooks();
    await tab("Übersicht").click();
    await expect.element(page.getByRole("heading", { name: "Eingelagert nach Monaten" })).toBeVisible();
    await expectGoodLooks();
    await tab("Daten").click();
    await expect.poll(address).toBe("/customers/7");
    await expect.element(field("Ort")).toHaveValue("Bremerhaven");
    await expect.element(button("Kunde speichern")).toBeVisible();
  });

  test("shows its first field at once, and the delivery options within the second screenful", async () => {
    await page.viewport(1366, 900);
    await open("/customers/7");
    await expect.element(field("Name")).toBeVisible();
    const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
    expect(bottomOf(field("Name").element())).toBeLessThan(900);
    expect(bottomOf(page.getByRole("table", { name: "Lieferoptionen" }).element())).toBeLessThan(1800);
  });

  test("that does not exist is not found", async () => {
    await open("/customers/2000000000", {
      answers: (server) => server.refuse(getCustomer, 404, { detail: "" }, "not_found"),
    });
    await expect.element(title("Nicht gefunden!")).toBeVisible();
  });
});

describe("boxes for another customer", () => {
  const stays = [{ reason: "angefordert", boxes: 3, codes: ["0042000125"] }];
  const others = {
    results: [
      { id: 7, name: "Kanzlei Öztürk", code: 42 },
      { id: 8, name: "Werft Nord", code: 43 },
    ],
  };
  const section = () => page.getByRole("region", { name: "Boxen an einen anderen Kunden" });

  async function choose(answers: (at: Stub) => void = () => undefined) {
    const opened = await open("/customers/7?tab=settings", {
      answers: (at) => {
        at.reply(listCustomers, { ...at.example(listCustomers), ...others } as never);
        at.reply(previewOwnerChange, { boxes: 2, more: 0, stays });
        answers(at);
      },
    });
    await section().getByRole("combobox").fill("Werft");
    await page.getByRole("option", { name: /Werft Nord/ }).click();
    return opened;
  }

  test("go after a look at which, once somebody has typed how many", async () => {
    const { server } = await choose();
    await expect.element(section().getByText("2 Boxen können an 0043 – Werft Nord gehen.")).toBeVisible();
    await expect.element(section().getByText("3 Boxen, angefordert (0042.000.125, …)")).toBeVisible();
    await section().getByRole("button", { name: "Boxen übergeben …" }).click();
    const question = page.getByRole("alertdialog");
    await expectGoodLooks();
    await question.getByRole("textbox").fill("2");
    await question.getByRole("button", { name: "2 Boxen übergeben" }).click();
    await expect.element(section().getByText(/neuen Etiketten/)).toBeVisible();
    expect(server.asked(changeOwner).map(({ body }) => body)).toEqual([
      { customer: 7, to: 8, amount: 2, cost_centres: "keep" },
    ]);
  });

  test("are said again where other ones would go meanwhile, and nothing chosen is lost", async () => {
    const message = "Inzwischen wären es 5 Boxen. Bitte prüfen Sie es noch einmal.";
    await choose((at) => at.refuse(changeOwner, 400, { amount: [message] }, "invalid"));
    await section().getByRole("checkbox", { name: "Kostenstellen behalten" }).click();
    await section().getByRole("button", { name: "Boxen übergeben …" }).click();
    await page.getByRole("alertdialog").getByRole("textbox").fill("2");
    await page.getByRole("alertdialog").getByRole("button", { name: "2 Boxen übergeben" }).click();
    await expect.element(section().getByText(message)).toBeVisible();
    await expect.element(section().getByRole("combobox")).toHaveValue("0043 – Werft Nord");
    await expect.element(section().getByRole("checkbox", { name: "Kostenstellen behalten" })).not.toBeChecked();
  });
});
