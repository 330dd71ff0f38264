import type { Page } from "@playwright/test";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { callsOf, choose, expect, expectError, fact, field, notice, test } from "#test/e2e/support/page.ts";
import { act, actionNames } from "#test/e2e/support/head.ts";
import { readCode } from "#test/e2e/support/pictures.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Boxen hinzufügen" });
test.describe("the form for new boxes", () => {
  test("starts with 0, 1 and 400", async ({ page }) => {
    await page.goto("/stock/boxes/new");
    await expect(field(page, "Startnummer")).toHaveValue("0");
    await expect(field(page, "Anzahl")).toHaveValue("1");
    await expect(field(page, "Größe in mm")).toHaveValue("400");
    await expect(field(page, "Kunde")).toBeFocused();
  });

  test("without a customer says so beside the field and sends nothing", async ({ page }) => {
    const calls = callsOf(page, "POST", /boxes/);
    await page.goto("/stock/boxes/new");
    await submit(page).click();
    await expectError(page, "Kunde", "Bitte auswählen");
    await expect(field(page, "Kunde")).toBeFocused();
    expect(calls).toEqual([]);
  });

  for (const [label, typed, message] of [
    ["Startnummer", "", "Bitte ausfüllen"],
    ["Startnummer", "-1", "Kleiner als 0 nicht erlaubt"],
    ["Startnummer", "zwölf", "Ungültig"],
    ["Anzahl", "", "Bitte ausfüllen"],
    ["Anzahl", "0", "Kleiner als 1 nicht erlaubt"],
    ["Anzahl", "1,5", "Ungültig"],
    ["Anzahl", "10001", "Ungültig"],
    ["Größe in mm", "", "Bitte ausfüllen"],
    ["Größe in mm", "0", "Kleiner als 1 nicht erlaubt"],
    ["Größe in mm", "-400", "Kleiner als 1 nicht erlaubt"],
  ] as const) {
    test(`with "${typed}" as "${label}" says "${message}" and sends nothing`, async ({ page, api }) => {
      const calls = callsOf(page, "POST", /boxes/);
      const customer = await api.customer();
      await page.goto("/stock/boxes/new");
      await choose(page, "Kunde", customer.name);
      await field(page, label).fill(typed);
      await submit(page).click();
      await expectError(page, label, message);
      await expect(field(page, label)).toBeFocused();
      expect(calls).toEqual([]);
    });
  }

  test("makes the boxes, says so and leads to the list", async ({ page, api }) => {
    const calls = callsOf(page, "POST", /boxes/);
    const customer = await api.customer();
    await page.goto("/stock/boxes/new");
    await choose(page, "Kunde", customer.name);
    await field(page, "Startnummer").fill("120");
    await field(page, "Anzahl").fill("3");
    await field(page, "Größe in mm").fill("350");
    await page.keyboard.press("Enter");
    await expect(notice(page, "Box(en) hinzugefügt")).toBeVisible();
    await expect(page).toHaveURL("/stock/boxes");
    expect(calls.map(({ body }) => body)).toEqual([{ owner: customer.id, start: 120, amount: 3, size: 350 }]);
    const { results } = await api.call(listBoxes, { query: { owner: customer.code, order_by: "code" } });
    const prefix = showCustomerCode(customer.code);
    expect(results.map(({ code, size, state }) => [code, size, state])).toEqual(
      [120, 121, 122].map((number) => [`${prefix}000${number}`, 350, 0]),
    );
    await page.goto("/stock/boxes/new");
    await expect(field(page, "Anzahl"), "what was sent is not kept for the next time").toHaveValue("1");
    await expect(field(page, "Kunde")).toHaveValue("");
  });

  test("with a number that is taken shows the server's words and keeps what was typed", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/\/boxes\/$/);
    const customer = await api.customer();
    await api.boxes(5, customer);
    await page.goto("/stock/boxes/new");
    await choose(page, "Kunde", customer.name);
    await field(page, "Startnummer").fill("5");
    await field(page, "Anzahl").fill("2");
    await submit(page).click();
    const taken = showBoxCode(`${showCustomerCode(customer.code)}000005`);
    await expect(page.getByText(`Box ${taken} gibt es bereits.`)).toBeVisible();
    await expect(field(page, "Startnummer")).toHaveValue("5");
    await expect(field(page, "Anzahl")).toHaveValue("2");
    await expect(field(page, "Kunde")).toHaveValue(/ – /);
    await expect(page).toHaveURL("/stock/boxes/new");
    expect((await api.call(listBoxes, { query: { owner: customer.code } })).count).toBe(5);
  });

  test("keeps what was typed over a reload", async ({ page, api }) => {
    const customer = await api.customer();
    await page.goto("/stock/boxes/new");
    await choose(page, "Kunde", customer.name);
    await field(page, "Anzahl").fill("17");
    await page.reload();
    await expect(field(page, "Anzahl")).toHaveValue("17");
    await expect(field(page, "Kunde")).toHaveValue(new RegExp(customer.name));
  });

  test("asks before Esc throws away what was typed, and only then", async ({ page }) => {
    await page.goto("/stock/boxes/new");
    await field(page, "Anzahl").fill("17");
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Eingaben verwerfen" });
    await expect(question).toContainText("Die neuen Boxen werden nicht angelegt.");
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(field(page, "Anzahl")).toHaveValue("17");
    await field(page, "Anzahl").press("Escape");
    await question.getByRole("button", { name: "Verwerfen" }).click();
    await expect(page).toHaveURL("/stock/boxes");
    await page.goto("/stock/boxes/new");
    await expect(field(page, "Anzahl")).toHaveValue("1");
    await field(page, "Anzahl").press("Escape");
    await expect(page).toHaveURL("/stock/boxes");
  });

  test("takes one click once, however often it is pressed", async ({ page, api }) => {
    const calls = callsOf(page, "POST", /boxes/);
    const customer = await api.customer();
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/api\/v1\/boxes\/$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/stock/boxes/new");
    await choose(page, "Kunde", customer.name);
    await submit(page).click();
    await expect(submit(page)).toBeDisabled();
    for (let turn = 0; turn < 3; turn++) await submit(page).click({ force: true });
    go();
    await expect(page).toHaveURL("/stock/boxes");
    expect(calls).toHaveLength(1);
  });
});

