import { Readable } from "node:stream";
import * as audit from "#contract/calls/access/audit.ts";
import { auditSheet } from "#contract/sheets/trail.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { auditSheetColumns, type AuditEntry } from "#rules/access/audit/audit-entry.ts";
import { csvLine, csvStart } from "#rules/lists/csv.ts";
import { routeHandler } from "#server/http/answers.ts";
import { answerSheet } from "#server/exports/answer-sheet.ts";
import { listOfAudit, wholeAudit } from "./queries.ts";

async function* csv(pieces: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield csvStart + csvLine(auditSheetColumns.map(([head]) => head));
  for await (const entries of pieces)
    yield entries.map((entry) => csvLine(auditSheetColumns.map(([, cell]) => cell(entry)))).join("");
}

export const auditRoutes = [
  routeHandler(audit.listAudit, ({ db, scope, query, now }) => listOfAudit(db.read, scope, query, now())),
  answerSheet(audit.sheetOfAudit, {
    of: audit.listAudit,
    sheet: auditSheet,
    rows: ({ db, scope, query, now }) => wholeAudit(db, scope, query, now).pieces,
    about: ({ customer, box }) => ({ customer, box }),
  }),
  routeHandler(audit.auditCsv, async ({ db, scope, query, now, config, record }) => {
    const { from, to, pieces } = wholeAudit(db.read, scope, query, now());
    await record({
      kind: AuditKind.exportMade,
      customer: query.customer,
      box: query.box,
      meta: { export: "audit", from, to },
    });
    return {
      type: "text/csv; charset=utf-8",
      name: `${config.filePrefix}-Protokoll.csv`,
      bytes: { stream: Readable.from(csv(pieces)) },
    };
  }),
];
