import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listAddresses } from "#contract/calls/customers/addresses.ts";
import { findBoxes } from "#contract/calls/stock/box-mentions.ts";
import {
  editDelivery,
  getDelivery,
  setDeliveryAddress,
  setDeliveryLines,
} from "#contract/calls/deliveries/deliveries.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { berlinDay } from "#rules/dates.ts";
import { editPause } from "#rules/lists/debounce.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { button, expectGoodLooks, fact, fillAndSettle, notice, title } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

const price = page.getByRole("textbox", { name: "Preis in Euro" });
const time = page.getByRole("textbox", { name: "Termin" });
const timeline = page.getByRole("region", { name: "Ablauf" }).getByRole("listitem");
async function expectShown(label: string, text: string) {
  await expect.poll(() => fact(label)?.textContent).toContain(text);
}

/** The page of a delivery that is open, whose changes stay. */
async function openDelivery(more: (delivery: DeliveryDetail) => Partial<DeliveryDetail> = () => ({})) {
  const opened = await open("/deliveries/8", {
    answers: (server) => {
      const example = server.example(getDelivery);
      let delivery = { ...example, ...more(example) };
      server.reply(getDelivery, () => delivery);
      server.reply(editDelivery, ({ body }) => {
        const { before: _before, ...changes } = body as { price?: string; time?: string; before: object };
        const [event] = delivery.events;
        const entry = { ...event!, kind: "price" as const, from: delivery.price, to: changes.price ?? null };
        delivery = { ...delivery, ...changes, events: [...delivery.events, entry] };
        return delivery;
      });
    },
  });
  await expect.element(title("Lieferung 000123")).toBeVisible();
  return { ...opened, sent: () => opened.server.asked(editDelivery).map(({ body }) => body) };
}

describe("staff who correct a delivery", () => {
  test("correct the price in place: after a pause, never empty, never nonsense", async () => {
    const { sent } = await openDelivery();
    await expect.element(price).toHaveValue("12,50");
    await price.fill("");
    await expectShown("Preis", "Bitte ausfüllen");
    await price.fill("viel");
    await expectShown("Preis", "Ungültig");
    expect(sent()).toEqual([]);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await fillAndSettle(price, "1.234,5");
    vi.advanceTimersByTime(editPause / 2);
    expect(sent()).toEqual([]);
    vi.advanceTimersByTime(editPause);
    vi.useRealTimers();
    await expect.element(notice("Lieferung aktualisiert")).toBeVisible();
    expect(sent()).toEqual([{ price: "1234.50", before: { price: "12.50" } }]);
    await userEvent.keyboard("{Tab}");
    await expect.element(price).toHaveValue("1.234,50");
    const changed = timeline.filter({ hasText: "Preis geändert" });
    await expect.element(changed).toMatchTextContent("von 12,50 € auf 1.234,50 €");
    expect(fact("Preis")?.textContent).not.toContain("Ungültig");
  });

  test("correct the time in place, in local time; it is sent in UTC", async () => {
    const { sent } = await openDelivery();
    await expect.element(time).toHaveValue("24.12.2026 08:00");
    const nextYear = Number(berlinDay(new Date()).slice(0, 4)) + 1;
    await time.fill(`31.2.${nextYear} 9:00`);
    await expectShown("Termin", "Ungültig");
    await time.fill(`1.7.${nextYear + 10} 9:30`);
    await expectShown("Termin", "Das Datum ist mehr als zwei Jahre von heute entfernt.");
    await time.fill(`1.7.${nextYear} 9:30`);
    await expect.element(notice("Lieferung aktualisiert")).toBeVisible();
    expect(sent()).toEqual([{ time: `${nextYear}-07-01T07:30:00.000Z`, before: { time: "2026-12-24T07:00:00.000Z" } }]);
    await userEvent.keyboard("{Tab}");
    await expect.element(time).toHaveValue(`01.07.${nextYear} 09:30`);
  });

  test("read what somebody else has set meanwhile, keep what they typed, and overwrite it only when they say so", async () => {
    const { server, sent } = await openDelivery();
    const current = { ...server.example(getDelivery), price: "20.00" };
    const { message } = refused.changedMeanwhile("20,00\u00a0€");
    server.reply(getDelivery, current);
    server.refuse(editDelivery, 400, { price: [message] }, "changed");
    await price.fill("30");
    await expectShown("Preis", "Inzwischen hat jemand anders das geändert: „20,00");
    await expect.element(price).toHaveValue("30");
    await expectGoodLooks();
    for (const route of [getDelivery, editDelivery]) server.reply(route, { ...current, price: "30.00" });
    await button("Erneut versuchen").click();
    await expectShown("Preis", "Gespeichert");
    expect(sent()).toEqual([
      { price: "30.00", before: { price: "12.50" } },
      { price: "30.00", before: { price: "20.00" } },
    ]);
  });

  test("see the facts as high as they are, however much has happened", async () => {
    await openDelivery(({ events: [event] }) => ({
      events: Array.from({ length: 20 }, (_, id) => ({
        ...event!,
        id,
        kind: "price" as const,
        from: "1.00",
        to: "2.00",
      })),
    }));
    await expect.poll(() => timeline.elements()).toHaveLength(21); // and the day on which it is due
    const heightOf = (part: Element | null) => part?.getBoundingClientRect().height ?? 0;
    const ways = page.getByRole("region", { name: "Ablauf" }).element();
    expect(heightOf(document.querySelector("main dl"))).toBeLessThan(heightOf(ways) / 2);
  });
});

