import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { getBox } from "#contract/calls/boxes.ts";
import { invalidate, queryClient, queryFor } from "./queries.ts";

/** Changes what is shown of a box until the server's own answer has come. */
export function showInBox(id: number, change: (box: BoxDetail) => BoxDetail): void {
  const { queryKey } = queryFor(getBox, { path: { id } });
  queryClient.setQueryData<BoxDetail>(queryKey, (box) => box && change(box));
}

/** A box has changed: it is counted by its state, its place, its customer and its contents, and may end a delivery's line. */
export const boxChanged = () => invalidate("boxes", "rows", "areas", "customers", "deliveries");
