import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { storedValue } from "#web/storage/stored-value.ts";

/** Choice among the boxes of a batch that is not sent yet. */
export interface BatchChoice {
  /** Rejected, by box, with the reason as it is typed. */
  readonly rejected: ReadonlyMap<number, string>;
  /** Boxes before their time that are approved by name. */
  readonly named: ReadonlySet<number>;
  /** Boxes that are to be taken out. */
  readonly chosen: ReadonlySet<number>;
}

export const nothingChosen: BatchChoice = { rejected: new Map(), named: new Set(), chosen: new Set() };

type Lists = readonly [rejected: (readonly [number, string])[], named: number[], chosen: number[]];

/** Place of the choice while a box of the batch is looked at; with the next state it is another place. */
export function keptChoice({ id, state }: Pick<BatchDetail, "id" | "state">) {
  const kept = storedValue<Lists>(`batch-${id}-${state}`, (value) =>
    Array.isArray(value) ? (value as never) : undefined,
  );
  return {
    get: (): BatchChoice => {
      const [rejected, named, chosen] = kept.get() ?? [];
      return { rejected: new Map(rejected), named: new Set(named), chosen: new Set(chosen) };
    },
    set: ({ rejected, named, chosen }: BatchChoice) => kept.set([[...rejected], [...named], [...chosen]]),
  };
}

/** The same set with or without a box. */
export function toggle(set: ReadonlySet<number>, box: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(set);
  if (isIn) next.add(box);
  else next.delete(box);
  return next;
}

/** The same rejections with another reason for a box; without one it is not rejected. */
export function rejectedFor(
  map: BatchChoice["rejected"],
  box: number,
  reason: string | undefined,
): BatchChoice["rejected"] {
  const next = new Map(map);
  if (reason === undefined) next.delete(box);
  else next.set(box, reason);
  return next;
}
