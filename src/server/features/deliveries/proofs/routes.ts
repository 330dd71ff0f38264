import * as proofs from "#contract/calls/deliveries/proofs.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { acceptPicture, keepPictureBy } from "#server/features/stock/images/mutations.ts";
import { routeHandler } from "#server/http/answers.ts";
import { keepProof, refuseLargeProof } from "./mutations.ts";
import { fileOfProof, proofById } from "./queries.ts";

const proofName = { signature: "Unterschrift", photo: "Foto" } as const;

export const proofRoutes = [
  routeHandler(proofs.addProof, async ({ db, change, scope, id, body, file, pictures, gone }) => {
    refuseLargeProof(file);
    const picture = await acceptPicture(file, scope.userId, gone);
    const keep = (tx: Transaction) => keepProof(tx, scope.userId, id, { ...body, picture });
    return keepPictureBy(db, pictures, picture, (held) =>
      change(
        (tx) => held(tx, keep),
        async (reader, proof) => ({ proof: await proofById(reader, scope, proof) }),
      ),
    );
  }),
  routeHandler(
    proofs.proofFile,
    async ({ db, scope, id, pictures, record }) => {
      const { sha256, content_type, bytes, kind, delivery_id, customer } = await fileOfProof(db.read, scope, id);
      await record({ kind: AuditKind.pictureOpened, customer, object: ["delivery", delivery_id] });
      const name = `${proofName[kind]}-${id}.${content_type.split("/")[1]}`;
      return { type: content_type, name, tag: sha256.toString("hex"), open: () => pictures.open(sha256, bytes) };
    },
    { current: true },
  ),
];
