import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/database.ts";
import { keepProof } from "#server/features/deliveries/proofs/mutations.ts";
import { type PictureStore, readPicture } from "#server/storage/pictures.ts";

type Id = { readonly id: number };

/** What proves a handover. */
export function proofFactories(db: Database, pictures: PictureStore, pictureFile: () => Promise<Buffer>) {
  return {
    /** Somebody on the waiting list of a box. */
    async waitingEntry(user: Id, box: Id): Promise<Id> {
      return db.write(async (tx) => {
        const boxes = tx.selectFrom("boxes").select("customer_id").where("id", "=", box.id);
        const { customer_id } = await boxes.executeTakeFirstOrThrow();
        const entry = { customer_id, box_id: box.id, user_id: user.id };
        return tx.insertInto("waiting_entries").values(entry).returning("id").executeTakeFirstOrThrow();
      });
    },
    /** A photo of a delivery that is on its way or over, by somebody. */
    async proof(delivery: Id, by: Id): Promise<Id> {
      const picture = await readPicture(await pictureFile());
      await pictures.put(picture);
      const proof = { id: randomUUID(), kind: "photo" as const, picture };
      return { id: await db.write((tx) => keepProof(tx, by.id, delivery.id, proof)) };
    },
  };
}
