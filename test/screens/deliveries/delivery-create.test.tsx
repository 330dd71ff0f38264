import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import { nextDelivery } from "#contract/calls/deliveries/delivery-options.ts";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { lastDeliveryDay, nextDeliveryDay, computeTimes } from "#rules/deliveries/delivery-date.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { boxesOf, pageOf } from "#test/screens/support/lists.ts";
import { button, choose, expectError, expectGoodLooks, field, fillAndSettle } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const daily = { description: "Wochentour", days: "1,2,3,4,5,6,7", to: "23:59", prior: 0 };
/** Two years ahead nearly: nobody orders for it by chance. */
const closedDay = addDays(lastDeliveryDay(new Date()), -1);
const question = (text: string) => page.getByRole("heading", { level: 2, name: text });
const next = button("Weiter");
const send = button("Lieferung hinzufügen");
const lookup = page.getByLabelText("Box oder Inhalt suchen");
const found = page.getByRole("region", { name: "Gefundene Boxen" });
const whole = (number: number) => found.getByRole("checkbox", { name: `Box 0042.000.00${number}`, exact: true });
const inside = (text: string) => found.getByRole("checkbox", { name: text, exact: true });
const basket = () =>
  page
    .getByRole("list", { name: "Auswahl" })
    .getByRole("listitem")
    .elements()
    .map((one) => one.textContent);
const price = field("Preis in Euro");
const added = page.getByText(/^Lieferung hinzugefügt/);

/** A customer with these options and so many boxes in stock, the first two of which have contents. */
function replyShop(server: Stub, options: readonly Partial<DeliveryOption>[], amount: number) {
  const customer = server.example(getCustomer);
  const deliveryoptions = options.map((wish, id) => ({ ...customer.deliveryoptions[0]!, id: id + 1, ...wish }));
  server.reply(getCustomer, { ...customer, deliveryoptions });
  server.reply(nextDelivery, ({ path }) => {
    const option = deliveryoptions[Number(/\d+(?=\/next)/.exec(path)?.[0]) - 1]!;
    const now = new Date();
    const day = nextDeliveryDay(computeTimes(option), now);
    return {
      day,
      today: berlinDay(now),
      last: lastDeliveryDay(now),
      closed: [{ day: closedDay, name: "Inventur" }],
      price: option.price,
    };
  });
  const texts: Record<number, readonly string[]> = { 1: ["Akte", "Plan"], 2: ["Brief"] };
  const boxes = boxesOf(amount).map((box) => ({
    ...box,
    state: 1 as const,
    content: (texts[box.id] ?? []).map((text, index) => ({
      id: box.id * 10 + index,
      text,
      state: 0 as const,
      created: box.created,
      box: box.id,
    })),
  }));
  server.reply(listBoxes, (asked) => {
    const { search: text = "", contain_code: code = "" } = asked.query;
    const digits = `${text}${code}`.replaceAll(/\D/g, "");
    const fits = boxes.filter((box) =>
      digits === ""
        ? text === "" || box.content.some((one) => one.text.toLowerCase().includes(text.toLowerCase()))
        : box.code.includes(digits),
    );
    return pageOf(fits, asked);
  });
}

const openCreate = (
  address = "/deliveries/create",
  options: readonly Partial<DeliveryOption>[] = [daily],
  amount = 3,
) => open(address, { answers: (server) => replyShop(server, options, amount) });

/** From the start to the choice of boxes. */
async function toBoxes(options: readonly Partial<DeliveryOption>[] = [daily], amount = 3) {
  const opened = await openCreate("/deliveries/create", options, amount);
  await choose("Kunde", "Klinikum Nord");
  await next.click();
  await expect.element(page.getByRole("radio", { name: /Wochentour/ })).toBeChecked();
  await next.click();
  await expect.element(lookup).toHaveFocus();
  return opened;
}

/** From the start to the summary, with the first box. */
async function toSummary(options: readonly Partial<DeliveryOption>[] = [daily]) {
  const opened = await toBoxes(options);
  await whole(1).click();
  await next.click();
  await expect.element(question("Stimmt alles?")).toBeVisible();
  await expect.element(field("Lieferdatum")).toHaveFocus();
  return opened;
}

