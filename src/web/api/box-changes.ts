import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { queryClient, queryFor } from "./queries.ts";

/** Changes what is shown of a box until the server's own answer has come. */
export function showInBox(id: number, change: (box: BoxDetail) => BoxDetail): void {
  const { queryKey } = queryFor(getBox, { path: { id } });
  queryClient.setQueryData<BoxDetail>(queryKey, (box) => box && change(box));
}
