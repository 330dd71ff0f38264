import type { Operation } from "#contract/schemas/scanning/scans.ts";

/** Action of a worker on a line of a delivery (product 7). */
export type LineAction =
  | { readonly kind: "pick" }
  | { readonly kind: "receive" }
  | { readonly kind: "missing"; readonly text: string };

/** Subject of the action: a whole box, or a content. */
export type LineSubject = { readonly code: string } | { readonly content: number };

export function operationOf(id: string, delivery: number, thing: LineSubject, action: LineAction): Operation {
  if (action.kind === "receive") return { id, kind: "receive", ...thing };
  if (action.kind === "pick") return { id, kind: "pick", delivery, ...thing };
  return { id, kind: "missing", delivery, ...thing, text: action.text };
}

/** The action that an operation carries out; null where it is none with a line. */
export function lineAction(operation: Operation): LineAction | null {
  if (operation.kind === "missing") return { kind: "missing", text: operation.text };
  return operation.kind === "pick" || operation.kind === "receive" ? { kind: operation.kind } : null;
}
