import { type RawBuilder, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type BoxState, boxStates, nextBoxStates } from "#rules/stock/box-state.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const { a } = await testServer(db);

/** Returns the message of PostgreSQL when it refuses a statement; fails where it does not. */
async function refusal(statement: RawBuilder<unknown>): Promise<string> {
  const done = await db
    .write((tx) => statement.execute(tx))
    .then(
      () => "nothing was refused",
      (error: { code: string; constraint?: string }) => error.constraint ?? error.code,
    );
  expect(done).not.toBe("nothing was refused");
  return done;
}
const [notAllowed, checkFailed] = ["42501", "23514"];

describe("the database itself", () => {
  test.each(["history", "deleted_boxes"])("never changes, deletes or empties %s", async (table) => {
    const box = await a.box();
    await db.write((tx) => tx.deleteFrom("boxes").where("id", "=", box.id).execute());
    const name = sql.table(table);
    expect(await refusal(sql`update ${name} set created = now() where box_id = ${box.id}`)).toBe(notAllowed);
    expect(await refusal(sql`delete from ${name} where box_id = ${box.id}`)).toBe(notAllowed);
    expect(await refusal(sql`truncate ${name}`)).toBe(notAllowed);
    expect(await refusal(sql`truncate ${name} cascade`)).toBe(notAllowed);
  });

  test("gives every entry of a box a number of its own", async () => {
    const box = await a.box();
    expect(await refusal(sql`insert into history (box_id, seq, kind) values (${box.id}, 1, 0)`)).toBe("history_pkey");
    expect(await refusal(sql`insert into history (box_id, seq, kind) values (${box.id}, 0, 0)`)).toBe(
      "history_seq_check",
    );
  });

  test("knows the same transitions as the rules", async () => {
    const { rows } = await sql<{ from_state: BoxState; to_state: BoxState }>`select * from box_state_changes`.execute(
      db.read,
    );
    const kept = boxStates.map((state) =>
      rows.flatMap(({ from_state, to_state }) => (from_state === state ? [to_state] : [])).sort((x, y) => x - y),
    );
    expect(kept).toEqual(boxStates.map((state) => nextBoxStates[state]));
  });

  test.each(boxStates)("refuses every change from state %i that the rules do not know", async (state) => {
    const may: readonly BoxState[] = nextBoxStates[state];
    for (const next of boxStates.filter((other) => other !== state && !may.includes(other))) {
      const box = await a.box({ state });
      expect(await refusal(sql`update boxes set state = ${next} where id = ${box.id}`), `${state} to ${next}`).toMatch(
        /^boxes_|23514/,
      );
    }
  });

  test("takes a mark back only to the state before it", async () => {
    const box = await a.box({ state: 7, markedFrom: 2 });
    const reset = (state: number) =>
      sql`update boxes set state = ${state}, marked_from = null, marked = null where id = ${box.id}`;
    for (const state of [0, 3, 5]) expect(await refusal(reset(state))).toBe(checkFailed);
    await db.write((tx) => reset(2).execute(tx));
  });

  test("lets only one box stand on a place, and knows no half places", async () => {
    const [box, other] = [await a.box({ state: 1 }), await a.box({ state: 1 })];
    const to = other.place;
    const take = sql`update boxes set row_id = ${to?.row.id}, part = ${to?.part}, height = ${to?.height}, place_area = ${to?.row.area.id} where id = ${box.id}`;
    expect(await refusal(take)).toBe("boxes_place");
    for (const half of [
      sql`row_id = null`,
      sql`part = null`,
      sql`height = null`,
      sql`placed = null`,
      sql`place_area = 0`,
    ]) {
      expect(await refusal(sql`update boxes set ${half} where id = ${box.id}`)).toMatch(/^boxes_/);
    }
    for (const wrong of [sql`part = 0`, sql`height = 0`, sql`part = 10000`, sql`height = 1000`]) {
      expect(await refusal(sql`update boxes set ${wrong} where id = ${box.id}`)).toMatch(/check$/);
    }
    const [elsewhere] = [await a.area()];
    expect(await refusal(sql`update boxes set place_area = ${elsewhere.id} where id = ${box.id}`)).toMatch(/fkey$/);
  });

  test.each([0, 2, 3, 5, 6] as const)(
    "gives no place to a box in state %i, and none up for one in stock",
    async (state) => {
      const [box, place] = [await a.box({ state }), await a.place()];
      const stand = sql`row_id = ${place.row.id}, part = ${place.part}, height = ${place.height}, placed = now(), place_area = ${place.row.area.id}`;
      expect(await refusal(sql`update boxes set ${stand} where id = ${box.id}`)).toBe("boxes_place_by_state");
      const nowhere = sql`row_id = null, part = null, height = null, placed = null, place_area = 0`;
      const stored = await a.box({ state: 1 });
      expect(await refusal(sql`update boxes set ${nowhere} where id = ${stored.id}`)).toBe("boxes_place_by_state");
    },
  );

  test("keeps a deleted box on record with its contents and who deleted it", async () => {
    const [box, user] = [await a.box({ size: 330 }), await a.user({ isStaff: true })];
    await a.content({ box, text: "Akte" });
    await db.write(async (tx) => {
      await sql`select set_config('magazin.user', ${String(user.id)}, true)`.execute(tx);
      await tx.deleteFrom("boxes").where("id", "=", box.id).execute();
    });
    const { rows } = await sql`select * from deleted_boxes where box_id = ${box.id}`.execute(db.read);
    expect(rows).toMatchObject([
      {
        code: box.code,
        size: 330,
        customer_id: box.owner.id,
        user_id: user.id,
        contents: [{ text: "Akte", state: 0 }],
        history_count: 2,
      },
    ]);
    const left = await db.read.selectFrom("history").select("seq").where("box_id", "=", box.id).execute();
    expect(left.length).toBe(2);
  });

  test.each([1, 2, 3, 4, 5, 6, 7] as const)("does not delete a box in state %i", async (state) => {
    const box = await a.box({ state });
    expect(await refusal(sql`delete from boxes where id = ${box.id}`)).toMatch(/23514|fkey/);
  });

  test("fixes a customer's code once there are boxes, and the code of a box for good", async () => {
    const owner = await a.customer();
    const recode = sql`update customers set code = ${owner.code + 5000} where id = ${owner.id}`;
    await db.write((tx) => recode.execute(tx));
    await db.write((tx) => sql`update customers set code = ${owner.code} where id = ${owner.id}`.execute(tx));
    const box = await a.box({ owner });
    expect(await refusal(recode)).toMatch(/fkey$/);
    expect(await refusal(sql`delete from customers where id = ${owner.id}`)).toMatch(/fkey$/);
    expect(await refusal(sql`update boxes set code = '0000000000' where id = ${box.id}`)).toBe("428C9");
    expect(
      await refusal(
        sql`insert into boxes (customer_id, customer_code, number) values (${owner.id}, ${owner.code}, ${box.number})`,
      ),
    ).toMatch(/^boxes_/);
  });

  test("assigns no customers to staff, and takes them from who becomes staff", async () => {
    const [owner, staff, user] = [await a.customer(), await a.user({ isStaff: true }), await a.user()];
    expect(
      await refusal(sql`insert into customer_users (customer_id, user_id) values (${owner.id}, ${staff.id})`),
    ).toBe(checkFailed);
    await db.write((tx) =>
      sql`insert into customer_users (customer_id, user_id) values (${owner.id}, ${user.id})`.execute(tx),
    );
    await db.write((tx) => tx.updateTable("users").set({ is_staff: true }).where("id", "=", user.id).execute());
    expect(await db.read.selectFrom("customer_users").selectAll().where("user_id", "=", user.id).execute()).toEqual([]);
  });

  test("keeps a content with its box's customer", async () => {
    const [box, other] = [await a.box(), await a.customer()];
    expect(
      await refusal(sql`insert into contents (box_id, customer_id, text) values (${box.id}, ${other.id}, 'x')`),
    ).toMatch(/fkey$/);
    expect(
      await refusal(sql`insert into contents (box_id, customer_id, text) values (${box.id}, ${box.owner.id}, '')`),
    ).toMatch(/check$/);
  });

  test("counts exactly what is there", async () => {
    for (const state of boxStates) await a.content({ box: await a.box({ state }) });
    await db.write((tx) => sql`update boxes set meta_destroy_year = 2030 + state`.execute(tx));
    await db.write((tx) => sql`update boxes set meta_destroy_year = null where state = 1`.execute(tx));
    const recount = await sql`
      select customer_id::int, state::int, count(*)::int boxes, coalesce(sum(size) filter (where row_id is not null), 0)::int placed_mm
      from boxes group by 1, 2 order by 1, 2`.execute(db.read);
    const kept = await sql`
      select customer_id::int, state::int, boxes, placed_mm::int from customer_counts where boxes <> 0 order by 1, 2`.execute(
      db.read,
    );
    expect(kept.rows).toEqual(recount.rows);
    const areas =
      await sql`select place_area::int area_id, state::int, count(*)::int boxes from boxes group by 1, 2 order by 1, 2`.execute(
        db.read,
      );
    const keptAreas =
      await sql`select area_id::int, state::int, boxes from area_counts where boxes <> 0 order by 1, 2`.execute(
        db.read,
      );
    expect(keptAreas.rows).toEqual(areas.rows);
    const due = await sql`
      select customer_id::int, due_year(state, retain_until, meta_destroy_year) as year, count(*)::int boxes, sum(size)::int mm from boxes
      where due_year(state, retain_until, meta_destroy_year) is not null group by 1, 2 order by 1, 2`.execute(db.read);
    const keptDue = await sql`
      select customer_id::int, year, sum(boxes)::int as boxes, sum(mm)::int as mm from due_counts
      group by 1, 2 having sum(boxes) <> 0 or sum(mm) <> 0 order by 1, 2`.execute(db.read);
    expect(keptDue.rows).toEqual(due.rows);
  });
});
