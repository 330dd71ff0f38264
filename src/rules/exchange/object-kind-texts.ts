import type { ObjectKind } from "./object-kinds.ts";

/** What people read for each kind of thing that programs are told of. */
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

/** Which kinds a receiver is told of; null is all. */
export const showKinds = (kinds: readonly ObjectKind[] | null) =>
  kinds === null ? "alles" : kinds.map((kind) => objectKindTexts[kind]).join(", ");