describe("staff", () => {
  test("are led to the last step that can be entered", async () => {
    const { address, goTo } = await openCreate("/deliveries/create?step=3");
    await expect.poll(address).toBe("/deliveries/create?step=0");
    await choose("Kunde", "Klinikum Nord");
    goTo("/deliveries/create?step=3");
    await expect.poll(address).toBe("/deliveries/create?step=1");
    await expect.element(page.getByRole("radio", { name: /^Wochentour/ })).toBeChecked();
    goTo("/deliveries/create?step=3");
    await expect.poll(address).toBe("/deliveries/create?step=2");
    await expect.element(next).toHaveAttribute("aria-disabled", "true");
    await expect.element(next).toHaveAccessibleDescription("Bitte erst mindestens eine Box oder einen Inhalt wählen");
    goTo("/deliveries/create?step=7");
    await expect.element(question("Für welchen Kunden?")).toBeVisible();
  });

  test("choose a customer first", async () => {
    await openCreate();
    await next.click();
    await expectError("Kunde", "Bitte auswählen");
  });

  test("get a message instead of options that a customer does not have", async () => {
    await openCreate("/deliveries/create", []);
    await choose("Kunde", "Klinikum Nord");
    await next.click();
    await expect.element(page.getByText(refused.noOptions.message)).toBeVisible();
  });

  test("choose an option by its days, times, price and next day", async () => {
    const weekly = { description: "Montags", days: "1", to: "16:00", prior: 24, price: "1234.50" };
    await openCreate("/deliveries/create", [daily, weekly]);
    await choose("Kunde", "Klinikum Nord");
    await next.click();
    await expect.element(next).toHaveAccessibleDescription("Bitte erst eine Lieferoption wählen");
    const card = page.getByText("Montags", { exact: true }).element().closest("label");
    expect(card?.textContent).toContain("MO, 08:00 – 16:00 Uhr, Lieferfenster 4 h");
    expect(card?.textContent).toMatch(/1\.234,50\s€/);
    const day = nextDeliveryDay({ days: [1], to: "16:00", prior: 24 }, new Date());
    expect(card?.textContent).toContain(`Nächste Lieferung: Montag, ${showDate(day)}`);
    await expectGoodLooks();
    await page.getByRole("radio", { name: /^Scan/ }).click();
    expect(card?.textContent).toMatch(/^MontagsMOFertig bis: Montag/);
  });

  test("leave by Esc and find everything again", async () => {
    const { address, back } = await toBoxes();
    await whole(1).click();
    await lookup.fill("Akte");
    await userEvent.keyboard("{Escape}");
    await expect.element(lookup).toHaveValue("");
    await userEvent.keyboard("{Escape}");
    await expect.poll(address).toBe("/deliveries/overview");
    back();
    await expect.poll(basket).toEqual([expect.stringContaining("Box 0042.000.001")]);
  });

  test("throw away what they began, after a question", async () => {
    const { address, goTo } = await toSummary();
    await button("Verwerfen").click();
    const asked = page.getByRole("alertdialog");
    await expect.element(asked).toMatchTextContent("Die Auswahl von 1 Box geht verloren.");
    await asked.getByRole("button", { name: "Verwerfen" }).click();
    await expect.poll(address).toBe("/deliveries/overview");
    goTo("/deliveries/create?step=3");
    await expect.poll(address).toBe("/deliveries/create?step=0");
  });
});

test("the step of the boxes is readable", async () => {
  await toBoxes();
  await whole(1).click();
  await expectGoodLooks();
});

