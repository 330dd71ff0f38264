import type { Page } from "@playwright/test";
import { listMarked } from "#contract/calls/stock/boxes.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { doCounted, type Tasks, testFor, titleOf } from "#test/e2e/support/counted-tasks.ts";
import { open, ordered } from "#test/e2e/support/delivery-detail.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { added, basket, boxName, found, send, shop } from "#test/e2e/support/delivery-wizard.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { expect, field, notice } from "#test/e2e/support/page.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const prints = (page: Page, start: () => Promise<void>) =>
  savedBy(page, start).then((file) => expect(file.start).toBe("%PDF-"));

const tasks: Tasks = {
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

for (const [what, task] of Object.entries(tasks))
  testFor(task)(titleOf(what, task), ({ page, api }) => doCounted(task, page, api));
