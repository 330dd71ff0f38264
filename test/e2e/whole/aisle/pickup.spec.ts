import { createPickup, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { everyDay } from "#test/e2e/support/delivery-wizard.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, goOffline, inFlow, phone, read, said } from "#test/e2e/support/phone.ts";
import { newWorker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

test("a pick-up is received at the dock without a network, its new boxes too; what is sent later ends it", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const customer = await api.customer();
  const option = await api.option(customer, { days: everyDay, to: "23:59", prior: 0 });
  const [out] = await api.stored(1, customer);
  await api.scan({ kind: "release", code: out.code, text: "" });
  const pickup = await api.call(createPickup, {
    body: { customer: customer.id, delivery_option: option.id, boxes: [out.id], new_boxes: 2 },
  });
  await beginAtShelf(page, await newWorker(api));
  await inFlow(page, "receive", "Retour");
  const announced = page.getByRole("region", { name: `Abholung ${showDeliveryCode(pickup.code)}` });
  await expect(announced).toContainText("3 fehlen noch");
  await goOffline(page);
  for (const { code } of pickup.boxes) {
    await read(page, code);
    await expect(said(page)).toContainText(`Angekündigt mit ${showDeliveryCode(pickup.code)}.`);
  }
  await expect(announced).toContainText("alles da");
  await context.setOffline(false);
  const path = { id: pickup.id };
  await expect.poll(async () => (await api.call(getDelivery, { path })).state).toBe(2);
  const { boxes } = await api.call(getDelivery, { path });
  expect(boxes.map(({ state, received }) => [state, received])).toEqual([
    [5, true],
    [5, true],
    [5, true],
  ]);
});
