import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ImportField } from "#rules/exchange/imports/columns.ts";
import type { Database } from "#server/database/database.ts";
import { commitImport, endCheck } from "#server/features/exchange/imports/mutations.ts";
import { openSession, scopeOfToken } from "#server/http/session.ts";

type Id = { readonly id: number };
export interface ImportWish {
  readonly owner: Id;
  /** User who sends the import in. */
  readonly by: Id;
  /** True where the import's rows are checked, without an error. */
  readonly checked?: boolean;
  readonly committed?: boolean;
}

/** Box lists that were sent in. */
export function importFactories(db: Database) {
  const nextNumber = async ({ id }: Id) => {
    const boxes = db.read.selectFrom("boxes").where("customer_id", "=", id);
    const { last } = await boxes.select(({ fn }) => fn.max("number").as("last")).executeTakeFirstOrThrow();
    return (last ?? 0) + 1;
  };
  const staffScope = async () => {
    const values = { email: `${randomUUID()}@example.com`, last_name: "Muster", is_staff: true, password_hash: "none" };
    const boss = await db.write((tx) =>
      tx.insertInto("users").values(values).returning("id").executeTakeFirstOrThrow(),
    );
    const scope = await scopeOfToken(db, await db.write((tx) => openSession(tx, boss.id)));
    if (!scope) throw new Error("Who was just made has no session.");
    return scope;
  };
  return {
    /** Lets a customer's user store, and with it import; staff need no right. */
    async storer(user: Id, owner: Id): Promise<void> {
      await db.write((tx) =>
        tx
          .updateTable("customer_users")
          .set({ may_store: true })
          .where("user_id", "=", user.id)
          .where("customer_id", "=", owner.id)
          .execute(),
      );
    },

    /** A list of one new box. */
    async import({ owner, by, checked = false, committed = false }: ImportWish): Promise<Id> {
      const number = await nextNumber(owner);
      const text = `Akte ${randomUUID()}`;
      const file = Buffer.from(`Boxnummer;Inhalt\n${number};${text}\n`);
      const id = await db.write(async (tx) => {
        const { is_staff } = await tx
          .selectFrom("users")
          .select("is_staff")
          .where("id", "=", by.id)
          .executeTakeFirstOrThrow();
        const columns = {
          heads: ["Boxnummer", "Inhalt"],
          mapping: sql<ImportField[]>`'{number,contents}'::text[]`,
          total: 1,
        };
        const sent = { customer_id: owner.id, user_id: by.id, by_customer: !is_staff, name: "Boxen.csv", file };
        const file_sha256 = createHash("sha256").update(file).digest();
        const made = await tx
          .insertInto("imports")
          .values({ ...sent, file_sha256, ...columns })
          .returning("id")
          .executeTakeFirstOrThrow();
        if (!checked && !committed) return made.id;
        const values = JSON.stringify({ number, contents: [text] });
        await tx.insertInto("import_rows").values({ import_id: made.id, row: 2, values }).execute();
        await tx.updateTable("imports").set({ rows: 1 }).where("id", "=", made.id).execute();
        return made.id;
      });
      if (checked || committed) {
        const scope = await staffScope();
        await db.write((tx) => endCheck(tx, scope, id, 0));
        if (committed) await db.write((tx) => commitImport(tx, scope, id, { again: false }));
      }
      return { id };
    },
  };
}
