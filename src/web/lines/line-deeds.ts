import type { Operation } from "#contract/schemas/scans.ts";
import { maxOperations } from "#contract/limits.ts";
import { scan } from "#contract/calls/scans.ts";
import { errors } from "#rules/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";

/** What a worker does with a line of a delivery (product 7). */
export type Deed =
  | { readonly kind: "pick" }
  | { readonly kind: "receive" }
  | { readonly kind: "missing"; readonly text: string };

/** What it is done with: a whole box, or a content. */
export type Thing = { readonly code: string } | { readonly content: number };

export function operationOf(id: string, delivery: number, thing: Thing, deed: Deed): Operation {
  if (deed.kind === "receive") return { id, kind: "receive", ...thing };
  if (deed.kind === "pick") return { id, kind: "pick", delivery, ...thing };
  return { id, kind: "missing", delivery, ...thing, text: deed.text };
}

export interface Outcome {
  readonly isDone: boolean;
  /** Why not. */
  readonly message: string | null;
}

/**
 * Sends operations, as many at once as the server takes, and hands on what became of each. Throws where no answer came:
 * what was handed on until then stands.
 */
export async function sendOperations(
  operations: readonly Operation[],
  onAnswer: (outcomes: ReadonlyMap<string, Outcome>) => void,
): Promise<void> {
  for (let from = 0; from < operations.length; from += maxOperations) {
    const part = operations.slice(from, from + maxOperations);
    const { results } = await call(scan, { body: { operations: part } });
    onAnswer(new Map(results.map(({ id, status, message }) => [id, { isDone: status === "done", message }])));
  }
}

/** Whether sending the same again is of no use: the server has understood and said no. */
export function isLasting(error: unknown): boolean {
  const status = error instanceof CallError ? error.status : 0;
  return status >= 400 && status < 500 && status !== 403 && status !== 429;
}

export const messageOf = (error: unknown): string => (error instanceof CallError ? error.message : errors.unknown);
