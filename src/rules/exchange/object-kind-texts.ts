import type { ObjectKind } from "./object-kinds.ts";

/** Texts that people read for each kind of thing that programs are notified of. */
export const objectKindTexts: Record<ObjectKind, string> = {
  box: "Boxen",
  content: "Inhalte",
  delivery: "Lieferungen",
  customer: "Kunden",
  batch: "Vernichtungen",
  case: "Klärfälle",
  import: "Importe",
  invoice: "Rechnungen",
};

/** Shows the kinds that a receiver is notified of; null means all. */
export const showKinds = (kinds: readonly ObjectKind[] | null) =>
  kinds === null ? "alles" : kinds.map((kind) => objectKindTexts[kind]).join(", ");
