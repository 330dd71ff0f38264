import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/proofs.ts";

export const addProof = post("/deliveries/{id}/proof/", "staff", ["deliveries"], of<typeof schemas.addProof>());
export const proofFile = get("/proofs/{id}/file/", "user", of<typeof schemas.proofFile>());
