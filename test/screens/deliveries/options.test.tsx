import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import {
  createDeliveryOption,
  deleteDeliveryOption,
  editDeliveryOption,
} from "#contract/calls/deliveries/delivery-options.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { button, expectError, expectGoodLooks, field, link, notice, title } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

const days = page.getByRole("group", { name: /^Tage/ });
const options = page.getByRole("table", { name: "Lieferoptionen" });
const option = (name: string) => options.getByRole("button", { name });
const question = page.getByRole("alertdialog");
const typed = {
  Beschreibung: "Wochentour",
  Von: "8",
  Bis: "16:30",
  "Vorlauf in Stunden": "24",
  "Lieferfenster in Stunden": "4",
  "Preis in Euro": "12,5",
};

async function fill(values: Record<string, string> = typed) {
  for (const [label, text] of Object.entries(values)) await field(label).fill(text);
}

/** The page of a customer with these options. */
async function openCustomer(...wishes: readonly Partial<DeliveryOption>[]) {
  const opened = await open("/customers/7", {
    answers: (server) => {
      const customer = server.example(getCustomer);
      let deliveryoptions = wishes.map((wish, id) => ({ ...customer.deliveryoptions[0]!, id: id + 1, ...wish }));
      server.reply(getCustomer, () => ({ ...customer, deliveryoptions }));
      server.reply(createDeliveryOption, ({ body }) => {
        const { from: fr, ...rest } = body as { from: string };
        const made = { ...(rest as unknown as DeliveryOption), id: 9, fr };
        deliveryoptions = [...deliveryoptions, made];
        return made;
      });
      server.reply(editDeliveryOption, ({ body }) => {
        deliveryoptions = deliveryoptions.map((one, at) => (at === 0 ? { ...one, ...(body as object) } : one));
        return deliveryoptions[0]!;
      });
      server.reply(deleteDeliveryOption, () => {
        deliveryoptions = deliveryoptions.slice(1);
        return null;
      });
    },
  });
  await expect.element(title("0042 Klinikum Nord")).toBeVisible();
  return opened;
}
const weekly = { description: "Wochentour", days: "1,3" };
const express = { description: "Eiltour" };

describe("the form for a new delivery option", () => {
  test("says beside each field what is missing, and sends nothing", async () => {
    const { server } = await openCustomer();
    await expect.element(page.getByRole("heading", { name: "Neue Lieferoption" })).toBeVisible();
    await button("Hinzufügen").click();
    for (const label of Object.keys(typed)) await expectError(label, "Bitte ausfüllen");
    await expect.element(days).toMatchTextContent("Bitte einen Tag auswählen");
    await expect.element(field("Beschreibung")).toHaveFocus();
    expect(server.asked(createDeliveryOption)).toEqual([]);
  });

  test("takes no negative number, no half cent and no time that is none", async () => {
    const { server } = await openCustomer();
    await fill();
    await days.getByRole("checkbox", { name: "MO" }).click();
    for (const [label, wrong] of [
      ["Von", ["25:00", "früh"]],
      ["Bis", ["24:00"]],
      ["Vorlauf in Stunden", ["-1", "1,5"]],
      ["Lieferfenster in Stunden", ["-1", "viele"]],
      ["Preis in Euro", ["-0,01", "1,234", "gratis"]],
    ] as const) {
      const right = (field(label).element() as HTMLInputElement).value;
      for (const text of wrong) {
        await field(label).fill(text);
        await button("Hinzufügen").click();
        await expectError(label, "Ungültig");
      }
      await field(label).fill(right);
    }
    expect(server.asked(createDeliveryOption)).toEqual([]);
  });

  test("takes nothing as notice, as window and as price", async () => {
    const { server } = await openCustomer();
    await fill({ ...typed, "Vorlauf in Stunden": "0", "Lieferfenster in Stunden": "0", "Preis in Euro": "0" });
    await days.getByRole("checkbox", { name: "SA" }).click();
    await button("Hinzufügen").click();
    await expect.element(notice("Lieferoption hinzugefügt")).toBeVisible();
    const [sent] = server.asked(createDeliveryOption);
    expect(sent?.body).toMatchObject({ days: "6", prior: 0, window: 0, price: "0.00" });
  });
});

