import type { Page } from "@playwright/test";
import { changeRights } from "#contract/calls/access/rights.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { completeDelivery, editDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { createBatch, getBatch, proposeBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { changeProcedure } from "#contract/calls/destruction/procedures.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { BatchState } from "#rules/destruction/batch-state.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { showBoxCode, showBoxCodes, showCustomerCode } from "#rules/stock/box-code.ts";
import { Api } from "#test/e2e/support/api.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { added, boxName, found, send, shop } from "#test/e2e/support/delivery-wizard.ts";
import type { CountedInput } from "#test/e2e/support/counted-input.ts";
import { doCounted, type Tasks, testFor, titleOf } from "#test/e2e/support/counted-tasks.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { expect, field, notice } from "#test/e2e/support/page.ts";
import { newWorker, thirdPerson } from "#test/e2e/support/worker.ts";
import { anyWord } from "#test/support/words.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const prints = (page: Page, start: () => Promise<void>) =>
  savedBy(page, start).then((file) => expect(file.start).toBe("%PDF-"));

/** Goes by the main menu, and on by the section's tabs, as a person does who knows no address. */
async function goFromHome(input: CountedInput, ...links: readonly string[]) {
  const { page } = input;
  await page.goto("/home");
  for (const name of links) await input.click(page.getByRole("navigation").getByRole("link", { name, exact: true }));
}

