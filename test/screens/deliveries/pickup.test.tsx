import { describe, expect, test } from "vitest";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import { getDelivery, listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { button, expectError, expectGoodLooks, field } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

/** A customer with so many options, who ordered last by the second one, after which something came back. */
function replyOptions(server: Stub, amount: number) {
  const customer = server.example(getCustomer);
  const deliveryoptions = Array.from({ length: amount }, (_, at) => ({ ...customer.deliveryoptions[0]!, id: at + 1 }));
  server.reply(getCustomer, { ...customer, deliveryoptions });
  const { id, code, name } = customer;
  const orders = server.example(listDeliveries);
  const order = { ...orders.results[0]!, customer: { id, code, name } };
  const results = [
    { ...order, id: 31, kind: 1 as const },
    { ...order, id: 30, kind: 0 as const },
  ];
  server.reply(listDeliveries, { ...orders, results });
  server.reply(getDelivery, { ...server.example(getDelivery), id: 30, delivery_option: deliveryoptions[1] ?? null });
}

describe("a pick-up", () => {
  test.each([
    ["only option", 1, "1"],
    ["option of the last order", 3, "2"],
  ])("chooses the %s by itself", async (_which, amount, chosen) => {
    await open("/deliveries/pickup", { who: customerUser, answers: (server) => replyOptions(server, amount) });
    await expect.element(field("Lieferoption")).toHaveValue(chosen);
    await expectGoodLooks();
  });

  test("keeps what is wrong with the rest when it chooses late", async () => {
    let answer = () => {};
    const answers = (server: Stub) => {
      replyOptions(server, 2);
      answer = server.hold(getDelivery);
    };
    await open("/deliveries/pickup", { who: customerUser, answers });
    await expect.element(field("Lieferoption")).toBeEnabled();
    await button("Abholung bestellen").click();
    await expectError("Lieferoption", "Bitte auswählen");
    answer();
    await expect.element(field("Lieferoption")).toHaveValue("2");
    await expect.element(field("Lieferoption")).toHaveAttribute("aria-invalid", "false");
    await expect.poll(() => document.body.textContent).toContain("Bitte wählen Sie, was abgeholt wird");
  });
});
