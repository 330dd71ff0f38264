import type { Page } from "@playwright/test";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { completeDelivery, editDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { listMarked } from "#contract/calls/stock/boxes.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { anyWord } from "#test/support/words.ts";
import { showBoxCode, showBoxCodes, showCustomerCode } from "#rules/stock/box-code.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { open, ordered } from "#test/e2e/support/delivery-detail.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { ownServerTest } from "#test/e2e/support/own-server.ts";
import { added, basket, boxName, found, send, shop } from "#test/e2e/support/delivery-wizard.ts";
import { CountedInput } from "#test/e2e/support/counted-input.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { expect, field, notice, test } from "#test/e2e/support/page.ts";

/** Largest cost of a task: whoever makes it longer has to say so here. */
interface Task {
  readonly clicks: number;
  readonly keys?: number;
  readonly scans?: number;
  /** On a server of its own: it is about the whole archive. */
  readonly alone?: true;
  readonly run: (input: CountedInput, api: Api) => Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const prints = (page: Page, start: () => Promise<void>) =>
  savedBy(page, start).then((file) => expect(file.start).toBe("%PDF-"));

const tasks: Readonly<Record<string, Task>> = {
  "boxes are created and their labels printed": {
    clicks: 4,
    keys: 8,
    run: async (input, api) => {
      const { page } = input;
      const customer = await api.customer();
      await page.goto("/stock/boxes");
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
  "three boxes of the list are ordered": {
    clicks: 5,
    run: async (input, api) => {
      const { page } = input;
      const customer = await api.customer();
      await api.option(customer);
      const boxes = await api.stored(3, customer);
      await page.goto(`/stock/boxes?owner=${customer.code}`);
      for (const box of boxes)
        await input.click(page.getByRole("checkbox", { name: `Box ${showBoxCode(box.code)} auswählen` }));
      await input.click(button(page, "Anfordern (3)"));
      await input.click(button(page, "Lieferung hinzufügen"));
      await expect(notice(page, /^Lieferung hinzugefügt/)).toBeVisible();
      for (const box of boxes) expect((await api.details(box)).state).toBe(4);
    },
  },
  "three boxes and two contents are ordered": {
    clicks: 7,
    keys: 8,
    run: async (input, api) => {
      const { page } = input;
      const { customer, boxes, akte, plan } = await shop(api);
      const more = await api.stored(2, customer);
      const [, second] = boxes;
      await page.goto("/deliveries");
      await input.click(page.getByRole("link", { name: "Lieferung hinzufügen" }));
      await expect(field(page, "Kunde")).toBeFocused();
      await input.type(showCustomerCode(customer.code));
      await expect(page.getByRole("option", { name: customer.name })).toBeVisible();
      await input.press("Enter"); // takes the customer
      await input.press("Enter"); // goes on
      await expect(page.getByRole("group", { name: "Lieferoption" }).getByRole("radio")).toBeFocused();
      await input.press("Enter");
      for (const name of [akte.text, plan.text, ...[second, ...more].map(boxName)])
        await input.click(found(page).getByRole("checkbox", { name }));
      await expect(basket(page)).toHaveCount(5);
      await input.press("Enter");
      await expect(field(page, "Lieferdatum")).toBeFocused();
      await input.click(send(page));
      await expect(added(page)).toBeVisible();
    },
  },
  "the note is printed after a delivery was handed over": {
    clicks: 1,
    run: async (input, api) => {
      const { page } = input;
      const { delivery, first, second, letter } = await ordered(api);
      for (const { code } of [first, second]) await api.scan({ kind: "pick", delivery: delivery.id, code });
      await api.scan({ kind: "pick", delivery: delivery.id, content: letter.id });
      await open(page, delivery);
      await button(page, "Abschließen").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Abschließen" }).click();
      const note = button(page, "Lieferschein als PDF");
      await expect(note).toBeFocused();
      await prints(page, () => input.click(note));
    },
  },
  "a list of boxes whose columns are known is imported": {
    clicks: 4,
    keys: 4,
    run: async (input, api) => {
      const { page } = input;
      const customer = await api.customer();
      const buffer = Buffer.from("Boxnummer;Inhalt\n1;Rechnungen\n2;Belege\n");
      await page.goto("/services/imports");
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
    run: async (input, api) => {
      const { page } = input;
      const row = await api.row();
      await page.goto(`/stock/rows/${row.id}`);
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
    clicks: 2,
    keys: 2,
    run: async (input, api) => {
      const { customer, boxes } = await shop(api);
      const page = await input.sitWith(await api.buyer(customer));
      await page.goto("/deliveries/create");
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
  "two boxes that come back are announced": {
    clicks: 1,
    keys: 5,
    scans: 2,
    run: async (input, api) => {
      const { page } = input;
      const { customer, option, boxes } = await shop(api);
      const [first, second] = boxes;
      const delivery = await api.order(customer, option, { boxes: [first, second] });
      for (const { code } of [first, second]) await api.scan({ kind: "pick", delivery: delivery.id, code });
      await api.call(completeDelivery, { path: { id: delivery.id } });
      await page.goto("/deliveries/return");
      await settled(page);
      await input.type(showCustomerCode(customer.code));
      await expect(page.getByRole("option", { name: customer.name })).toBeVisible();
      await input.press("Enter");
      for (const { code } of [first, second]) await input.scan(code);
      await input.click(button(page, "Rückgabe ankündigen"));
      await expect(notice(page, "Rückgabe angekündigt")).toBeVisible();
    },
  },
  "a customer, a user of theirs and a delivery option are set up": {
    clicks: 7,
    keys: 66,
    run: async (input, api) => {
      const { page } = input;
      const [name, last] = [anyWord(), anyWord()];
      await page.goto("/users/new");
      await input.choose("Anrede", "Frau");
      await input.fill("Vorname", "Nina");
      await input.fill("Nachname", last);
      await input.fill("E-Mail", `${last}@example.com`);
      await input.fill("Telefon 1", "0421 1");
      await input.click(button(page, "User hinzufügen"));
      await expect(notice(page, "User hinzugefügt")).toBeVisible();
      await page.goto("/customers/new");
      await expect(field(page, "Name")).toBeFocused();
      await input.type(name);
      await input.click(button(page, "Kunde hinzufügen"));
      await input.click(page.getByRole("main").getByRole("link", { name: "Öffnen" }));
      const permissions = page.getByRole("group", { name: "User mit Zugriff" });
      await input.fill("User suchen", last);
      await input.click(permissions.getByRole("checkbox", { name: last }));
      await input.click(button(page, "Kunde speichern"));
      await expect(notice(page, "Kunde aktualisiert")).toBeVisible();
      await input.fill("Beschreibung", "Tour");
      await input.fill("Von", "8");
      await input.fill("Bis", "16");
      await input.fill("Vorlauf in Stunden", "24");
      await input.fill("Lieferfenster in Stunden", "4");
      await input.fill("Preis in Euro", "9");
      await input.click(page.getByRole("group", { name: /^Tage/ }).getByRole("checkbox", { name: "MO" }));
      await input.click(button(page, "Hinzufügen"));
      await expect(notice(page, "Lieferoption hinzugefügt")).toBeVisible();
      const { results } = await api.call(listCustomers, { query: { name } });
      expect(results).toHaveLength(1);
    },
  },
  "labels are printed for the 300 boxes of a filter": {
    clicks: 2,
    run: async (input, api) => {
      const { page } = input;
      const customer = await api.customer();
      await api.boxes(300, customer);
      await page.goto(`/services/labelprints?owner=${customer.code}`);
      await input.click(button(page, "Alle 300 gefilterten"));
      await expect(page.getByText("300 Etiketten auf 13 Bögen")).toBeVisible();
      await prints(page, () => input.click(button(page, "Download")));
    },
  },
  "after destroying the boxes of three customers, the proof for each of them is saved": {
    clicks: 1,
    alone: true,
    run: async (input, api) => {
      const { page } = input;
      for (const box of (await api.call(listMarked, {})).results) await api.edit(box, { state: 0 }); // other tests' of this server
      for (let count = 0; count < 3; count++) {
        const customer = await api.customer();
        for (const box of await api.boxes(2, customer)) await api.edit(box, { state: 7 });
      }
      await page.goto("/services/destruction");
      await button(page, "Boxen vernichten").click();
      const question = page.getByRole("alertdialog");
      await question.getByLabel("Zur Bestätigung 6 eingeben").fill("6");
      await question.getByRole("button", { name: "Boxen vernichten" }).click();
      await expect(page.getByRole("heading", { name: "6 Boxen von 3 Kunden vernichtet" })).toBeVisible();
      const zip = await savedBy(page, () => input.click(button(page, "Alle Vernichtungslisten (zip)")));
      expect(zip.name).toMatch(/^Muster-Vernichtungslisten-\d{4}-\d\d-\d\d\.zip$/);
      expect(zip.bytes.toString("latin1").match(/%PDF-/g)).toHaveLength(3);
    },
  },
  "one worn label is printed again": {
    clicks: 1,
    scans: 1,
    run: async (input, api) => {
      const { page } = input;
      const box = await api.box();
      await page.goto("/services/labelprints");
      await settled(page);
      await input.scan(box.code);
      await expect(page.getByText("1 Etikett auf 1 Bogen")).toBeVisible();
      await prints(page, () => input.click(button(page, "Download")));
    },
  },
};

for (const [what, { clicks, keys = 0, scans = 0, alone = false, run }] of Object.entries(tasks))
  (alone ? ownServerTest : test)(
    `${what} with ${clicks} clicks, ${keys} keys and ${scans} scans`,
    async ({ page, api }) => {
      const input = new CountedInput(page);
      await run(input, api);
      expect([input.clicks, input.keys, input.scans]).toEqual([clicks, keys, scans]);
    },
  );
