import { maxBoxNumber } from "#rules/stock/box-code.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { BoxTarget } from "#server/database/retention/box-target.ts";
import { badInput, refuse } from "#server/http/errors.ts";

/** Boxes of a customer as calls name them: by id, or by their numbers. */
export interface NamedBoxes {
  readonly boxes?: readonly number[] | undefined;
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
}

/** Returns the boxes that a call means. @throws 400 where it names them twice, or none whatever there is */
export function boxTarget({ boxes, from = null, to = null }: NamedBoxes): BoxTarget {
  const isRange = from !== null || to !== null;
  if (boxes && isRange) throw refuse(refused.boxesOrRange);
  if ((from ?? 0) > (to ?? maxBoxNumber)) throw badInput({ to: [refused.emptyRange] });
  if (boxes) return { scope: "boxes", ids: boxes };
  return isRange ? { scope: "range", from, to } : { scope: "customer" };
}
