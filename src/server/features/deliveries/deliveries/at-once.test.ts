import { afterAll, describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { editBox, getBox } from "#contract/calls/stock/boxes.ts";
import {
  cancelDelivery,
  completeDelivery,
  createDelivery,
  editDelivery,
  getDelivery,
  postCancelDelivery,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import { Database, type Transaction } from "#server/database/database.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { anyDay, ordered, scanned } from "#test/life/box-life-orders.ts";
import { type Answer, type Client, testServer } from "#test/support/client.ts";
import { manyWriters, testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import type { Box } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

/** Counts how often work had to be done again, which only a deadlock or a conflict makes necessary. */
class Watched extends Database {
  repeated = 0;

  override write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    let attempts = 0;
    return super.write((tx) => {
      if (attempts++ > 0) this.repeated++;
      return work(tx);
    });
  }
}

const { connection } = await testDatabase();
const databases = [0, 1].map(() => new Watched(connection, { sizes: manyWriters })) as [Watched, Watched];
afterAll(() => Promise.all(databases.map((database) => database.close())));
const [db] = databases;
const servers = [await testServer(databases[0]), await testServer(databases[1])] as const;
const { a } = servers[0];
const staff = await servers[0].asStaff();
const other = await servers[1].asStaff();
const rounds = repeated(3, 12);

/** Every proof holds, and nobody had to try again. */
async function sound(): Promise<void> {
  expect(await runChecks(db)).toEqual([]);
  expect(databases.map((each) => each.repeated)).toEqual([0, 0]);
}

const look = (id: number) => staff.call(getDelivery, { path: { id } });
const kinds = async ({ id }: Box) =>
  (await staff.call(getBox, { path: { id } })).history.map(({ state }) => state).slice(2);
/** Outcome of each of two things at the same moment: an answer or a scan was done, or why not. */
type Outcome = "done" | "refused";
const said = ({ status, text }: Answer): Outcome => {
  expect([200, 400], text).toContain(status);
  return status === 200 ? "done" : "refused";
};
const pick = async (client: Client, delivery: number, { code }: Box): Promise<Outcome> =>
  (await scanned(client, { kind: "pick", delivery, code }))?.status ?? "refused";

async function open(boxes = 3) {
  const owner = await a.customer();
  const made: Box[] = [];
  for (let index = 0; index < boxes; index++) made.push(await a.box({ owner, state: 1 }));
  const content = await a.content({ box: await a.box({ owner, state: 1 }) });
  const { id } = await ordered({ a, client: staff, owner }, made, [content]);
  return { owner, boxes: made, first: made[0] as Box, content, id, path: { id } };
}

expensive("200 boxes in eighty baskets on two servers")(
  "200 boxes, each in two baskets that two servers get at the same moment: each is in one delivery",
  async () => {
    const owner = await a.customer();
    const user = await a.user({ customers: [owner] });
    const clients = [await servers[0].as(user), await servers[1].as(user)] as const;
    const boxes: Box[] = [];
    for (let index = 0; index < 200; index++) boxes.push(await a.box({ owner, state: 1 }));
    const option = await a.option({ owner, ...anyDay });
    const order = (client: Client, some: readonly Box[]) => {
      const ids = some.map(({ id }) => id);
      return client.ask(createDelivery, { body: { customer: owner.id, delivery_option: option.id, boxes: ids } });
    };
    // forty pairs of baskets: one of five boxes in a row, one of five that stand forty apart, backwards
    const baskets = Array.from({ length: 40 }, (_, index) => [
      boxes.slice(index * 5, index * 5 + 5),
      [4, 3, 2, 1, 0].map((step) => boxes[index + step * 40] as Box),
    ]).flat();
    const answers = await Promise.all(baskets.map((basket, index) => order(clients[index % 2] ?? clients[0], basket)));
    const lines = await db.read.selectFrom("delivery_boxes").select(["delivery_id", "box_id", "open"]).execute();
    const deliveries = await db.read.selectFrom("deliveries").select("id").execute();
    const won = answers.filter(({ status }) => status === 201);
    expect(deliveries.length).toBe(won.length);
    expect(lines.length).toBe(won.length * 5);
    expect(new Set(lines.map(({ box_id }) => box_id)).size, "no box is in two deliveries").toBe(lines.length);
    const taken = new Set(lines.map(({ box_id }) => box_id));
    for (const [index, { status, text, body }] of answers.entries()) {
      const basket = baskets[index] ?? [];
      if (status === 201) continue;
      expect(status, text).toBe(400);
      const { boxes: problems } = body as unknown as { boxes: string[] };
      const named = basket.filter(({ code }) => problems.includes(`Box ${showBoxCode(code)} ist angefordert.`));
      expect(named.length, text).toBe(problems.length);
      expect(
        named.every(({ id }) => taken.has(id)),
        text,
      ).toBe(true);
    }
    for (const box of boxes) expect(await kinds(box)).toEqual(taken.has(box.id) ? [2] : []);
    await sound();
  },
);

expensive("200 boxes in two baskets at once")(
  "two baskets of the same 200 boxes, forwards and backwards: one is a delivery, the other names what was taken",
  async () => {
    for (let round = 0; round < repeated(1, 3); round++) {
      const owner = await a.customer();
      const boxes: Box[] = [];
      for (let index = 0; index < 200; index++) boxes.push(await a.box({ owner, state: 1 }));
      const option = await a.option({ owner, ...anyDay });
      const order = (client: Client, some: readonly Box[]) =>
        client.ask(createDelivery, {
          body: { customer: owner.id, delivery_option: option.id, boxes: some.map(({ id }) => id) },
        });
      const answers = await Promise.all([order(staff, boxes), order(other, boxes.toReversed())]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]));
      const lost = answers.find(({ status }) => status === 400)?.body as unknown as { boxes: string[] };
      const [first] = [boxes[0], boxes[199]].map((box) => `Box ${showBoxCode(box?.code ?? "")} ist angefordert.`);
      expect(lost.boxes.length).toBe(50);
      expect(lost.boxes[0]).toMatch(/^Box \d{4}\.\d{3}\.\d{3} ist angefordert\.$/);
      if (answers[0]?.status === 400) expect(lost.boxes[0]).toBe(first);
      const { rows } = await db.pools.writing.query("select count(*) from deliveries where customer_id = $1", [
        owner.id,
      ]);
      expect(rows).toEqual([{ count: 1 }]);
    }
    await sound();
  },
);

