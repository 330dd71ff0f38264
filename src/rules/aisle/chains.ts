import { boxesOfOperation, type Operation } from "./operation.ts";

/** The boxes, or the content, that an operation is about; of a taking back those of what it takes back. */
function boxesAmong(operation: Operation, all: ReadonlyMap<string, Operation>): readonly string[] {
  const of = operation.kind === "undo" ? all.get(operation.of) : operation;
  if (!of) return [];
  return "content" in of && of.content !== undefined ? [`content-${of.content}`] : boxesOfOperation(of);
}

const byId = (operations: readonly Operation[]) => new Map(operations.map((operation) => [operation.id, operation]));

/** The ids of an operation and of those after it that are about the same boxes: they go, or stay, together. */
export function findChain(operations: readonly Operation[], id: string): readonly string[] {
  const first = operations.findIndex((operation) => operation.id === id);
  if (first === -1) return [];
  const all = byId(operations);
  const boxes = new Set<string>();
  return operations.slice(first).flatMap((operation) => {
    const own = boxesAmong(operation, all);
    if (operation.id !== id && !own.some((code) => boxes.has(code))) return [];
    for (const code of own) boxes.add(code);
    return operation.id;
  });
}

/** An operation as the device keeps it. `held`: one before it, of the same box, was refused. */
export interface StoredOperation {
  readonly operation: Operation;
  readonly status: "waiting" | "sending" | "done" | "refused" | "held";
  /** Somebody has looked into it. */
  readonly isSettled: boolean;
}

/**
 * Returns the ids of operations that wait behind a refusal of the same box and are not to be sent any more. They were done in view of something that
 * has not become true. Operations of other boxes go on.
 */
export function toHold(kept: readonly StoredOperation[]): readonly string[] {
  const all = byId(kept.map(({ operation }) => operation));
  const blockedBoxes = new Set<string>();
  return kept.flatMap((one) => {
    const own = boxesAmong(one.operation, all);
    const { status, isSettled } = one;
    const isBehind =
      (status === "waiting" || (status === "held" && !isSettled)) && own.some((code) => blockedBoxes.has(code));
    if (isBehind || (status === "refused" && !isSettled)) for (const code of own) blockedBoxes.add(code);
    return isBehind && status === "waiting" ? one.operation.id : [];
  });
}
