import type { Box } from "#contract/schemas/stock/boxes.ts";
import type { boxList } from "#contract/lists/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { SearchOf } from "#web/lists/list-search.ts";
import { type TickedRows, useTicked } from "#web/lists/ticked-rows.ts";
import { storedValue } from "#web/storage/stored-value.ts";

const isTicked = (value: unknown): value is TickedRows<Box> =>
  Array.isArray((value as TickedRows<Box> | null)?.entries) && typeof (value as TickedRows<Box>).filters === "string";

const place = storedValue<TickedRows<Box>>("ticked-boxes", (value) => (isTicked(value) ? value : undefined));

/** The ticked boxes of the list, as they were when they were ticked. */
export function useTickedBoxes({ page: _page, orderBy: _order, ...filters }: SearchOf<typeof boxList>) {
  return useTicked<Box>({ place, filters, nameOf: ({ code }) => `Box ${showBoxCode(code)}` });
}
