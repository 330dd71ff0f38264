import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/debit-files.ts";

export const listDebitFiles = route(
  { method: "GET", path: "/billing/sepa/", access: "staff", writes: false },
  of<typeof schemas.listDebitFiles>(),
);

export const createDebitFile = route(
  { method: "POST", path: "/billing/sepa/", access: "staff", writes: true, touches: ["billing", "invoices"] },
  of<typeof schemas.createDebitFile>(),
);

export const debitFile = route(
  { method: "GET", path: "/billing/sepa/{id}/", access: "staff", writes: false },
  of<typeof schemas.debitFile>(),
);

export const deleteDebitFile = route(
  { method: "DELETE", path: "/billing/sepa/{id}/", access: "staff", writes: true, touches: ["billing", "invoices"] },
  of<typeof schemas.deleteDebitFile>(),
);