describe("the lookup", () => {
  const lookups = ({ server }: Awaited<ReturnType<typeof toBoxes>>) =>
    server.asked(listBoxes).map(({ query }) => query);

  test("asks once, half a second after the last letter, over codes and contents", async () => {
    const opened = await toBoxes();
    await expect.element(found.getByText("3 Boxen eingelagert")).toBeVisible();
    const before = lookups(opened).length;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (const text of ["p", "pl", "pla", "plan"]) {
      await fillAndSettle(lookup, text);
      vi.advanceTimersByTime(250); // waiting for the page lets some of the stopped time pass, too
    }
    expect(lookups(opened).slice(before)).toEqual([]);
    vi.advanceTimersByTime(500);
    vi.useRealTimers();
    await expect.element(found.getByText("1 Box gefunden")).toBeVisible();
    expect(lookups(opened).slice(before)).toEqual([
      expect.objectContaining({ owner_id: "7", state: "1", search: "plan" }),
    ]);
    await lookup.fill("000.003");
    await expect.element(whole(3)).toBeVisible();
    expect(found.getByRole("checkbox").elements()).toHaveLength(1);
    await lookup.fill("gibt es nicht");
    await expect.element(found.getByText(/Keine eingelagerte Box des Kunden passt zu „gibt es nicht“\./)).toBeVisible();
  });

  test("looks for digits in the contents, too, where no code has them", async () => {
    const opened = await toBoxes();
    opened.server.reply(listBoxes, (call) => {
      const [box] = boxesOf(1);
      const content = { id: 1, text: "Jahrgang 1987654", state: 0 as const, created: box!.created, box: 1 };
      const fits = call.query["search"] === "1987654" ? [{ ...box!, state: 1 as const, content: [content] }] : [];
      return pageOf(fits, call);
    });
    await lookup.fill("1987654");
    await expect.element(inside("Jahrgang 1987654")).toBeVisible();
  });

  test("says beside a content why it cannot be ordered, and beside its box, too", async () => {
    const opened = await toBoxes();
    opened.server.reply(listBoxes, (call) => {
      const states = [
        [2, 0],
        [3, 0],
      ] as const;
      const boxes = boxesOf(2).map((box, at) => ({
        ...box,
        state: 1 as const,
        content: (states[at] ?? []).map((state, index) => ({
          id: box.id * 10 + index,
          text: `${index === 0 ? "Akte" : "Plan"} ${box.id}`,
          state,
          created: box.created,
          box: box.id,
        })),
      }));
      return pageOf(boxes, call);
    });
    await lookup.fill("0042");
    const line = (number: number) => found.getByRole("listitem").filter({ hasText: `Box 0042.000.00${number}` });
    await expect.element(line(1).getByText("Inhalt wurde bereits angefordert")).toBeVisible();
    const together = "Nicht als ganze Box: Ein Inhalt ist bereits einzeln angefordert.";
    await expect.element(line(1).getByText(together)).toBeVisible();
    expect(whole(1).elements()).toEqual([]);
    await expect.element(line(2).getByText("Inhalt existiert nicht")).toBeVisible();
    await whole(2).click();
    await inside("Plan 1").click();
    await expect.poll(basket).toHaveLength(2);
    await expectGoodLooks();
  });

  test("takes a whole code by Enter, as a scan", async () => {
    const { address } = await toBoxes();
    await lookup.fill("0042000002");
    await userEvent.keyboard("{Enter}");
    await expect.poll(basket).toEqual([expect.stringContaining("Box 0042.000.002")]);
    expect(address()).toBe("/deliveries/create?step=2");
  });

  test("takes the contents of a box with it, and gives each line back", async () => {
    await toBoxes();
    await inside("Akte").click();
    await expect.poll(basket).toEqual([expect.stringContaining("Akte")]);
    await whole(1).click();
    await expect.poll(basket).toEqual([expect.stringContaining("Box 0042.000.001")]);
    await expect.poll(() => found.getByText("kommt mit der Box").length).toBe(2);
    await button("Box 0042.000.001 entfernen").click();
    await expect.element(whole(1)).not.toBeChecked();
    await expect.element(next).toHaveAttribute("aria-disabled", "true");
  });

  test("shows at least four results on the smallest phone, each led by what was looked for", async () => {
    await page.viewport(360, 640);
    const { server } = await toBoxes([daily], 8);
    const texts = server.example(listBoxes).results;
    server.reply(listBoxes, (asked) => {
      const box = texts[0]!;
      const content = { id: 1, text: "Vorgang 12", state: 0 as const, created: box.created, box: 1 };
      return pageOf(
        boxesOf(5).map((one) => ({ ...one, state: 1 as const, content: [{ ...content, id: one.id }] })),
        asked,
      );
    });
    await lookup.fill("vorgang");
    await expect.element(found.getByText("5 Boxen gefunden")).toBeVisible();
    await expect.poll(() => document.querySelector("mark")?.textContent).toBe("Vorgang");
    const inSight = () =>
      found
        .getByRole("checkbox", { name: /^Box / })
        .elements()
        .filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length;
    await expect.poll(inSight).toBeGreaterThanOrEqual(4);
  });

  test("shows more than thirty boxes on demand", async () => {
    await toBoxes([daily], 33);
    await expect.element(found.getByText("33 Boxen eingelagert, davon 30 gezeigt")).toBeVisible();
    await button("Mehr Boxen zeigen").click();
    await expect.poll(() => found.getByRole("checkbox", { name: /^Box / }).length).toBe(33);
  });
});

