import { tmpdir } from "node:os";
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { HistoryKind } from "#rules/stock/history.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import { sealNow } from "#server/database/seals/seal-days.ts";
import { storesIn } from "#server/storage/stores.ts";
import { age, forge } from "#test/support/ageing.ts";
import { testDatabase } from "#test/support/database.ts";
import { type Box, factories } from "#test/support/factories.ts";
import { fc } from "#test/support/random.ts";
import { blankTexts } from "./blank-texts.ts";

const { db, connection } = await testDatabase();
const a = factories(db, storesIn(tmpdir()).pictures); // makes no picture
const nobodyEnds = new AbortController().signal;
const states = [0, 1, 2, 3, 4, 5, 6, 7] as const;

async function boxWithText(state: (typeof states)[number]): Promise<Box> {
  const box = await a.box({ state });
  await a.content({ box, text: "Akte Müller" });
  return box;
}

/** Returns what is kept of the texts of boxes. */
async function textsOf(...boxes: readonly Box[]): Promise<unknown> {
  const ids = boxes.map(({ id }) => id);
  const { rows } = await sql`
    select box_id, seq, meta, text, salt, blanked from history where box_id = any(${ids}::bigint[])
    union all select box_id, id, null, text, null, blanked from contents where box_id = any(${ids}::bigint[]) order by 1, 2`.execute(
    db.read,
  );
  return rows;
}

/** That an entry says so must come first; whoever writes may write it. */
const entrySql = (id: number) => `
  with b as (update boxes set history_count = history_count + 1 where id = ${id} returning id, history_count)
  insert into history (box_id, seq, kind) select id, history_count, ${HistoryKind.blanked} from b`;

/** Statements that the program's own role may try with a box; the last statement is the one that must fail. */
const tries: Readonly<Record<string, (id: number) => readonly string[]>> = {
  "the function": (id) => [entrySql(id), `select blank_history(array[${id}], 1)`],
  "the function, of many": (id) => [
    entrySql(id),
    `select blank_history(array(select id from boxes where id <= ${id} order by 1), 1)`,
  ],
  "the function after no days": (id) => [entrySql(id), `select blank_history(array[${id}], 0)`],
  "the function after days that nobody said": (id) => [entrySql(id), `select blank_history(array[${id}], null)`],
  "a change of the history": (id) => [
    entrySql(id),
    `update history set salt = null, meta = null, text = null, blanked = now() where box_id = ${id}`,
  ],
  "a function of the same name": () => [
    "create or replace function destroyed_since(asked_box bigint) returns timestamptz language sql stable return '-infinity'::timestamptz",
  ],
  "another rule of what is personal": () => [
    "create or replace function has_personal_text(kind smallint, meta jsonb, text text) returns boolean language sql immutable return true",
  ],
  "another guard": () => [
    "create or replace function keep_history() returns trigger language plpgsql as $$ begin return new; end $$",
  ],
  "its contents": (id) => [`update contents set text = '', blanked = now() where box_id = ${id}`],
  "its contents without a word of when": (id) => [`update contents set text = '' where box_id = ${id}`],
  "a content that has none": (id) => [
    `insert into contents (box_id, customer_id, text, blanked) select id, customer_id, '', now() from boxes where id = ${id}`,
  ],
};

/** Says whether the database refused the last statement, with all that came before. */
async function isRefused(statements: readonly string[]): Promise<boolean> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("begin");
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
    return false;
  } catch (error) {
    expect((error as { code: string }).code).toMatch(/^(42501|23514)$/);
    return true;
  } finally {
    await client.end();
  }
}

