import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/database.ts";
import { setHold } from "#server/features/destruction/holds/mutations.ts";
import { batchFactories } from "./batch-factories.ts";
import { assignRetention } from "#server/features/destruction/retention/mutations.ts";

type Id = { readonly id: number };
export interface HoldWish {
  readonly owner: Id;
  readonly boxes?: readonly Id[];
  readonly reason?: string;
  readonly reference?: string;
  /** True where a user of the customer sets it. */
  readonly byCustomer?: boolean;
}
export interface KeptWish {
  readonly owner: Id;
  readonly boxes: readonly Id[];
  readonly key: string;
  readonly begins: string | null;
}

/** Returns the factories of everything that keeps boxes: holds, classes of the law, and destruction with approval only. */
export function retentionFactories(db: Database) {
  const somebody = async (isStaff: boolean) => {
    const email = `${randomUUID()}@example.com`;
    const values = { email, last_name: "Muster", is_staff: isStaff, init_password: false, password_hash: "none" };
    return db.write((tx) => tx.insertInto("users").values(values).returning("id").executeTakeFirstOrThrow());
  };
  return {
    ...batchFactories(db),

    /** Without boxes it is on all that the customer has. */
    async hold({ owner, boxes, byCustomer = false, ...wish }: HoldWish): Promise<Id> {
      const { reason = "Betriebsprüfung 2026", reference = "AZ 12" } = wish;
      const { id: userId } = await somebody(!byCustomer);
      const hold = { customer: owner.id, boxes: boxes?.map(({ id }) => id), reason, reference };
      return {
        id: await db.write((tx) =>
          setHold(tx, { userId, theirs: byCustomer ? { seen: [owner.id], managed: [owner.id] } : null }, hold),
        ),
      };
    },

    /** Lets a user manage a customer that is theirs; staff need no right. */
    async manager(user: Id, owner: Id): Promise<void> {
      await db.write((tx) =>
        tx
          .updateTable("customer_users")
          .set({ may_manage: true })
          .where("user_id", "=", user.id)
          .where("customer_id", "=", owner.id)
          .execute(),
      );
    },

    /** Boxes with a class of the law; answers the id of the class. */
    async kept({ owner, boxes, key, begins }: KeptWish): Promise<Id> {
      const { id } = await db.read
        .selectFrom("retention_classes")
        .select("id")
        .where("key", "=", key)
        .where("customer_id", "is", null)
        .executeTakeFirstOrThrow();
      const { id: userId } = await somebody(true);
      const which = { customer: owner.id, boxes: boxes.map((box) => box.id), today: "9999-12-31" };
      await db.write((tx) => assignRetention(tx, userId, { ...which, retentionClass: id, begins }));
      return { id };
    },
  };
}
