import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { berlinDay } from "#rules/dates.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { attachmentOf, destructionCertificate } from "#server/documents/destruction-certificate.ts";
import { attachLetter, createBatch } from "#server/features/destruction/batches/mutations.ts";
import { storeBatchCertificate } from "#server/features/destruction/certificates/mutations.ts";
import { certificateData } from "#server/features/destruction/certificates/queries.ts";
import * as steps from "#server/features/destruction/steps/mutations.ts";
import { openSession, scopeOfToken } from "#server/http/session.ts";
import { shredBox } from "#server/features/destruction/shredder/mutations.ts";

type Id = { readonly id: number };
const today = () => berlinDay(new Date());

/** Stages to which a batch is brought. */
const stages = [
  "draft",
  "proposed",
  "letter",
  "approved",
  "confirmed",
  "shredding",
  "shredded",
  "destroyed",
  "certified",
] as const;
export type Stage = (typeof stages)[number];

export interface BatchWish {
  readonly owner: Id;
  /** In the archive, with their codes. */
  readonly boxes: readonly (Id & { readonly code: string })[];
  readonly until?: Stage;
  readonly waitingDays?: number;
}

export interface ChangeWish {
  readonly owner: Id;
  readonly askedBy?: Id;
  readonly waitingDays?: number;
}

