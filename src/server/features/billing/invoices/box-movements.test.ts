import { expect, test } from "vitest";
import { boxMovements, issueInvoice } from "#contract/calls/billing/invoices.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { scanned } from "#test/life/box-life-orders.ts";
import { age } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const today = berlinDay(new Date());

expensive("an invoice and its annex on paper")(
  "the annex of an invoice names each box that came, went or was measured anew, with the stock of the day",
  async () => {
    const owner = await a.customer({ name: "Klinikum Nord" });
    const [stays, leaves, grows, within] = [
      await a.box({ owner, state: 1 }),
      await a.box({ owner, state: 1 }),
      await a.box({ owner, state: 1 }),
      await a.box({ owner, state: 1 }),
    ];
    await scanned(staff, { kind: "release", code: within.code, text: "" });
    await age(connection, 1);
    await scanned(staff, { kind: "release", code: leaves.code, text: "" });
    const { number: at } = grows;
    await staff.call(editMeta, { body: { customer: { id: owner.id }, from: at, to: at, size: 1250 } });
    const back = Number(today.slice(8)) + 10;
    await age(connection, back);
    const day = addDays(today, -back);
    const month = addMonths(today.slice(0, 7), -1);
    expect(day.slice(0, 7)).toBe(month);
    const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };
    await staff.call(editCustomer, { path: { id: owner.id }, body: address });
    const { id, number } = await staff.call(issueInvoice, { body: { customer: owner.id, month } });
    const { bytes, headers } = await staff.download(boxMovements, { path: { id } });
    expect(headers.get("content-disposition")).toContain(`${number}-Boxenbewegungen.pdf`);
    const text = textOf(bytes).replaceAll(/\s+/g, " ");
    expect(text).toContain("Bestand vorher 0 Boxen, 0,00 m");
    expect(text).toContain(`${showDate(day)}, am Ende des Tages 2 Boxen, 1,65 m`);
    expect(text).toContain(`${showBoxCode(leaves.code)} ausgelagert -0,40 m`);
    expect(text).toContain(`${showBoxCode(grows.code)} Größe geändert +0,85 m`);
    expect(text).toContain(`${showBoxCode(stays.code)} eingelagert +0,40 m`);
    expect(text).not.toContain(showBoxCode(within.code));
  },
);

test("is there for who may see the invoice, and for nobody else", async () => {
  const owner = await a.customer();
  const { id } = await a.invoice(owner, { id: staff.userId });
  const other = await server.asCustomer(await a.customer());
  expect((await other.ask(boxMovements, { path: { id } })).status).toBe(404);
  const user = await server.asCustomer(owner);
  expect((await user.ask(boxMovements, { path: { id } })).status).toBe(403);
  const { bytes } = await staff.download(boxMovements, { path: { id } });
  expect(textOf(bytes)).toContain("Boxenbewegungen");
});
