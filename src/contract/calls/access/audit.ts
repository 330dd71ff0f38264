import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/audit.ts";

export const listAudit = get("/audit/", "staff", of<typeof schemas.listAudit>());
export const sheetOfAudit = get("/audit/sheet/", "staff", of<typeof schemas.sheetOfAudit>());
export const auditCsv = get("/audit/csv/", "staff", of<typeof schemas.auditCsv>());
