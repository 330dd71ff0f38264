import { expect, test } from "vitest";
import { getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const owner = await a.customer();
const box = await a.box({ owner });
await a.content({ box });
const people = { staff: await server.asStaff(), "a customer user": await server.asCustomer(owner) };

let statements = 0;
db.pools.reading.on("acquire", () => statements++);

test.each(Object.entries(people))(
  "%s is answered by two statements, who asks and what they asked for, however much a list or a box holds",
  async (name, client) => {
    const calls = {
      "a page of boxes": () => client.call(listBoxes, {}),
      "the largest page": () => client.call(listBoxes, { query: { limit: 1000, order_by: "customer", state: 1 } }),
      "a search": () => client.call(listBoxes, { query: { contain_content: "akte", contain_code: "1" } }),
      "a page beyond the end": () => client.call(listBoxes, { query: { offset: 1_000_000 } }),
      "a box": () => client.call(getBox, { path: { id: box.id } }),
      "a page of deliveries": () => client.call(listDeliveries, {}),
      "deliveries with a box": () => client.call(listDeliveries, { query: { box: box.code, content: "akte" } }),
    };
    const counted: Record<string, number> = {};
    for (const [asked, call] of Object.entries(calls)) {
      statements = 0;
      await call();
      counted[asked] = statements;
    }
    // among everybody's contents a search asks first how frequent its words are (decision 139)
    const more = name === "staff" ? { "a search": 3 } : {};
    expect(counted).toEqual({ ...Object.fromEntries(Object.keys(calls).map((asked) => [asked, 2])), ...more });
  },
);
