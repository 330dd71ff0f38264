import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/database.ts";
import { keepProof } from "#server/features/deliveries/proofs/mutations.ts";
import { type PictureStore, readPicture } from "#server/storage/pictures.ts";

type Id = { readonly id: number };

/** What proves a handover. */
export function proofFactories(db: Database, pictures: PictureStore, pictureFile: () => Promise<Buffer>) {
  return {
    /** A photo of a delivery that is on its way or over, by somebody. */
    async proof(delivery: Id, by: Id): Promise<Id> {
      const picture = await readPicture(await pictureFile());
      await pictures.put(picture);
      const proof = { id: randomUUID(), kind: "photo" as const, picture };
      return { id: await db.write((tx) => keepProof(tx, by.id, delivery.id, proof)) };
    },
  };
}
