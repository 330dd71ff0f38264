import type { AuditEntry } from "#contract/schemas/access/audit.ts";
import type { Seal } from "#contract/schemas/access/seals.ts";
import { auditSheetColumns } from "#rules/access/audit/audit-entry.ts";
import type { Sheet } from "#rules/lists/sheet.ts";

const [, ...texts] = auditSheetColumns;

export const auditSheet: Sheet<AuditEntry> = {
  key: "audit",
  name: "Protokoll",
  columns: [{ head: "Zeit", kind: "moment", cell: ({ at }) => at }, ...texts.map(([head, cell]) => ({ head, cell }))],
};

export const sealSheet: Sheet<Seal> = {
  key: "seals",
  name: "Siegel",
  columns: [
    { head: "Nummer", kind: "number", cell: ({ number }) => number },
    { head: "Bis", kind: "moment", cell: ({ until }) => until },
    { head: "Boxen", kind: "number", cell: ({ boxes }) => boxes },
    { head: "Einträge", kind: "number", cell: ({ entries }) => entries },
    { head: "Vernichtungsschritte", kind: "number", cell: ({ events }) => events },
    { head: "Rechnungen", kind: "number", cell: ({ invoices }) => invoices },
    { head: "Prüfsumme", cell: ({ hash }) => hash },
    { head: "Zeitstempel", kind: "moment", cell: ({ stamped }) => stamped },
    { head: "Vorgefunden", cell: ({ found }) => (found ? "ja" : "") },
  ],
};
