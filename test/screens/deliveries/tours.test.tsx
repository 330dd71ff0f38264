import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getTour, setStops } from "#contract/calls/deliveries/tours.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { TourState } from "#rules/deliveries/tours.ts";
import { button, expectGoodLooks } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const first = [101, 102, 103, 104];
const later = (delivery: number) => button(`Lieferung ${showDeliveryCode(delivery)} später`);
const shown = () =>
  page
    .getByRole("list", { name: "Halte" })
    .getByRole("button", { name: /später$/ })
    .elements()
    .map((each) => Number(/stop-(\d+)-down/.exec(each.id)?.[1]));

/** A tour that keeps the order that it is given, as the server does. */
function tourOf(server: Stub, deliveries: readonly number[] = first) {
  const example = server.example(getTour);
  const [stop] = example.results;
  if (!stop) throw new Error("The example has no stop.");
  let order = deliveries;
  const tour = () => ({
    ...example,
    id: 7,
    state: TourState.planned,
    results: order.map((delivery) => ({
      ...stop,
      id: delivery,
      delivery,
      code: delivery,
      kind: DeliveryKind.customer,
      ended: null,
    })),
  });
  server.reply(getTour, tour);
  server.answer(setStops, ({ body }) => {
    order = (body as { deliveries: number[] }).deliveries;
    return { reply: tour() };
  });
}

test("a stop that is moved again while it is being saved stands where the last key put it, and so it is saved", async () => {
  let release = () => {};
  const { server } = await open("/tours/7", {
    answers: (stub) => {
      tourOf(stub);
      release = stub.hold(setStops);
    },
  });
  await expect.element(later(101)).toBeVisible();
  (later(101).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => server.asked(setStops).length).toBe(1);
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(page.getByText(`Lieferung ${showDeliveryCode(101)} ist jetzt Halt 4 von 4.`)).toBeVisible();
  expect(shown()).toEqual([102, 103, 104, 101]);
  await expectGoodLooks();
  release();
  await expect
    .poll(() => server.asked(setStops).map(({ body }) => body))
    .toEqual([
      { deliveries: [102, 101, 103, 104], before: [101, 102, 103, 104] },
      { deliveries: [102, 103, 101, 104], before: [102, 101, 103, 104] },
      { deliveries: [102, 103, 104, 101], before: [102, 103, 101, 104] },
    ]);
  expect(shown()).toEqual([102, 103, 104, 101]);
});

test("two keys at one moment are two steps, and what is taken off meanwhile is off", async () => {
  const { server } = await open("/tours/7", { answers: (stub) => tourOf(stub) });
  await expect.element(later(101)).toBeVisible();
  const [down, off] = [later(101).element(), button(`Lieferung ${showDeliveryCode(104)} entfernen`).element()];
  for (const each of [down, down, off] as HTMLElement[]) each.click();
  await expect.poll(shown).toEqual([102, 103, 101]);
  await expect
    .poll(() => server.asked(setStops).map(({ body }) => (body as { deliveries: number[] }).deliveries))
    .toEqual([
      [102, 101, 103, 104],
      [102, 103, 101, 104],
      [102, 103, 101],
    ]);
  await expect.poll(shown).toEqual([102, 103, 101]);
});

test("what could not be saved takes nothing with it that was wanted after it", async () => {
  const { server } = await open("/tours/7", { answers: (stub) => tourOf(stub) });
  await expect.element(later(101)).toBeVisible();
  const [down, next] = [later(101).element(), later(103).element()] as HTMLElement[];
  server.fail(setStops);
  const release = server.hold(setStops);
  down?.click();
  await expect.poll(() => server.asked(setStops).length).toBe(1);
  next?.click();
  tourOf(server);
  release();
  await expect
    .poll(() => server.asked(setStops).at(-1)?.body)
    .toEqual({ deliveries: [102, 101, 104, 103], before: first });
  await expect.poll(shown).toEqual([102, 101, 104, 103]);
});