describe("a delivery option", () => {
  test("is changed: only what differs is sent, and the form is one for a new option again", async () => {
    const { server } = await openCustomer(weekly);
    await option("Wochentour").click();
    await expect.element(page.getByRole("heading", { name: "Lieferoption „Wochentour“ ändern" })).toBeVisible();
    await expect.element(button("Hinzufügen")).not.toBeInTheDocument();
    await expect.element(button("Löschen")).toBeVisible();
    await expect.element(field("Preis in Euro")).toHaveValue("12,50");
    await field("Preis in Euro").fill("-1");
    for (const day of ["MO", "MI"]) await days.getByRole("checkbox", { name: day }).click();
    await button("Aktualisieren").click();
    await expectError("Preis in Euro", "Ungültig");
    await expect.element(days).toMatchTextContent("Bitte einen Tag auswählen");
    expect(server.asked(editDeliveryOption)).toEqual([]);
    await field("Preis in Euro").fill("9,99");
    await days.getByRole("checkbox", { name: "FR" }).click();
    await button("Aktualisieren").click();
    await expect.element(notice("Lieferoption aktualisiert")).toBeVisible();
    await expect.element(button("Hinzufügen")).toBeVisible();
    const path = "/api/v1/deliveries/options/1/";
    expect(server.asked(editDeliveryOption)).toMatchObject([{ path, query: {}, body: { days: "5", price: "9.99" } }]);
    await expect.element(options).toMatchTextContent("9,99 €");
  });
});

test("an option for rush orders is one where it is ticked, and the list says so", async () => {
  const { server } = await openCustomer(weekly);
  await option("Wochentour").click();
  const tick = page.getByRole("checkbox", { name: "Eilauftrag" });
  await expect.element(tick).not.toBeChecked();
  await tick.click();
  await button("Aktualisieren").click();
  await expect.element(options).toMatchTextContent("Wochentour (Eilauftrag)");
  expect(server.asked(editDeliveryOption)).toMatchObject([{ body: { rush: true, before: { rush: false } } }]);
});

describe("a customer", () => {
  test("with options has the form for a new one open below them", async () => {
    await openCustomer(weekly);
    await expect.element(page.getByRole("heading", { name: "Neue Lieferoption" })).toBeVisible();
    await expect.element(field("Name")).not.toHaveFocus();
    await expect.element(field("Beschreibung")).not.toHaveFocus();
    await expect.element(button("Abbrechen")).not.toBeInTheDocument();
    await button("Hinzufügen").click();
    await expectError("Beschreibung", "Bitte ausfüllen");
    await option("Wochentour").click();
    await expect.element(button("Aktualisieren")).toBeVisible();
    await expect.element(button("Löschen")).toBeVisible();
    await expect.element(field("Beschreibung")).toHaveFocus();
    await expectGoodLooks();
    await button("Abbrechen").click();
    await expect.element(button("Hinzufügen")).toBeVisible();
  });
});

describe("a changed form", () => {
  const signOut = async () => {
    await button("Anna Schmidt").click();
    await page.getByRole("menuitem", { name: "abmelden" }).click();
  };
  const menuLink = (name: string) => page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link", { name });

  test("keeps who called the sign-out off signed in, also on the way home", async () => {
    const { address } = await open("/users/new");
    await field("Nachname").fill("Halb getippt");
    await signOut();
    await question.getByRole("button", { name: "Abbrechen" }).click();
    await menuLink("Home").click();
    await question.getByRole("button", { name: "Verwerfen" }).click();
    await expect.element(title(/^Willkommen/)).toBeVisible();
    await link("Lager").click();
    await expect.poll(address).toBe("/stock/overview");
  });

  test("of an option asks before another option takes its place", async () => {
    await openCustomer(weekly, express);
    await option("Wochentour").click();
    await field("Beschreibung").fill("Halb getippt");
    await option("Eiltour").click();
    await expect.element(question.getByRole("button", { name: "Verwerfen" })).toHaveClass("button-danger");
    await question.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(field("Beschreibung")).toHaveValue("Halb getippt");
    await option("Eiltour").click();
    await question.getByRole("button", { name: "Verwerfen" }).click();
    await expect.element(field("Beschreibung")).toHaveValue("Eiltour");
  });

  test.each([
    ["updated", () => update(), "Lieferoption aktualisiert", "Eiltour"],
    ["deleted", () => remove(), "Lieferoption gelöscht", "Eiltour"],
    ["added", () => add(), "Lieferoption hinzugefügt", "Wochentour"],
  ] as const)("of an option asks nothing any more once it is %s", async (_, action, notification, next) => {
    await openCustomer(weekly, express);
    await action();
    await expect.element(notice(notification)).toBeVisible();
    await option(next).click();
    await expect.element(field("Beschreibung")).toHaveValue(next);
    expect(question.elements()).toEqual([]);
  });

  async function update() {
    await option("Wochentour").click();
    await field("Preis in Euro").fill("9,99");
    await button("Aktualisieren").click();
  }
  async function remove() {
    await option("Wochentour").click();
    await field("Preis in Euro").fill("9,99");
    await button("Löschen").click();
    await question.getByRole("button", { name: "Löschen" }).click();
  }
  async function add() {
    await fill({ ...typed, Beschreibung: "Nachttour" });
    await days.getByRole("checkbox", { name: "SA" }).click();
    await button("Hinzufügen").click();
  }
});
