import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/proofs.ts";

export const addProof = route(
  { method: "POST", path: "/deliveries/{id}/proof/", access: "staff", writes: true, touches: ["deliveries"] },
  of<typeof schemas.addProof>(),
);

export const proofFile = route(
  { method: "GET", path: "/proofs/{id}/file/", access: "user", writes: false },
  of<typeof schemas.proofFile>(),
);
