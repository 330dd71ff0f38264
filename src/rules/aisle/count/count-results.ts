import { BoxState } from "#rules/stock/box-state.ts";
import { keyOf } from "#rules/stock/places/place-cursor.ts";
import { type ResultClass, resultClasses } from "#rules/stocktake/results.ts";
import type { CountScan } from "./count-places.ts";
import { expectedIn } from "./count-places.ts";
import type { Data } from "#rules/aisle/stock-data.ts";

/** Counts the boxes of a counted row by class, as far as the device knows. The server knows more: moves made meanwhile, and counts of other rows. */
export function countResults(
  row: number,
  counted: readonly CountScan[],
  data: Data,
): Readonly<Record<ResultClass, number>> {
  const counts = Object.fromEntries(resultClasses.map((one) => [one, 0])) as Record<ResultClass, number>;
  const expectedBoxes = expectedIn(row, data);
  const places = Map.groupBy(
    counted.flatMap(({ code, ...spot }) => (code === null ? [] : { code, ...spot })),
    ({ code }) => code,
  );
  for (const { code } of expectedBoxes) if (!places.has(code)) counts.missing++;
  for (const [code, spots] of places) {
    const own = expectedBoxes.find((one) => one.code === code);
    counts[
      classOf(
        {
          code,
          isTwice: spots.length > 1,
          isRight: own !== undefined && spots.some((at) => keyOf(at) === keyOf(own)),
          isHere: own !== undefined,
        },
        data,
      )
    ]++;
  }
  return counts;
}

interface BoxFinding {
  readonly code: string;
  readonly isTwice: boolean;
  readonly isRight: boolean;
  readonly isHere: boolean;
}

function classOf({ code, isTwice, isRight, isHere }: BoxFinding, data: Data): ResultClass {
  const box = data.box(code);
  if (isRight && !isTwice) return "right";
  if (!box) return "unknown";
  if (box.state === BoxState.destroyed) return "destroyed";
  if (isTwice) return "twice";
  if (isHere) return "other_place";
  if (box.state === BoxState.notInStock) return "away";
  return box.state === BoxState.ordered ? "ordered" : "other_row";
}