test.describe("a box", () => {
  test("shows all that is known of it, its place included", async ({ page, api }) => {
    const row = await api.row({ number: 3 });
    const customer = await api.customer();
    const box = await api.box(customer);
    await api.content(box, "Lohnabrechnungen 2019 A–K");
    await api.store(box, row, 4, 2);
    await page.goto(`/stock/boxes/${box.id}`);
    await expect(page.getByRole("heading", { level: 1, name: showBoxCode(box.code) })).toBeVisible();
    await expect(page).toHaveTitle(`${showBoxCode(box.code)} · Magazin`);
    for (const [label, text] of [
      ["Kunde", `${showCustomerCode(customer.code)} – ${customer.name}`],
      ["Status", "1 – eingelagert"],
      ["Erstellt", showDate(berlinDay(new Date()))],
      ["Größe", "400 mm"],
      ["Bereich", row.area.name],
      ["Reihe", "3"],
      ["Teil", "4"],
      ["Höhe", "2"],
    ] as const)
      await expect(fact(page, label)).toHaveText(text);
    await expect(page.getByRole("heading", { name: "Inhalte (1)" })).toBeVisible();
    await expect(page.getByText("Lohnabrechnungen 2019 A–K", { exact: true })).toBeVisible();
    const history = page.getByRole("region", { name: /^Verlauf/ }).getByRole("listitem");
    await expect(history).toHaveCount(3);
    await expect(history.first()).toContainText(`Eingelagert: ${row.area.name}, Reihe 3, Teil 4, Höhe 2`);
    await expect(history.first()).toContainText("Anna Schmidt");
    await expect(history.last()).toContainText("Box erstellt");
  });

  test("has a barcode that a scanner reads from the screen", async ({ page, api }) => {
    const box = await api.box();
    await page.goto(`/stock/boxes/${box.id}`);
    const picture = page.getByRole("img", { name: `Barcode ${showBoxCode(box.code)}` });
    await expect(picture).toBeVisible();
    expect(await readCode(picture)).toBe(box.code);
  });

  test("that was only created can be deleted, after a question", async ({ page, api }) => {
    const box = await api.box();
    const calls = callsOf(page, "DELETE", /boxes/);
    await page.goto(`/stock/boxes/${box.id}`);
    await act(page, "Box löschen");
    const question = page.getByRole("alertdialog", { name: "Box löschen" });
    await expect(question).toContainText(`Box ${showBoxCode(box.code)} von ${box.owner.name} wird`);
    await question.getByRole("button", { name: "Abbrechen" }).click();
    await expect(question).toBeHidden();
    expect(calls).toEqual([]);
    await act(page, "Box löschen");
    await question.getByRole("button", { name: "Box löschen" }).click();
    await expect(notice(page, "Box gelöscht")).toBeVisible();
    await expect(page).toHaveURL("/stock/boxes");
    expect((await api.call(listBoxes, { query: { owner: box.owner.code } })).count).toBe(0);
  });

  test("that was stored once cannot be deleted any more", async ({ page, api }) => {
    const box = await api.box();
    await api.store(box, await api.row());
    await page.goto(`/stock/boxes/${box.id}`);
    await expect(fact(page, "Status")).toHaveText("1 – eingelagert");
    expect(await actionNames(page)).not.toContain("Box löschen");
  });

  test("that does not exist is not found", async ({ page, failures }) => {
    failures.expect(/\/boxes\/2000000000\//);
    await page.goto("/stock/boxes/2000000000");
    await expect(page.getByRole("heading", { level: 1, name: "Nicht gefunden!" })).toBeVisible();
    await page.getByRole("link", { name: "Zu den Boxen" }).click();
    await expect(page).toHaveURL("/stock/boxes");
  });

  test("with a number that is none is not found without a call", async ({ page }) => {
    const calls = callsOf(page, "GET", /boxes/);
    for (const id of ["0", "-1", "1e3", "abc"]) {
      await page.goto(`/stock/boxes/${id}`);
      await expect(page.getByRole("heading", { level: 1, name: "Nicht gefunden!" })).toBeVisible();
    }
    expect(calls).toEqual([]);
  });
});

test.describe("a customer user", () => {
  test.use({ who: "customer" });

  test("sees own boxes without their places, in the list and alone", async ({ page, api }) => {
    const { results } = await api.call(listBoxes, { query: { owner: 42, state: 1, limit: 1 } });
    const [box] = results;
    await page.goto("/stock/boxes");
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (36)" })).toBeVisible();
    const table = page.getByRole("table", { name: "Boxen" });
    await expect(table.getByRole("columnheader")).toHaveText(["Code", "Kunde", "Inhalte", "Bilder", "Status"]);
    await expect(page.getByRole("link", { name: "Boxen hinzufügen" })).toBeHidden();
    const answers: string[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/api/"))
        response.text().then(
          (text) => answers.push(text),
          () => undefined,
        );
    });
    await page.goto(`/stock/boxes/${box?.id}`);
    await expect(fact(page, "Status")).toHaveText("1 – eingelagert");
    await page.waitForLoadState("networkidle");
    for (const label of ["Bereich", "Reihe", "Teil", "Höhe"]) await expect(fact(page, label)).toHaveCount(0);
    await expect(page.getByRole("region", { name: /^Verlauf/ })).toContainText("Archiv");
    await expect(page.getByRole("main")).not.toContainText(/Halle|Anna|Schmidt/);
    expect(answers.join("\n")).not.toMatch(/Halle|"row"|"part"|"height"|Schmidt/);
    for (const name of ["Box löschen", "markieren", "vernichten"])
      await expect(page.getByRole("button", { name })).toHaveCount(0);
  });
});
