import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import { createDelivery, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { nextDelivery } from "#contract/calls/deliveries/delivery-options.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { addDays, berlinDay, isoWeekday, showDate } from "#rules/dates.ts";
import { lastDeliveryDay, showWeekday } from "#rules/deliveries/delivery-date.ts";
import { emptyDraft } from "#rules/deliveries/delivery-draft.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { button, expectError, expectGoodLooks, field } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";

const today = berlinDay(new Date());
const day = addDays(today, 3);
const reason = "Gericht verlangt die Akte heute";
const send = button("Lieferung hinzufügen");
const added = page.getByText(/^Lieferung hinzugefügt/);
const asRush = page.getByRole("button", { name: /^Als Eilauftrag/ });

interface Summary {
  readonly who?: typeof staff;
  readonly option?: Partial<DeliveryOption>;
  /** Why nothing is delivered today. */
  readonly closed?: string;
}

/** The summary of an order with one box, by an option that delivers in three days. */
function openSummary({ who = staff, option, closed }: Summary = {}) {
  return open("/deliveries/create?step=3", {
    who,
    answers: (server) => {
      const customer = server.example(getCustomer);
      const [example] = customer.deliveryoptions;
      const deliveryoptions = [{ ...example!, id: 1, days: String(isoWeekday(day)), ...option }];
      server.reply(getCustomer, { ...customer, deliveryoptions });
      const closedDays = closed ? [{ day: today, name: closed }] : [];
      const last = lastDeliveryDay(new Date());
      server.reply(nextDelivery, { day, today, last, closed: closedDays, price: "80.00" });
      const { id, code, name } = customer;
      const draft = { ...emptyDraft, customer: { id, code, name }, option: 1, boxes: [{ id: 1, code: "0042000001" }] };
      sessionStorage.setItem(`kept-${who.id}-delivery`, JSON.stringify(draft));
    },
  });
}

test("staff see why nothing comes today, and order it with a reason", async () => {
  const { server } = await openSummary({ option: { rush: true } });
  await expect.element(page.getByText(/^Heute ist kein Liefertag dieser Lieferoption/)).toBeVisible();
  const why = field("Grund des Eilauftrags");
  await expect.element(why).not.toBeInTheDocument();
  await page.getByRole("button", { name: `Als Eilauftrag: ${showWeekday(today)}` }).click();
  await expect.element(field("Lieferdatum")).toHaveValue(showDate(today));
  await send.click();
  await expectError("Grund des Eilauftrags", "Bitte ausfüllen");
  expect(server.asked(createDelivery)).toEqual([]);
  await expectGoodLooks();
  await why.fill(reason);
  await send.click();
  await expect.element(added).toBeVisible();
  expect(server.asked(createDelivery).map(({ body }) => body)).toMatchObject([{ date: today, rush_reason: reason }]);
});

test("an ordinary day takes no reason along", async () => {
  const { server } = await openSummary({ option: { rush: true } });
  await asRush.click();
  await field("Grund des Eilauftrags").fill(reason);
  await field("Lieferdatum").fill(showDate(day));
  await expect.element(field("Grund des Eilauftrags")).not.toBeInTheDocument();
  await send.click();
  await expect.element(added).toBeVisible();
  expect(server.asked(createDelivery)[0]?.body).not.toHaveProperty("rush_reason");
});

test("where today is closed, the first open day is offered", async () => {
  await openSummary({ option: { rush: true }, closed: "Inventur" });
  await expect.element(page.getByText(/^Heute ist kein Liefertag: Inventur\./)).toBeVisible();
  await expect.element(asRush).toMatchTextContent(showWeekday(addDays(today, 1)));
});

test("by another option staff see why nothing comes today, and no more", async () => {
  const late = { days: "1,2,3,4,5,6,7", to: "13:00", prior: 20 };
  const { server } = await openSummary({ option: late });
  const sentence = "Für heute ist es zu spät: Bestellschluss ist 20 Stunden vor 13:00 Uhr.";
  await expect.element(page.getByText(sentence)).toBeVisible();
  expect(asRush.query()).toBeNull();
  await field("Lieferdatum").fill(showDate(today));
  await expectError("Lieferdatum", refused.dateTooEarly(showDate(day)).message);
  await send.click();
  expect(server.asked(createDelivery)).toEqual([]);
});

test("a customer's user sees nothing of it", async () => {
  await openSummary({ who: customerUser });
  await expect.element(field("Lieferdatum")).toHaveValue(showDate(day));
  expect(page.getByText(/^Heute ist|^Für heute/).query()).toBeNull();
  await field("Lieferdatum").fill(showDate(today));
  await expectError("Lieferdatum", refused.dateTooEarly(showDate(day)).message);
});

test("the delivery shows the reason, and so does its history", async () => {
  await open("/deliveries/8", {
    answers: (server) => {
      const delivery = server.example(getDelivery);
      const events = delivery.events.map((event) => ({ ...event, to: reason }));
      server.reply(getDelivery, { ...delivery, rush_reason: reason, events });
    },
  });
  await expect.element(page.getByText(`Lieferung angelegt als Eilauftrag: ${reason}`)).toBeVisible();
  await expect.element(page.getByText(reason, { exact: true })).toBeVisible();
  await expectGoodLooks();
});
