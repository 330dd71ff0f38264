import * as z from "zod/mini";
import { apiName, isUpsideDown, type List, type Narrowing } from "#contract/list.ts";
import type { Filter } from "#rules/lists/filters.ts";
import type { OrderBy } from "#rules/lists/orders.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { integer } from "#contract/fields/numbers.ts";
import { text } from "#contract/fields/texts.ts";
import { id, selection } from "./shapes.ts";

/** What a filter takes, as a schema. */
function valueSchema(filter: Filter): z.ZodMiniType {
  if (filter.type === "number") return integer(filter.min ?? 0, filter.max);
  if (filter.type === "text") return text(filter.max);
  return filter.type === "choice" ? z.enum(filter.values) : id;
}

type FilterShape<L extends List> = {
  [Name in keyof Narrowing<L>]-?: z.ZodMiniOptional<
    z.ZodMiniType<NonNullable<Narrowing<L>[Name]>, NonNullable<Narrowing<L>[Name]>>
  >;
};

/**
 * The query of a list's call: paging, field selection, the list's orders (a leading minus for descending) and filters, and
 * `more` of both that only programs ask for.
 */
export function listQuery<L extends List, const Column extends string = never, More extends z.core.$ZodLooseShape = {}>(
  list: L,
  more: { orders?: readonly Column[]; filters?: More } = {},
) {
  type Order = OrderBy<(keyof L["orders"] & string) | Column>;
  const columns = [...Object.keys(list.orders), ...(more.orders ?? [])];
  const orders = columns.flatMap((column) => [column, `-${column}`]) as [Order, ...Order[]];
  const filters = Object.entries<Filter>(list.filters).map(
    ([name, filter]) => [apiName(list, name), z.optional(valueSchema(filter))] as const,
  );
  const query = z.object({
    limit: z.optional(integer(1, maxPageSize)),
    offset: z.optional(integer(0)),
    order_by: z.optional(z.enum(orders)),
    ...selection,
    ...(Object.fromEntries(filters) as unknown as FilterShape<L>),
    ...((more.filters ?? {}) as More),
  });
  const ranges = (list.ranges ?? []).map(([from, to]) => [apiName(list, from), apiName(list, to)] as const);
  const isRange = (range: readonly [string, string]) =>
    z.refine<z.infer<typeof query>>((asked) => !isUpsideDown(range, asked), {
      path: [range[1]],
      error: refused.emptyRange.message,
    });
  return query.check(...ranges.map(isRange));
}
