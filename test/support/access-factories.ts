import { randomBytes } from "node:crypto";
import type { Database } from "#server/database/database.ts";
import { authenticator } from "#server/features/second-factor/mutations.ts";

type Id = { readonly id: number };

/** What belongs to how a user signs in. */
export function accessFactories(db: Database) {
  return {
    /** Gives a user a second factor, or only begins it; answers a code that is good now. */
    async secondFactor(
      user: Id,
      { confirmed = true, secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" } = {},
    ): Promise<string> {
      const now = confirmed ? new Date().toISOString() : null;
      await db.write(async (tx) => {
        await tx.deleteFrom("second_factors").where("user_id", "=", user.id).execute();
        await tx.insertInto("second_factors").values({ user_id: user.id, secret, confirmed: now }).execute();
      });
      return authenticator(secret).generate();
    },

    /** Another session of a user; answers its id. */
    async session({ id: user_id }: Id): Promise<number> {
      const token = { hash: randomBytes(32), user_id };
      const made = await db.write((tx) =>
        tx.insertInto("tokens").values(token).returning("id").executeTakeFirstOrThrow(),
      );
      return made.id;
    },
  };
}