/** Does something that a trigger of a table refuses. */
async function asNoProgramMay(
  tx: Transaction,
  [table, trigger]: readonly [string, string],
  work: () => Promise<unknown>,
) {
  await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(trigger)}`.execute(tx);
  await work();
  await sql`alter table ${sql.table(table)} enable trigger ${sql.ref(trigger)}`.execute(tx);
}

/** The letter of a test: a PDF as far as anybody looks. */
export const signedLetter = Buffer.from("%PDF-1.7 unterschrieben");

/** Destruction batches, each step taken by people of its own. */
export function batchFactories(db: Database) {
  const person = async (isStaff: boolean, lastName: string, owner?: Id): Promise<steps.Stepper> => {
    const names = { first_name: "Erika", last_name: lastName };
    const values = { email: `${randomUUID()}@example.com`, ...names, is_staff: isStaff, password_hash: "none" };
    const { id } = await db.write(async (tx) => {
      const user = await tx.insertInto("users").values(values).returning("id").executeTakeFirstOrThrow();
      if (owner)
        await tx
          .insertInto("customer_users")
          .values({ customer_id: owner.id, user_id: user.id, may_approve_destruction: true })
          .execute();
      return user;
    });
    return { userId: id, isStaff, customerIds: owner ? [owner.id] : [] };
  };
  const approver = async (user: Id, owner: Id, may = true): Promise<void> => {
    await db.write((tx) =>
      tx
        .updateTable("customer_users")
        .set({ may_approve_destruction: may })
        .where("user_id", "=", user.id)
        .where("customer_id", "=", owner.id)
        .execute(),
    );
  };
  return {
    /** Boxes of this customer are destroyed with approval only; nobody waits for a day unless it is said. */
    async procedure({ id }: Id, waitingDays = 0): Promise<void> {
      const set = { destruction_procedure: 1, waiting_days: waitingDays };
      const lasting = sql<boolean>`destruction_procedure = 0 or waiting_days <= ${waitingDays}::int`;
      await db.write(async (tx) => {
        const update = tx.updateTable("customers").set(set).where("id", "=", id);
        const { numUpdatedRows } = await update.where(lasting).executeTakeFirst();
        if (numUpdatedRows === 0n)
          await asNoProgramMay(tx, ["customers", "customers_procedure"], () => update.execute());
      });
    },

    /**
     * Creates a request to change a customer's procedure, where there is nothing yet that the change ends. Nobody waits for it unless the test says
     * so.
     */
    async procedureChange({ owner, askedBy, waitingDays = 0 }: ChangeWish): Promise<Id> {
      await this.procedure(owner, waitingDays);
      const open = db.read.selectFrom("procedure_changes").select("id").where("customer_id", "=", owner.id);
      const asked = await open.where("done_at", "is", null).where("withdrawn_at", "is", null).executeTakeFirst();
      if (asked) return asked;
      const asked_by = askedBy?.id ?? (await person(true, "Frage")).userId;
      const change = { customer_id: owner.id, switches_off: true, asked_by };
      return db.write((tx) =>
        tx.insertInto("procedure_changes").values(change).returning("id").executeTakeFirstOrThrow(),
      );
    },

    /** The waiting time of what is asked for of a customer's procedure is over, as no program may say. */
    async waitedFor(owner: Id): Promise<void> {
      await db.write((tx) =>
        asNoProgramMay(tx, ["procedure_changes", "procedure_changes_rows"], () =>
          sql`update procedure_changes set counts_from = now() where customer_id = ${owner.id}::bigint`.execute(tx),
        ),
      );
    },

    /** Gives a user of a customer the right to approve, or takes it. */
    approver,

    /** A batch of boxes; the customer has the procedure from now on. Answers its number. */
    async batch({ owner, boxes, until = "draft", waitingDays = 0 }: BatchWish): Promise<Id> {
      await this.procedure(owner, waitingDays);
      const [proposer, second, witness] = [
        await person(true, "Eins"),
        await person(true, "Zwei"),
        await person(true, "Drei"),
      ];
      const customer = await person(false, "Prokurist", owner);
      const body = { customer: owner.id, boxes: boxes.map((box) => box.id) };
      const id = await db.write((tx) => createBatch(tx, proposer.userId, body, today()));
      const way: Record<Exclude<Stage, "draft">, (tx: Transaction) => Promise<void>> = {
        proposed: (tx) => steps.proposeBatch(tx, proposer, id, today()),
        letter: (tx) =>
          attachLetter(tx, proposer, id, {
            type: "application/pdf",
            bytes: signedLetter,
            signer: "Dr. Kurz",
            reference: "AZ 7",
          }),
        approved: (tx) =>
          steps.decideBatch(tx, customer, id, { lines: [], rest: "approved", number: showBatch(id) }, today()),
        confirmed: (tx) => steps.confirmBatch(tx, second, id, showBatch(id), today()),
        shredding: (tx) => shredBox(tx, second.userId, { batch: id, code: boxes[0]?.code ?? "", weight: undefined }),
        shredded: async (tx) => {
          for (const { code } of boxes.slice(1)) await shredBox(tx, second.userId, { batch: id, code, weight: 7.5 });
        },
        destroyed: (tx) => steps.completeBatch(tx, witness, id, { place: "house" }),
        certified: (tx) => certify(tx, witness, id),
      };
      for (const stage of stages.slice(1, stages.indexOf(until) + 1))
        await db.write(way[stage as Exclude<Stage, "draft">]);
      return { id };
    },

    /** Somebody of the customer approves all that was proposed. */
    async approved({ id }: Id, owner: Id): Promise<void> {
      const customer = await person(false, "Prokurist", owner);
      const all = { lines: [], rest: "approved", number: showBatch(id) } as const;
      await db.write((tx) => steps.decideBatch(tx, customer, id, { ...all, lines: [] }, today()));
    },

    async whoIs({ id }: Id) {
      return db.read.selectFrom("users").select("is_staff").where("id", "=", id).executeTakeFirstOrThrow();
    },

    /** The number of a batch's certificate, and the digest of its data. */
    async certificate({ id }: Id) {
      const { rows } = await sql<{ number: string; digest: string }>`
        select certificate_number as number, encode(certificate_digest, 'hex') as digest from destruction_batches where id = ${id}::int`.execute(
        db.read,
      );
      return rows[0] ?? { number: "", digest: "" };
    },

    /** Sets until when a batch waits, in days from now, as no program may. */
    async waiting({ id }: Id, days: number): Promise<void> {
      await db.write((tx) =>
        asNoProgramMay(tx, ["destruction_batches", "destruction_batches_rows"], () =>
          sql`update destruction_batches set wait_until = now() + make_interval(days => ${days}::int) where id = ${id}::int`.execute(
            tx,
          ),
        ),
      );
    },
  };

  async function certify(tx: Transaction, who: steps.Stepper, id: number): Promise<void> {
    const scope = await scopeOfToken(db, await db.write((other) => openSession(other, who.userId)));
    if (!scope) throw new Error("The witness has no session.");
    const data = await certificateData(db.read, scope, id, "Muster Archiv GmbH");
    const bytes = destructionCertificate({ data, link: null }, { provider: "Muster Archiv GmbH", day: today() });
    await storeBatchCertificate(tx, who, id, { number: data.number, bytes, digest: attachmentOf(data).digest });
  }
}
