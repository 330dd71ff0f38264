import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { sealNow } from "#server/database/seals/seal-days.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { fc } from "#test/support/random.ts";
import { addEntries } from "./add-entries.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const { userId } = await server.asStaff();

interface Said {
  readonly box_id: number;
  readonly last: number;
  readonly part: number;
  readonly text: string | null;
}

/** Adds entries that say a text, as a list does, and counts them with their boxes. */
const add = (entries: readonly Said[], author = userId) =>
  db.write(async (tx) => {
    const said = sql`select e.*, 0::bigint as n, ${HistoryKind.contentChanged}::smallint as kind, jsonb_build_object('from', null, 'to', text) as meta
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) e (box_id bigint, last int, part int, text text)`;
    await addEntries(tx, author, said);
    await sql`
      update boxes b set history_count = (select max(seq) from history where box_id = b.id)
      where id in (select box_id from (${said}) s)`.execute(tx);
  });
const codeOf = (error: { code?: string; constraint?: string }) => error.constraint ?? error.code;
const insert = (boxId: number, seq: number, more = sql``, values = sql``) =>
  sql`insert into history (box_id, seq, kind, user_id${more}) values (${boxId}::bigint, ${seq}::int, ${HistoryKind.retour}::smallint, ${userId}::bigint${values})`;

describe("entries of a list", () => {
  test("follow what their boxes' histories say, one another, and are followed, in whatever order they come", async () => {
    const boxes = [await a.box(), await a.box({ state: 1 }), await a.box({ state: 6 })];
    const counts = await db.read
      .selectFrom("boxes")
      .select(["id", "history_count"])
      .where(
        "id",
        "in",
        boxes.map(({ id }) => id),
      )
      .execute();
    const lastOf = new Map(counts.map(({ id, history_count: last }) => [id, last]));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ box: fc.nat({ max: 2 }), text: fc.option(fc.string({ unit: "grapheme-ascii", minLength: 1 })) }),
          { minLength: 1, maxLength: 12 },
        ),
        async (said) => {
          const entries = said.map(({ box, text }, part) => {
            const id = boxes[box]?.id ?? 0;
            return { box_id: id, last: lastOf.get(id) ?? 0, part, text };
          });
          await add(entries);
          for (const { box_id: id } of entries) lastOf.set(id, (lastOf.get(id) ?? 0) + 1);
          const alone = await a.content({ box: boxes[0] ?? (await a.box()) }); // an entry of its own behind them
          lastOf.set(boxes[0]?.id ?? 0, (lastOf.get(boxes[0]?.id ?? 0) ?? 0) + 1);
          expect(alone.id).toBeGreaterThan(0);
        },
      ),
      { numRuns: 10 },
    );
    await sealNow(db);
    expect(await verifyHistory(db)).toMatchObject({ faults: 0, first: [] });
    const found = await runChecks(db);
    expect(
      found.flatMap(({ name }) => (name.includes("history counts") || name.includes("sealed") ? name : [])),
    ).toEqual([]);
  });

  test("are refused where one is left out, is there already, or nobody wrote it", async () => {
    const box = await a.box({ state: 1 });
    const entry = { box_id: box.id, part: 0, text: "Akte" };
    await expect(add([{ ...entry, last: 5 }]).catch(codeOf)).resolves.toBe("23514");
    await expect(add([{ ...entry, last: 1 }]).catch(codeOf)).resolves.toBe("history_pkey");
    await expect(add([{ ...entry, last: 2 }], 987654321).catch(codeOf)).resolves.toBe("history_authors_user_id_fkey");
    await add([{ ...entry, last: 2 }]);
    expect(await verifyHistory(db, { box: box.id })).toMatchObject({ entries: 3, faults: 0 });
  });

  test("begin no earlier than what is sealed, though their clock says so", async () => {
    const box = await a.box();
    await db.write(async (tx) => {
      await sql`select now()`.execute(tx); // this transaction is older than the seal
      await sealNow(db);
      await sql`update boxes set history_count = 2 where id = ${box.id}::bigint`.execute(tx);
      await addEntries(
        tx,
        userId,
        sql`select ${box.id}::bigint as box_id, 1 as last, 0 as part, 0 as n, ${HistoryKind.verified}::smallint as kind, null::jsonb as meta, 'x' as text`,
      );
      const { rows } =
        await sql`select h.created >= f.at as above from history h, history_floor f where box_id = ${box.id}::bigint and seq = 2`.execute(
          tx,
        );
      expect(rows).toEqual([{ above: true }]);
    });
    await sealNow(db);
    expect(await verifyHistory(db)).toMatchObject({ faults: 0 });
  });
});

describe("nobody but the database", () => {
  test("says what proves an entry", async () => {
    const box = await a.box();
    const own = sql`, salt, digest, hash`;
    const forged = sql`, ${Buffer.alloc(16)}, ${Buffer.alloc(32)}, ${Buffer.alloc(32)}`;
    await expect(db.write((tx) => insert(box.id, 2, own, forged).execute(tx)).catch(codeOf)).resolves.toBe("42501");
    const pretending = db.write(async (tx) => {
      await sql`select set_config('magazin.adds_entries', 'on', true)`.execute(tx);
      await insert(box.id, 2).execute(tx);
    });
    await pretending; // it is chained as always
    expect(await verifyHistory(db, { box: box.id })).toMatchObject({ entries: 2, faults: 0 });
  });
});

describe("who has written an entry", () => {
  test("is a user, and stays", async () => {
    const [author, other, box] = [await a.user({ isStaff: true }), await a.user({ isStaff: true }), await a.box()];
    await add([{ box_id: box.id, last: 1, part: 0, text: "Akte" }], author.id);
    const remove = (id: number) => db.write((tx) => tx.deleteFrom("users").where("id", "=", id).execute());
    await expect(remove(author.id).catch(codeOf)).resolves.toBe("history_authors_user_id_fkey");
    await remove(other.id);
    await expect(db.write((tx) => sql`delete from history_authors`.execute(tx)).catch(codeOf)).resolves.toBe("42501");
  });

  test("keeps no other first entry of theirs waiting", async () => {
    const [author, box, another] = [await a.user({ isStaff: true }), await a.box(), await a.box()];
    const first = (boxId: number) =>
      sql`insert into history (box_id, seq, kind, user_id) values (${boxId}::bigint, 2, ${HistoryKind.verified}::smallint, ${author.id}::bigint)`;
    await db.write(async (tx) => {
      await first(box.id).execute(tx);
      await db.write(async (second) => {
        await sql`set local lock_timeout = '1s'`.execute(second);
        await first(another.id).execute(second);
      });
    });
    const { rows } = await sql`select from history_authors where user_id = ${author.id}::bigint`.execute(db.read);
    expect(rows.length).toBe(2);
  });
});
