import { createHash, randomUUID } from "node:crypto";
import type { Database } from "#server/database/database.ts";
import { addCopy } from "#server/features/deliveries/copies/mutations.ts";
import { keepProof } from "#server/features/deliveries/proofs/mutations.ts";
import { type PictureStore, readPicture } from "#server/storage/pictures.ts";
import { pdfFile } from "#test/support/pdf-files.ts";

type Id = { readonly id: number };

/** Returns the factories of everything that proves a handover. */
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
    /** Creates a copy that somebody scanned of a box. The box belongs to a delivery of scans that is picked. */
    async copy(delivery: Id, box: Id, by: Id): Promise<Id> {
      const bytes = await pdfFile(2);
      const sha256 = createHash("sha256").update(bytes).digest();
      const copy = { sha256, bytes, preview: Buffer.alloc(0), pages: 2 };
      await pictures.put(copy);
      const id = await db.write((tx) => addCopy(tx, by.id, delivery.id, { box: box.id }, { ...copy, days: 30 }));
      return { id };
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
