import { get, of, patch, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/destruction-batches.ts";

const touches = ["destruction-batches", "boxes", "areas", "customers", "retention"] as const;

export const listBatches = get("/destruction-batches/", "user", of<typeof schemas.listBatches>());
export const getBatch = get("/destruction-batches/{id}/", "user", of<typeof schemas.getBatch>());
export const listBatchLines = get("/destruction-batches/{id}/lines/", "user", of<typeof schemas.listBatchLines>());
export const createBatch = post("/destruction-batches/", "staff", touches, of<typeof schemas.createBatch>());
export const editBatch = patch("/destruction-batches/{id}/", "staff", touches, of<typeof schemas.editBatch>());
export const proposeBatch = post(
  "/destruction-batches/{id}/propose/",
  "staff",
  touches,
  of<typeof schemas.proposeBatch>(),
);

/** A customer's user needs the right to approve; staff need the customer's signed letter. */
export const decideBatch = post("/destruction-batches/{id}/decide/", "user", touches, of<typeof schemas.decideBatch>());
export const attachLetter = post(
  "/destruction-batches/{id}/letter/",
  "staff",
  touches,
  of<typeof schemas.attachLetter>(),
);
export const batchLetter = get("/destruction-batches/{id}/letter/", "staff", of<typeof schemas.batchLetter>());
export const confirmBatch = post(
  "/destruction-batches/{id}/confirm/",
  "staff",
  touches,
  of<typeof schemas.confirmBatch>(),
);
export const closeLines = post("/destruction-batches/{id}/close/", "staff", touches, of<typeof schemas.closeLines>());
export const completeBatch = post(
  "/destruction-batches/{id}/complete/",
  "staff",
  touches,
  of<typeof schemas.completeBatch>(),
);
export const certifyBatch = post(
  "/destruction-batches/{id}/certify/",
  "staff",
  touches,
  of<typeof schemas.certifyBatch>(),
);

/** A customer's user needs the right to approve. */
export const abortBatch = post("/destruction-batches/{id}/abort/", "user", touches, of<typeof schemas.abortBatch>());
export const batchRequest = get("/destruction-batches/{id}/request/", "staff", of<typeof schemas.batchRequest>());
export const certificate = get("/destruction-batches/{id}/certificate/", "user", of<typeof schemas.certificate>());

/** Nobody learns by it that a number is given who does not have the certificate. */
export const verifyCertificate = get("/certificates/", "open", of<typeof schemas.verifyCertificate>());
