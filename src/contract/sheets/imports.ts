import type { z } from "zod/mini";
import type { ImportError } from "#contract/schemas/exchange/imports.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { type ImportedBox, importedText } from "#rules/exchange/imports/import-state.ts";
import type { Sheet } from "#rules/lists/sheet.ts";

export const importErrorSheet: Sheet<z.infer<typeof ImportError>> = {
  key: "importErrors",
  name: "Importfehler",
  columns: [
    { head: "Zeile", kind: "number", cell: ({ row }) => row },
    { head: "Spalte", cell: ({ column }) => column },
    { head: "Wert", cell: ({ cell }) => cell?.text ?? null },
    { head: "Fehler", cell: ({ message }) => message },
  ],
};

export const importReceiptSheet: Sheet<ImportedBox> = {
  key: "importReceipt",
  name: "Importbeleg",
  columns: [
    { head: "Zeile", kind: "number", cell: ({ row }) => row },
    { head: "Box", cell: ({ code }) => showBoxCode(code) },
    { head: "Was geschah", cell: ({ made }) => importedText(made) },
    { head: "Neue Inhalte", kind: "number", cell: ({ contents }) => contents },
  ],
};