describe("the address of an open delivery", () => {
  const [north, south] = ["Werk Nord", "Werk Süd"].map((name) => ({ name, street: "", postcode: "", city: "" }));
  const rest = { contact: "", phone: "", hours: "", note: "" };
  const addresses = [north!, south!].map((address, at) => ({
    ...address,
    ...rest,
    id: at + 1,
    is_default: at === 0,
  }));
  const openOrder = (state: 0 | 1 = 0) =>
    open("/deliveries/8", {
      answers: (server) => {
        const delivery = { ...server.example(getDelivery), kind: 0 as const, state, address: { ...north!, ...rest } };
        server.reply(getDelivery, delivery);
        server.reply(listAddresses, { results: addresses });
        server.reply(setDeliveryAddress, { ...delivery, address: { ...south!, ...rest } });
      },
    });

  test("is another one of the customer's after a choice, over the one that was seen", async () => {
    const { server } = await openOrder();
    await button("Adresse ändern").click();
    await expect.element(page.getByRole("dialog", { name: "Lieferadresse ändern" })).toBeVisible();
    await expectGoodLooks();
    await button("Adresse speichern").click();
    await expect.element(notice("Lieferung aktualisiert")).toBeVisible();
    expect(server.asked(setDeliveryAddress).map(({ body }) => body)).toEqual([
      { address: 2, before: { address: { ...north, ...rest } } },
    ]);
  });

  test("stays once the work has begun", async () => {
    await openOrder(1);
    await expect.element(page.getByText("Werk Nord", { exact: true })).toBeVisible();
    await expect.element(button("Adresse ändern")).not.toBeInTheDocument();
  });
});

describe("the boxes of an open delivery", () => {
  const mention = { line: "", codes: [], reason: null };
  const foundBox = {
    ...mention,
    text: "7",
    kind: "found" as const,
    box: { id: 77, code: "0001000007", state: 1 as const },
  };
  const dialog = page.getByRole("dialog", { name: "Boxen ändern" });
  const field = dialog.getByRole("textbox", { name: "Boxen hinzufügen" });
  const contents = dialog.getByRole("list", { name: "Inhalt der Lieferung" });
  const toSave = button("Boxen speichern");

  /** An open order of two boxes. */
  async function openOrder(state: 0 | 1 = 0) {
    const opened = await open("/deliveries/8", {
      answers: (server) => {
        const example = server.example(getDelivery);
        const fresh = { open: true, picked: false, missing: false, received: false, picked_at: null, missing_at: null };
        const line = { ...example.boxes[0]!, ...fresh, received_at: null, reason: null };
        const boxes = [
          { ...line, id: 1, code: "0001000001" },
          { ...line, id: 2, code: "0001000002" },
        ];
        const delivery = { ...example, kind: 0 as const, state, boxes, boxcontents: [], boxes_count: 2 };
        server.reply(getDelivery, delivery);
        server.reply(setDeliveryLines, delivery);
        server.reply(findBoxes, { results: [foundBox] });
      },
    });
    await expect.element(title("Lieferung 000123")).toBeVisible();
    return { ...opened, sent: () => opened.server.asked(setDeliveryLines).map(({ body }) => body) };
  }
  const begin = async (state: 0 | 1 = 0) => {
    const opened = await openOrder(state);
    await button("Boxen ändern").click();
    await expect.element(dialog).toBeVisible();
    return opened;
  };

  test("become fewer and more: what goes can be kept again, what is typed is looked up and comes in", async () => {
    const { server, sent } = await begin();
    await expect.element(toSave).toHaveAttribute("aria-disabled", "true");
    await button("Box 0001.000.001 herausnehmen").click();
    await button("Box 0001.000.002 herausnehmen").click();
    await expect.element(toSave).toHaveAttribute("aria-disabled", "true");
    await button("Box 0001.000.001 behalten").click();
    await field.fill("7");
    await userEvent.keyboard("{Enter}");
    await expect.element(contents).toMatchTextContent("Box 0001.000.007, kommt dazu");
    await expect.element(field).toHaveValue("");
    expect(server.asked(findBoxes).map(({ body }) => body)).toMatchObject([{ purpose: "order", text: "7" }]);
    await expectGoodLooks();
    await toSave.click();
    await expect.element(notice("Lieferung aktualisiert")).toBeVisible();
    expect(sent()).toEqual([{ boxes: [1, 77], boxcontents: [], before: { boxes: [1, 2], boxcontents: [] } }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("say why one cannot come in, and keep what was typed and chosen where saving fails", async () => {
    const { server, sent } = await begin();
    const reason = "Box 0001.000.008 ist angefordert.";
    const box = { id: 78, code: "0001000008", state: 4 as const };
    server.reply(findBoxes, { results: [foundBox, { ...foundBox, text: "8", kind: "refused", box, reason }] });
    await field.fill("7 8");
    await button("Hinzufügen").click();
    await expect.element(dialog.getByText(reason)).toBeVisible();
    await expect.element(field).toHaveValue("8");
    await expect.element(contents).toMatchTextContent("Box 0001.000.007, kommt dazu");
    await field.fill("");
    server.refuse(setDeliveryLines, 400, { boxes: ["Box 0001.000.007 ist angefordert."] });
    await toSave.click();
    await expect.element(dialog.getByRole("alert").getByText("Box 0001.000.007 ist angefordert.")).toBeVisible();
    await expect.element(contents).toMatchTextContent("Box 0001.000.007, kommt dazu");
    expect(sent()).toHaveLength(1);
    await button("Box 0001.000.007 nicht hinzufügen").click();
    await expect.element(contents).not.toMatchTextContent("kommt dazu");
  });

  test("stay once the work has begun", async () => {
    await openOrder(1);
    await expect.element(button("Boxen ändern")).not.toBeInTheDocument();
  });
});
