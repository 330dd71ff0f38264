import type { Database } from "#server/database/database.ts";
import { queueMessage } from "#server/database/messages/queue-message.ts";
import { secretContext } from "#server/database/secrets/secrets.ts";
import { placeNow, webhookMessage } from "#server/messages/webhooks/queue-changes.ts";
import { newWebhookSecret } from "#server/messages/webhooks/sign-message.ts";

type Id = { readonly id: number };

/** Addresses that are notified of changes. */
export function webhookFactories(db: Database) {
  return {
    /** Lets a customer's user manage, and with it have webhooks; answers whether they are one of that customer. */
    async manager(user: Id, owner: Id): Promise<boolean> {
      const { numUpdatedRows } = await db.write((tx) =>
        tx
          .updateTable("customer_users")
          .set({ may_manage: true })
          .where("user_id", "=", user.id)
          .where("customer_id", "=", owner.id)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },

    /** A webhook that has been sent nothing; it reports what changes from now on. */
    async webhook({ by, url = "https://93.184.215.14/magazin" }: { by: Id; url?: string }) {
      const place = await placeNow(db, by.id, null);
      if (!place) throw new Error("Who has the webhook may not sign in.");
      const { mark, selection, position } = place;
      const secret = newWebhookSecret();
      const { xid, kind: object_kind, id: object_id, version } = position;
      return db.write(async (tx) => {
        const { id } = await tx
          .insertInto("webhooks")
          .values({ user_id: by.id, url, secret, mark, selection, xid, object_kind, object_id, version })
          .returning("id")
          .executeTakeFirstOrThrow();
        const sealed = db.secrets.seal(secret, secretContext.webhook(id));
        await tx.updateTable("webhooks").set({ secret: sealed }).where("id", "=", id).execute();
        return { id, secret };
      });
    },

    /** A message that waits for a webhook's receiver; answers its `webhook-id`. */
    async webhookMessage({ id }: Id): Promise<string> {
      const message = webhookMessage(id, null, { type: "test", timestamp: new Date().toISOString(), data: {} });
      await db.write((tx) => queueMessage(tx, message));
      return message.payload.id;
    },
  };
}