/** The jobs of each day, from home on: docs/screens.md has what they cost before. */
const tasks: Tasks = {
  "boxes are created and their labels printed": {
    clicks: 6,
    keys: 8,
    run: async (input, api) => {
      const { page } = input;
      const customer = await api.customer();
      await goFromHome(input, "Lager", "Boxen");
      await input.click(page.getByRole("link", { name: "Boxen hinzufügen" }));
      await expect(field(page, "Kunde")).toBeFocused();
      await input.type(showCustomerCode(customer.code));
      await expect(page.getByRole("option", { name: customer.name })).toBeVisible();
      await input.press("Enter");
      await input.click(field(page, "Anzahl"));
      await input.press("Control+a");
      await input.type("30");
      await input.click(button(page, "Boxen hinzufügen"));
      await expect(notice(page, "Box(en) hinzugefügt")).toBeVisible();
      const code = showCustomerCode(customer.code);
      const span = showBoxCodes(`${code}000001`, `${code}000030`);
      await expect(page.getByText(`30 Boxen angelegt: ${span}`)).toBeVisible();
      await prints(page, () => input.click(button(page, "Etiketten drucken")));
    },
  },
  "a list of boxes whose columns are known is imported": {
    clicks: 7,
    keys: 4,
    run: async (input, api) => {
      const { page } = input;
      const customer = await api.customer();
      const buffer = Buffer.from("Boxnummer;Inhalt\n1;Rechnungen\n2;Belege\n");
      await goFromHome(input, "Services", "Daten");
      await input.click(page.getByRole("link", { name: "Importe", exact: true }));
      await field(page, "Kunde").focus();
      await input.type(showCustomerCode(customer.code));
      await input.click(page.getByRole("listbox", { name: "Auswahl" }).getByText(customer.name));
      await page
        .getByLabel("Liste", { exact: true })
        .setInputFiles({ name: "Boxen.csv", mimeType: "text/csv", buffer });
      await input.click(button(page, "Liste senden"));
      await input.click(button(page, "Übernehmen"));
      await input.click(page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }));
      await expect(page.getByText("Fertig: 2 Boxen angelegt.")).toBeVisible();
    },
  },
  "the stocktake of a row is made": {
    clicks: 2,
    keys: 16,
    run: async (input, api) => {
      const { page } = input;
      const row = await api.row();
      await page.goto("/home");
      await input.search(row.area.name, row.area.name);
      await input.click(page.getByRole("link", { name: "Jetzt zählen" }));
      await expect(page.getByText("1 Reihe", { exact: true })).toBeVisible();
      await input.click(button(page, "Inventur anlegen"));
      await expect(page.getByRole("heading", { name: "So wird gezählt" })).toBeVisible();
    },
  },
  "a caller's box is ordered by staff from home": {
    clicks: 2,
    keys: 12,
    run: async (input, api) => {
      const { page } = input;
      const { boxes } = await shop(api);
      const [box] = boxes;
      await page.goto("/home");
      await input.search(box.code, showBoxCode(box.code));
      await expect(page).toHaveURL(`/stock/boxes/${box.id}`);
      await input.click(button(page, "Anfordern"));
      await input.click(button(page, "Lieferung hinzufügen"));
      await expect(notice(page, /^Lieferung hinzugefügt/)).toBeVisible();
      expect((await api.details(box)).state).toBe(4);
    },
  },
  "a caller's file is ordered by staff where it is found": {
    clicks: 1,
    keys: 12,
    run: async (input, api) => {
      const { page } = input;
      const { customer, word } = await shop(api);
      const [box] = await api.stored(1, customer);
      await api.content(box, `Gutachten ${word}x`);
      await page.goto("/home");
      await input.search(`${word}x`, `Gutachten ${word}x`, "Tab", "Enter");
      await input.click(button(page, "Lieferung hinzufügen"));
      await expect(notice(page, /^Lieferung hinzugefügt/)).toBeVisible();
    },
  },
  "a customer orders a box by a word of what is in it": {
    clicks: 2,
    keys: 11,
    run: async (input, api) => {
      const { customer, word } = await shop(api);
      const [box] = await api.stored(1, customer);
      await api.content(box, `Gutachten ${word}x`);
      const page = await input.sitWith(await api.buyer(customer));
      await page.goto("/home");
      await input.search(`${word}x`, `Gutachten ${word}x`);
      await expect(page).toHaveURL(new RegExp(`/stock/boxes/${box.id}(#|$)`));
      await input.click(button(page, "Anfordern"));
      await input.click(button(page, "Lieferung hinzufügen"));
      await expect(notice(page, /^Lieferung hinzugefügt/)).toBeVisible();
      expect((await api.details(box)).state).toBe(4);
    },
  },
  "a customer orders a box with the wizard": {
    clicks: 3,
    keys: 2,
    run: async (input, api) => {
      const { customer, boxes } = await shop(api);
      const page = await input.sitWith(await api.buyer(customer));
      await page.goto("/home");
      await input.click(page.getByRole("main").getByRole("link", { name: "Box anfordern" }));
      await expect(page.getByRole("group", { name: "Lieferoption" }).getByRole("radio")).toBeFocused();
      await input.press("Enter");
      await input.click(found(page).getByRole("checkbox", { name: boxName(boxes[0]) }));
      await input.press("Enter");
      await expect(field(page, "Lieferdatum")).toBeFocused();
      await input.click(send(page));
      await expect(added(page)).toBeVisible();
    },
  },
  "a delivery of two boxes is picked and handed over from its line at home": {
    clicks: 5,
    alone: true,
    run: async (input, api) => {
      const { page } = input;
      const { customer, option, boxes } = await shop(api);
      const delivery = await api.order(customer, option, { boxes: boxes.slice(0, 2) });
      await api.call(editDelivery, { path: { id: delivery.id }, body: { time: new Date().toISOString() } });
      await page.goto("/home");
      await input.click(page.getByRole("link", { name: `(Lieferung ${showDeliveryCode(delivery.code)})` }));
      await input.click(button(page, "Alle kommissioniert"));
      await input.click(page.getByRole("alertdialog").getByRole("button", { name: "Alle kommissioniert" }));
      await input.click(button(page, "Abschließen"));
      await input.click(page.getByRole("alertdialog").getByRole("button", { name: "Abschließen" }));
      await expect(button(page, "Lieferschein als PDF")).toBeFocused();
      expect((await api.details(boxes[0])).state).toBe(2);
    },
  },
  "a customer's user releases the destruction of two boxes": {
    clicks: 3,
    keys: 8,
    run: async (input, api) => {
      const customer = await api.customer();
      const boxes = await api.stored(2, customer);
      const path = { id: customer.id };
      await api.call(changeProcedure, { path, body: { destruction_procedure: 1, waiting_days: 0 } });
      for (const box of boxes) await api.edit(box, { state: BoxState.marked });
      const owner = await newWorker(api, customer);
      const { user } = await Api.signIn(api.base, owner);
      await api.call(changeRights, { path, body: { user, may_approve_destruction: true } });
      const proposer = await Api.signIn(api.base, await thirdPerson(api)); // not who has given the owner access
      const batch = await proposer.call(createBatch, { body: { customer: customer.id, of: "marked" } });
      await proposer.call(proposeBatch, { path: { id: batch.id } });
      const page = await input.sitWith(await Api.signIn(api.base, owner));
      await page.goto("/home");
      await input.click(page.getByRole("main").getByRole("link", { name: /wartet auf Ihre Freigabe/ }));
      await input.click(button(page, "Freigeben"));
      const question = page.getByRole("alertdialog");
      await expect(question.getByRole("textbox")).toBeFocused();
      await input.type(batch.number.toLowerCase());
      await input.click(question.getByRole("button", { name: "Freigeben" }));
      await expect(page.locator("main header").getByText("freigegeben", { exact: true })).toBeVisible();
      expect((await api.call(getBatch, { path: { id: batch.id } })).state).toBe(BatchState.approved);
    },
  },
  "two boxes that come back are announced": {
    clicks: 3,
    keys: 5,
    scans: 2,
    run: async (input, api) => {
      const { page } = input;
      const { customer, option, boxes } = await shop(api);
      const [first, second] = boxes;
      const delivery = await api.order(customer, option, { boxes: [first, second] });
      for (const { code } of [first, second]) await api.scan({ kind: "pick", delivery: delivery.id, code });
      await api.call(completeDelivery, { path: { id: delivery.id } });
      await goFromHome(input, "Lieferungen");
      await input.click(page.getByRole("link", { name: "Rückgabe ankündigen" }));
      await settled(page);
      await input.type(showCustomerCode(customer.code));
      await expect(page.getByRole("option", { name: customer.name })).toBeVisible();
      await input.press("Enter");
      for (const { code } of [first, second]) await input.scan(code);
      await input.click(button(page, "Rückgabe ankündigen"));
      await expect(notice(page, "Rückgabe angekündigt")).toBeVisible();
    },
  },
  "a customer with the delivery option of another one, a user and labelled boxes is set up": {
    clicks: 9,
    keys: 45,
    run: async (input, api) => {
      const { page } = input;
      const [name, last, other] = [anyWord(), anyWord(), await api.customer()];
      await api.option(other);
      await goFromHome(input, "Kunden");
      await input.click(page.getByRole("main").getByRole("link", { name: "Kunde hinzufügen" }));
      await expect(field(page, "Name")).toBeFocused();
      await input.type(name);
      await input.click(button(page, "Kunde hinzufügen"));
      await input.click(page.getByRole("main").getByRole("link", { name: "Einrichten" }));
      await settled(page);
      await page.getByRole("combobox", { name: "Kunde" }).focus(); // the tabulator reaches it
      await input.type(showCustomerCode(other.code));
      await input.click(page.getByRole("option", { name: other.name }));
      await input.click(button(page, "Lieferoptionen übernehmen"));
      await expect(notice(page, "1 Lieferoption hinzugefügt")).toBeVisible();
      await input.fill("Vorname", "Nina");
      await input.fill("Nachname", last);
      await input.fill("E-Mail", `${last}@example.com`);
      await input.click(button(page, "User hinzufügen"));
      await expect(page.getByRole("heading", { name: /^Initialpasswort/ })).toBeVisible();
      await input.fill("Anzahl", "5");
      await input.click(button(page, "Boxen hinzufügen"));
      await prints(page, () => input.click(button(page, "Etiketten drucken")));
      const { results } = await api.call(listCustomers, { query: { name } });
      expect(results).toMatchObject([{ name }]);
    },
  },
};

for (const [what, task] of Object.entries(tasks))
  testFor(task)(titleOf(what, task), ({ page, api }) => doCounted(task, page, api));
