import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/destruction-batches.ts";

const touches = ["destruction-batches", "boxes", "areas", "customers", "retention"] as const;

export const listBatches = route(
  { method: "GET", path: "/destruction-batches/", access: "user", writes: false },
  of<typeof schemas.listBatches>(),
);

export const getBatch = route(
  { method: "GET", path: "/destruction-batches/{id}/", access: "user", writes: false },
  of<typeof schemas.getBatch>(),
);

export const listBatchLines = route(
  { method: "GET", path: "/destruction-batches/{id}/lines/", access: "user", writes: false },
  of<typeof schemas.listBatchLines>(),
);

export const createBatch = route(
  { method: "POST", path: "/destruction-batches/", access: "staff", writes: true, touches },
  of<typeof schemas.createBatch>(),
);

export const editBatch = route(
  { method: "PATCH", path: "/destruction-batches/{id}/", access: "staff", writes: true, touches },
  of<typeof schemas.editBatch>(),
);

export const proposeBatch = route(
  { method: "POST", path: "/destruction-batches/{id}/propose/", access: "staff", writes: true, touches },
  of<typeof schemas.proposeBatch>(),
);

/** A customer's user needs the right to approve; staff need the customer's signed letter. */
export const decideBatch = route(
  { method: "POST", path: "/destruction-batches/{id}/decide/", access: "user", writes: true, touches },
  of<typeof schemas.decideBatch>(),
);

export const attachLetter = route(
  { method: "POST", path: "/destruction-batches/{id}/letter/", access: "staff", writes: true, touches },
  of<typeof schemas.attachLetter>(),
);

export const batchLetter = route(
  { method: "GET", path: "/destruction-batches/{id}/letter/", access: "staff", writes: false },
  of<typeof schemas.batchLetter>(),
);

export const confirmBatch = route(
  { method: "POST", path: "/destruction-batches/{id}/confirm/", access: "staff", writes: true, touches },
  of<typeof schemas.confirmBatch>(),
);

export const closeLines = route(
  { method: "POST", path: "/destruction-batches/{id}/close/", access: "staff", writes: true, touches },
  of<typeof schemas.closeLines>(),
);

export const completeBatch = route(
  { method: "POST", path: "/destruction-batches/{id}/complete/", access: "staff", writes: true, touches },
  of<typeof schemas.completeBatch>(),
);

export const certifyBatch = route(
  { method: "POST", path: "/destruction-batches/{id}/certify/", access: "staff", writes: true, touches },
  of<typeof schemas.certifyBatch>(),
);

/** A customer's user needs the right to approve. */
export const abortBatch = route(
  { method: "POST", path: "/destruction-batches/{id}/abort/", access: "user", writes: true, touches },
  of<typeof schemas.abortBatch>(),
);

export const batchRequest = route(
  { method: "GET", path: "/destruction-batches/{id}/request/", access: "staff", writes: false },
  of<typeof schemas.batchRequest>(),
);

export const certificate = route(
  { method: "GET", path: "/destruction-batches/{id}/certificate/", access: "user", writes: false },
  of<typeof schemas.certificate>(),
);

/** Nobody learns by it that a number is given who does not have the certificate. */
export const verifyCertificate = route(
  { method: "GET", path: "/certificates/", access: "open", writes: false },
  of<typeof schemas.verifyCertificate>(),
);
