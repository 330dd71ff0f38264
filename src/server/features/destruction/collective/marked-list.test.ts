import { describe, expect, test } from "vitest";
import { destroyMarked, editBox, getBox, listMarked, postDestroyMarked } from "#contract/calls/stock/boxes.ts";
import { runChecks } from "#cli/check/check.ts";
import { digestOf } from "#server/database/destruction/marked-boxes.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const marked = (owner: Customer) => a.box({ owner, state: 7 });
const keep = (owner: Customer, boxes: Box[], begins: string) => a.kept({ owner, boxes, key: "ao-briefe", begins });
const ids = (boxes: readonly { readonly id: number }[]) =>
  boxes.map(({ id }) => id).toSorted((one, other) => one - other);
const stateOf = async ({ id }: { id: number }) => (await staff.call(getBox, { path: { id } })).state;
const edit = ({ id }: { id: number }, state: 1 | 7) => staff.call(editBox, { path: { id }, body: { state } });

/** Marked boxes of every kind: two customers destroy at once, one only what was approved, whatever its boxes' ends. */
async function archive() {
  const [free, procedure] = [await a.customer(), await a.customer()];
  const [plain, over, kept] = [await marked(free), await marked(free), await marked(free)];
  const [held, both] = [await marked(free), await marked(free)];
  const [approval, long, short] = [await marked(procedure), await marked(procedure), await marked(procedure)];
  await keep(free, [over], "2012-03-05");
  await keep(free, [kept, both], "2025-03-05");
  await keep(procedure, [long], "2025-03-05");
  await keep(procedure, [short], "2012-03-05");
  await a.hold({ owner: free, boxes: [held, both] });
  await a.procedure(procedure);
  return { free, gone: [plain, over], kept: [kept], held: [held, both], unapproved: [approval, long, short] };
}

describe("what is marked for destruction", () => {
  test("is promised, destroyed and reported as one and the same, each with its true reason", async () => {
    const { gone, kept, held, unapproved } = await archive();
    const promise = await staff.call(listMarked, {});
    const promised = (why: string | null) => ids(promise.results.filter(({ hindrance }) => hindrance === why));
    expect([promised(null), promised("kept"), promised("held"), promised("unapproved")]).toEqual(
      [gone, kept, held, unapproved].map(ids),
    );
    const { marked_until, list } = promise;
    const report = await staff.call(destroyMarked, { query: { marked_until, list } });
    expect(ids(report.results)).toEqual(ids(gone));
    expect(report).toMatchObject({ count: 2, kept: 1, held: 2, unapproved: 3 });
    const rest = await staff.call(listMarked, {});
    expect(rest.count).toBe(6);
    const last = await staff.call(postDestroyMarked, {
      query: { marked_until: rest.marked_until, list: rest.list, reason: "Doppelt" },
    });
    expect(ids(last.results)).toEqual(ids(kept));
    expect(last).toMatchObject({ count: 1, kept: 0, held: 2, unapproved: 3 });
    for (const box of [...held, ...unapproved]) expect(await stateOf(box)).toBe(7);
    const nothing = await staff.call(destroyMarked, {});
    expect(nothing).toMatchObject({ count: 0, destruction: null, kept: 0, held: 2, unapproved: 3 });
    expect(await runChecks(db)).toEqual([]);
  });

  test("is destroyed as it was looked at or not at all", async () => {
    const { free, gone, kept, held } = await archive();
    const [first] = gone as [Box, Box];
    const changes: Record<string, () => Promise<unknown>> = {
      "a mark is taken back": () => edit(first, 1),
      "and set again": () => edit(first, 7),
      "a box is held": () => a.hold({ owner: free, boxes: [first] }),
      "a box must be kept": () => keep(free, [gone[1] as Box], "2025-03-05"),
      "its customer wants to approve": () => a.procedure(free),
    };
    let shown = await staff.call(listMarked, {});
    for (const [what, change] of Object.entries(changes)) {
      const { marked_until, list } = shown;
      await change();
      const query = { marked_until: new Date(Date.parse(marked_until) + 60_000).toISOString(), list };
      for (const reason of [undefined, "Doppelt"]) {
        const refusal = await staff.ask(destroyMarked, { query: { ...query, ...(reason && { reason }) } });
        expect(refusal.status, what).toBe(400);
        expect(refusal.headers.get("X-Magazin-Code"), what).toBe("changed");
      }
      shown = await staff.call(listMarked, {});
    }
    for (const box of [...gone, ...kept, ...held]) expect(await stateOf(box)).toBe(7);
  });

  test("since the list was loaded stays, also within the second, and everything that was in it goes", async () => {
    const owner = await a.customer();
    const before = await marked(owner);
    const { marked_until, list, results } = await staff.call(listMarked, {});
    expect(ids(results)).toContain(before.id);
    const after = await marked(owner);
    await db.write((tx) =>
      tx
        .updateTable("boxes")
        .set({ marked: new Date(Date.parse(marked_until) + 1).toISOString() })
        .where("id", "=", after.id)
        .execute(),
    );
    const report = await staff.call(destroyMarked, { query: { marked_until, list } });
    expect(ids(report.results)).toContain(before.id);
    expect([await stateOf(before), await stateOf(after)]).toEqual([6, 7]);
  });

  test("comes in pages and by customer, with the numbers and the digest of all of it", async () => {
    const { free, gone, kept, held, unapproved } = await archive();
    await a.box({ owner: free, state: 7, markedFrom: 2 });
    const all = await staff.call(listMarked, {});
    const codes = (results: readonly { readonly code: string }[]) => results.map(({ code }) => code);
    expect(codes(all.results)).toEqual(codes(all.results).toSorted());
    const page = await staff.call(listMarked, { query: { limit: 2, offset: 1 } });
    expect(codes(page.results)).toEqual(codes(all.results.slice(1, 3)));
    expect(page).toMatchObject({ count: all.count, list: all.list, owners: all.owners, doubted: all.doubted });
    const own = await staff.call(listMarked, { query: { customer: free.id, limit: 2, offset: 4 } });
    const ofFree = all.results.filter(({ owner }) => owner.id === free.id);
    expect(codes(own.results)).toEqual(codes(ofFree.slice(4)));
    expect(own).toMatchObject({ count: 6, count_pages: 3, current_page: 3, list: all.list, owners: all.owners });
    const counted = { kept: kept.length, held: held.length, unapproved: 0 };
    expect(all.owners.find(({ id }) => id === free.id)).toMatchObject({
      ...counted,
      boxes: 6,
      away: 1,
      free: { boxes: gone.length + 1, early: 0, away: 1, doubted: 1 },
    });
    expect(all.owners.find(({ id }) => id === unapproved[0]?.owner.id)).toMatchObject({
      boxes: 3,
      unapproved: 3,
      free: { boxes: 0 },
    });
    expect(digestOf(all.results.toSorted((one, other) => one.id - other.id))).toBe(all.list);
  });
});
