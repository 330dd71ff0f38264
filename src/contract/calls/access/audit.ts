import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/audit.ts";

export const listAudit = route(
  { method: "GET", path: "/audit/", access: "staff", writes: false },
  of<typeof schemas.listAudit>(),
);

export const sheetOfAudit = route(
  { method: "GET", path: "/audit/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfAudit>(),
);

export const auditCsv = route(
  { method: "GET", path: "/audit/csv/", access: "staff", writes: false },
  of<typeof schemas.auditCsv>(),
);