describe("the summary", () => {
  test("says before sending that a day is too early, none, or no day of the option", async () => {
    const mondays = { ...daily, days: "1" };
    const { server } = await toSummary([mondays]);
    const monday = nextDeliveryDay({ days: [1], to: daily.to, prior: 0 }, new Date());
    const tuesday = addDays(monday, 1);
    const day = field("Lieferdatum");
    await expect.element(day).toHaveValue(showDate(monday));
    await day.fill(showDate(addDays(monday, -7)));
    await expectError("Lieferdatum", refused.dateTooEarly(showDate(monday)).message);
    await day.fill(showDate(tuesday));
    await expectError("Lieferdatum", refused.wrongWeekday("MO", showDate(monday)).message);
    await day.fill(showDate(closedDay));
    await expectError("Lieferdatum", refused.closedThen(showDate(closedDay), "Inventur", showDate(monday)).message);
    await day.fill("31.02.2031");
    await send.click();
    await expectError("Lieferdatum", "Ungültig");
    await expect.element(day).toHaveFocus();
    expect(server.asked(createDelivery)).toEqual([]);
    await button(`Montag, ${showDate(monday)}`).click();
    await expect.element(day).toHaveValue(showDate(monday));
    await day.fill(showDate(tuesday).slice(0, 6));
    await userEvent.keyboard("{Tab}");
    await expect.element(day).toHaveValue(showDate(tuesday)); // a day without a year is the next one
    await day.fill("morgens");
    await userEvent.keyboard("{Enter}");
    await expectError("Lieferdatum", "Ungültig");
    await day.fill(showDate(monday).replace(/\.20(\d\d)$/, ".$1"));
    await userEvent.keyboard("{Enter}");
    await expect.element(added).toBeVisible();
    expect(server.asked(createDelivery).map(({ body }) => (body as { date: string }).date)).toEqual([monday]);
  });

  test("says beside the date what the server has against it", async () => {
    const { server } = await toSummary();
    const { message } = refused.dateTooEarly("01.12.2026");
    server.refuse(createDelivery, 400, { date: [message] }, "delivery_day");
    await send.click();
    await expectError("Lieferdatum", message);
    const earliest = nextDeliveryDay({ days: [1, 2, 3, 4, 5, 6, 7], to: daily.to, prior: 0 }, new Date());
    await field("Lieferdatum").fill(showDate(addDays(earliest, 1)));
    await expectError("Lieferdatum", "");
    server.reply(createDelivery, server.example(createDelivery));
    await send.click();
    await expect.element(added).toBeVisible();
  });

  test("lets staff change the price, exact and as Germans write it", async () => {
    const { server } = await toSummary();
    await price.fill("");
    await send.click();
    await expectError("Preis in Euro", "Bitte ausfüllen");
    await price.fill("12,505");
    await expectError("Preis in Euro", "Ungültig");
    await send.click();
    expect(server.asked(createDelivery)).toEqual([]);
    await price.fill("1.000,10");
    await send.click();
    await expect.element(added).toBeVisible();
    expect(server.asked(createDelivery)[0]?.body).toMatchObject({ price: "1000.10" });
  });

  test("keeps everything where the server does not answer", async () => {
    const { server } = await toSummary();
    server.fail(createDelivery);
    await send.click();
    await expect.element(page.getByRole("alert").getByText(/Keine Verbindung zum Server\./)).toBeVisible();
    server.reply(createDelivery, server.example(createDelivery));
    await send.click();
    await expect.element(added).toBeVisible();
  });

  test("leads back to the boxes when the last line is taken out", async () => {
    const { address } = await toSummary();
    await button("Box 0042.000.001 entfernen").click();
    await expect.poll(address).toBe("/deliveries/create?step=2");
    await expect.element(lookup).toHaveFocus();
  });
});