describe("nobody takes a text", () => {
  test.each(Object.keys(tries))("by %s, of boxes in any state that are not destroyed for that long", async (name) => {
    for (const state of states) {
      const box = await boxWithText(state);
      const before = await textsOf(box);
      expect([state, await isRefused(tries[name]?.(box.id) ?? [])]).toEqual([state, true]);
      expect(await textsOf(box)).toEqual(before);
    }
  });

  test("by calling a box blanked that is not destroyed", async () => {
    for (const state of states.filter((each) => each !== 6)) {
      const { id } = await boxWithText(state);
      expect([state, await isRefused([`update boxes set blanked = now() where id = ${id}`])]).toEqual([state, true]);
    }
  });

  test("of a box that is not destroyed, whatever happened to boxes before and however long ago", async () => {
    const ages = fc.integer({ min: 1, max: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...states), ages), { minLength: 1, maxLength: 4 }),
        async (plan) => {
          const boxes: Box[] = [];
          for (const [state, days] of plan) {
            boxes.push(await boxWithText(state));
            await age(connection, days);
          }
          const living = boxes.filter(({ state }) => state !== 6);
          const before = await textsOf(...living);
          await blankTexts(db, 30, nobodyEnds);
          expect(await textsOf(...living)).toEqual(before);
          for (const [index, box] of boxes.entries()) {
            const since = plan.slice(index).reduce((sum, [, days]) => sum + days, 0);
            const { rows } = await sql<{
              blanked: boolean;
            }>`select blanked is not null as blanked from boxes where id = ${box.id}`.execute(db.read);
            expect([box.state, since, rows[0]?.blanked]).toEqual([box.state, since, box.state === 6 && since >= 30]);
          }
          expect(await verifyHistory(db)).toMatchObject({ faults: 0 });
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe("what was blanked in another way is found", () => {
  let [living, gone]: Box[] = [];
  beforeAll(async () => {
    living = await boxWithText(1);
    gone = await boxWithText(6);
    await age(connection, 50);
    await blankTexts(db, 40, nobodyEnds);
    await sealNow(db);
  });

  test("nothing, as long as nobody did so", async () => {
    const { blanked, faults } = await verifyHistory(db);
    expect([blanked > 0, faults]).toEqual([true, 0]);
  });

  const entry = (seq: number | string) => `box_id = BOX and seq = ${seq}`;
  const nothing = "salt = null, meta = null, text = null";
  const last = "(select history_count from boxes where id = BOX)";
  test.each([
    ["an entry of a box on its shelf", "living", `update history set ${nothing}, blanked = now() where ${entry(2)}`, 2],
    [
      "the entry that records the destruction",
      "gone",
      `update history set ${nothing}, blanked = (select created from history where ${entry(last)}) where ${entry(2)}`,
      2,
    ],
    [
      "the entry that records the blanking",
      "gone",
      `update history set ${nothing}, blanked = created where ${entry(last)}`,
      4,
    ],
    ["an entry at another moment", "gone", `update history set ${nothing}, blanked = now() where ${entry(1)}`, 1],
    [
      "an entry of no known salt",
      "living",
      `alter table history drop constraint if exists history_salt_check; update history set ${nothing} where ${entry(2)}`,
      2,
    ],
    [
      "an entry to which somebody gave other words",
      "gone",
      `alter table history drop constraint if exists history_salt_check;
        update history set salt = decode(repeat('00', 16), 'hex'), meta = '{"from":null,"to":"Akte Schmidt"}' where ${entry(3)}`,
      3,
    ],
  ] as const)("%s", async (_what, which, statement, seq) => {
    const box = which === "living" ? living : gone;
    if (!box) throw new Error("There is no box.");
    await forge(connection, `create table kept as select * from history where box_id = ${box.id}`);
    await forge(connection, statement.replaceAll("BOX", String(box.id)));
    const { first } = await verifyHistory(db);
    await forge(
      connection,
      `delete from history where box_id = ${box.id}`,
      "insert into history select * from kept",
      "drop table kept",
    );
    expect(first.map(({ boxId, what }) => [boxId, what.slice(0, "entry 1".length)])).toContainEqual([
      box.id,
      `entry ${seq}`,
    ]);
    expect(await verifyHistory(db)).toMatchObject({ faults: 0 });
  });

  test("a blanking that is recorded of a box on its shelf", async () => {
    const box = await boxWithText(1);
    await forge(connection, "update history_floor set at = '-infinity'");
    const client = new pg.Client(connection);
    await client.connect();
    await client.query(entrySql(box.id));
    await client.end();
    const { first } = await verifyHistory(db);
    expect(first).toEqual([
      { boxId: box.id, what: "entry 4 was blanked, and not as the texts of a destroyed box are" },
    ]);
  });
});