expensive("a race of two orders, three times, and proofs")(
  "a box and one of its contents in two baskets at the same moment: one is ordered",
  async () => {
    for (let round = 0; round < rounds; round++) {
      const owner = await a.customer();
      const box = await a.box({ owner, state: 1 });
      const content = await a.content({ box });
      const option = await a.option({ owner, ...anyDay });
      const order = (client: Client, things: object) =>
        client.ask(createDelivery, { body: { customer: owner.id, delivery_option: option.id, ...things } });
      const answers = await Promise.all([
        order(staff, { boxes: [box.id] }),
        order(other, { boxcontents: [content.id] }),
      ]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]));
      expect((await kinds(box)).filter((kind) => kind === 2).length).toBe(1);
    }
    await sound();
  },
);

describe("at the same moment, on two servers,", () => {
  expensive("a race of cancel and start, three times, and proofs")("cancel and start: one wins", async () => {
    for (let round = 0; round < rounds; round++) {
      const { path, id } = await open();
      const [cancelled, started] = await Promise.all([
        staff.ask(cancelDelivery, { path }).then(said),
        other.ask(startDelivery, { path }).then(said),
      ]);
      expect([cancelled, started].toSorted()).toEqual(["done", "refused"]);
      const { state, events } = await look(id);
      expect(state).toBe(cancelled === "done" ? 3 : 1);
      expect(events.map(({ kind }) => kind)).toEqual(["created", cancelled === "done" ? "canceled" : "started"]);
    }
    await sound();
  });

  expensive("a race of pick and cancel, three times, and proofs")(
    "pick and cancel: what is picked is not cancelled, what is cancelled not picked",
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { path, id, boxes, first } = await open();
        const [picked, cancelled] = await Promise.all([
          pick(other, id, first),
          staff.ask(postCancelDelivery, { path }).then(said),
        ]);
        expect([picked, cancelled].toSorted()).toEqual(["done", "refused"]);
        const delivery = await look(id);
        expect([delivery.state, delivery.boxes[0]?.picked]).toEqual(picked === "done" ? [1, true] : [3, false]);
        expect(await kinds(first)).toEqual(picked === "done" ? [2, 17] : [2, 21]);
        expect(await kinds(boxes[1] as Box)).toEqual(picked === "done" ? [2] : [2, 21]);
      }
      await sound();
    },
  );

  expensive("a race of complete and pick, three times, and proofs")(
    "complete and the last pick: it is handed over with everything, or not yet",
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { path, id, boxes, content, first } = await open(2);
        const last = boxes[1] as Box;
        await pick(staff, id, first);
        await scanned(staff, { kind: "pick", delivery: id, content: content.id });
        const [completed, picked] = await Promise.all([
          staff.ask(completeDelivery, { path }).then(said),
          pick(other, id, last),
        ]);
        expect(picked).toBe("done");
        const { state } = await look(id);
        expect(state).toBe(completed === "done" ? 2 : 1);
        for (const box of boxes) expect(await kinds(box)).toEqual(completed === "done" ? [2, 17, 3] : [2, 17]);
      }
      await sound();
    },
  );

  expensive("a race of six picks, three times, and proofs")(
    "two picks of one box, and of the boxes of one delivery: each is picked once, and the work begins once",
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { id, boxes, first } = await open();
        const outcomes = await Promise.all([
          ...[staff, other, staff, other].map((client) => pick(client, id, first)),
          ...boxes.slice(1).map((box, index) => pick(index % 2 === 0 ? other : staff, id, box)),
        ]);
        expect(outcomes.slice(0, 4).toSorted()).toEqual(["done", "refused", "refused", "refused"]);
        expect(outcomes.slice(4)).toEqual(["done", "done"]);
        const { events } = await look(id);
        expect(events.map(({ kind }) => kind)).toEqual(["created", "started"]);
        for (const box of boxes) expect(await kinds(box)).toEqual([2, 17]);
      }
      await sound();
    },
  );

  expensive("a race of equal steps, three times, and proofs")(
    "two completes, two cancels, two starts: each happens once, both hear that it has",
    async () => {
      for (let round = 0; round < rounds; round++) {
        const [one, two] = [await open(1), await open(1)];
        await pick(staff, one.id, one.first);
        await scanned(staff, { kind: "pick", delivery: one.id, content: one.content.id });
        const answers = await Promise.all([
          ...[staff, other].map((client) => client.ask(completeDelivery, { path: one.path })),
          ...[staff, other].map((client) => client.ask(cancelDelivery, { path: two.path })),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        expect((await look(one.id)).events.map(({ kind }) => kind)).toEqual(["created", "started", "completed"]);
        expect((await look(two.id)).events.map(({ kind }) => kind)).toEqual(["created", "canceled"]);
        expect([await kinds(one.first), await kinds(two.first)]).toEqual([
          [2, 17, 3],
          [2, 21],
        ]);
      }
      await sound();
    },
  );

  expensive("a race of receive and cancel, three times, and proofs")(
    "receive and cancel: the box that is back is not freed by the cancellation",
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { path, id, boxes, first } = await open();
        const [received, cancelled] = await Promise.all([
          scanned(other, { kind: "receive", code: first.code }),
          staff.ask(cancelDelivery, { path }).then(said),
        ]);
        expect(cancelled).toBe("done");
        expect((await look(id)).state).toBe(3);
        expect(await kinds(first)).toEqual(received?.status === "done" ? [2, 4] : [2, 21]);
        expect(await kinds(boxes[1] as Box)).toEqual([2, 21]);
      }
      await sound();
    },
  );

  test("edit and cancel: the price is changed before, or refused after", async () => {
    for (let round = 0; round < rounds; round++) {
      const { path, id } = await open(1);
      const [edited, cancelled] = (
        await Promise.all([
          other.ask(editDelivery, { path, body: { price: "77.70" } }),
          staff.ask(cancelDelivery, { path }),
        ])
      ).map(said);
      expect(cancelled).toBe("done");
      const { state, price, events } = await look(id);
      expect([state, price]).toEqual([3, edited === "done" ? "77.70" : "12.50"]);
      expect(events.map(({ kind }) => kind)).toEqual(["created", ...(edited === "done" ? ["price"] : []), "canceled"]);
    }
    await sound();
  });

  test("the two last lines of a return: it completes once, whichever came last", async () => {
    for (let round = 0; round < rounds; round++) {
      const owner = await a.customer();
      const [one, two] = [await a.box({ owner, state: 2 }), await a.box({ owner, state: 2 })];
      const { id } = await a.delivery({ owner, kind: 1, boxes: [one, two] });
      const results = await Promise.all([
        scanned(staff, { kind: "receive", code: one.code }),
        scanned(other, { kind: "missing", delivery: id, code: two.code, text: "verloren" }),
      ]);
      expect(results.map((result) => result?.status)).toEqual(["done", "done"]);
      const { state, events } = await look(id);
      expect([state, events.map(({ kind }) => kind)]).toEqual([2, ["created", "completed"]]);
    }
    await sound();
  });

  test("order and mark, order and release: a box that is promised neither leaves nor is marked", async () => {
    for (let round = 0; round < rounds; round++) {
      const owner = await a.customer();
      const [one, two] = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 1 })];
      const option = await a.option({ owner, ...anyDay });
      const body = { customer: owner.id, delivery_option: option.id, boxes: [one.id, two.id] };
      const [made, marked, released] = await Promise.all([
        staff.ask(createDelivery, { body }),
        other.ask(editBox, { path: { id: one.id }, body: { state: 7 } }),
        scanned(other, { kind: "release", code: two.code, text: "" }),
      ]);
      const lost = [said(marked), released?.status];
      expect(made.status).toBe(lost.includes("done") ? 400 : 201);
      if (made.status === 400) expect(lost).not.toEqual(["refused", "refused"]);
    }
    await sound();
  });
});
