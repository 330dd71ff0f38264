import { get, of, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/debit-files.ts";

export const listDebitFiles = get("/billing/sepa/", "staff", of<typeof schemas.listDebitFiles>());
export const createDebitFile = post(
  "/billing/sepa/",
  "staff",
  ["billing", "invoices"],
  of<typeof schemas.createDebitFile>(),
);
export const debitFile = get("/billing/sepa/{id}/", "staff", of<typeof schemas.debitFile>());
export const deleteDebitFile = remove(
  "/billing/sepa/{id}/",
  "staff",
  ["billing", "invoices"],
  of<typeof schemas.deleteDebitFile>(),
);
