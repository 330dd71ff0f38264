import * as z from "zod/mini";
import { apiName, isUpsideDown, type List, type Narrowing } from "#contract/list.ts";
import type { Filter } from "#rules/lists/filters.ts";
import type { OrderBy } from "#rules/lists/orders.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { day } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import { searchText, text } from "#contract/fields/texts.ts";
import { id, selection } from "./shapes.ts";

/** A whole box code, with or without dots and spaces. */
export const boxCode = z.pipe(
  z.string().check(z.refine((typed) => parseBoxCode(typed) !== null, invalid.range)),
  z.transform((typed: string) => parseBoxCode(typed) ?? ""),
);

/** Returns the schema of the values that a filter takes. */
function valueSchema(filter: Filter): z.ZodMiniType {
  if (filter.type === "number") return integer(filter.min ?? 0, filter.max);
  if (filter.type === "text") return text(filter.max);
  if (filter.type === "search") return searchText;
  if (filter.type === "day") return day;
  if (filter.type === "box") return boxCode;
  return filter.type === "choice" ? z.enum(filter.values) : id;
}

type FilterShape<L extends List> = {
  [Name in keyof Narrowing<L>]-?: z.ZodMiniOptional<
    z.ZodMiniType<NonNullable<Narrowing<L>[Name]>, NonNullable<Narrowing<L>[Name]>>
  >;
};

type More = z.core.$ZodLooseShape;

function filtersOf<L extends List, M extends More>(list: L, more: M | undefined) {
  const filters = Object.entries<Filter>(list.filters).map(
    ([name, filter]) => [apiName(list, name), z.optional(valueSchema(filter))] as const,
  );
  return { ...(Object.fromEntries(filters) as unknown as FilterShape<L>), ...((more ?? {}) as M) };
}

/** A range of which nothing can be in is refused by its upper end. */
function rangesOf<Asked extends Readonly<Record<string, unknown>>>(list: List, more: NonNullable<List["ranges"]> = []) {
  const ranges = [...(list.ranges ?? []), ...more].map(
    ([from, to]) => [apiName(list, from), apiName(list, to)] as const,
  );
  return ranges.map((range) =>
    z.refine<Asked>((asked) => !isUpsideDown(range, asked), {
      path: [range[1]],
      error: refused.emptyRange.message,
      when: ({ issues }) => issues.length === 0, // an end that is none bounds no range
    }),
  );
}

function ordersOf<L extends List, const Column extends string>(list: L, more: readonly Column[] = []) {
  type Order = OrderBy<(keyof L["orders"] & string) | Column>;
  const columns = [...Object.keys(list.orders), ...more];
  return columns.flatMap((column) => [column, `-${column}`]) as [Order, ...Order[]];
}

/**
 * The query of a list's call: paging, field selection, the list's orders (a leading minus for descending) and filters, and
 * `more` of both that only programs ask for.
 */
export function listQuery<L extends List, const Column extends string = never, M extends More = {}>(
  list: L,
  more: { orders?: readonly Column[]; filters?: M; ranges?: NonNullable<List["ranges"]> } = {},
) {
  const query = z.object({
    limit: z.optional(integer(1, maxPageSize)),
    offset: z.optional(integer(0)),
    order_by: z.optional(z.enum(ordersOf(list, more.orders))),
    ...selection,
    ...filtersOf(list, more.filters),
  });
  return query.check(...rangesOf<z.infer<typeof query>>(list, more.ranges));
}

/** The filters alone, of a call that answers the whole list. */
export function filterQuery<L extends List, M extends More = {}>(list: L, more?: M) {
  const query = z.object(filtersOf(list, more));
  return query.check(...rangesOf<z.infer<typeof query>>(list));
}

/** As what a list comes: a spreadsheet, or CSV; `plain` leaves cells of CSV as they are, for programs. */
export const sheetFormat = {
  format: z._default(z.enum(["xlsx", "csv"]), "xlsx"),
  plain: z._default(z.boolean(), false),
};

/** The query of a list's spreadsheet: its orders and filters, and `more` as of the list's call. */
export function sheetQuery<L extends List, const Column extends string = never, M extends More = {}>(
  list: L,
  more: { orders?: readonly Column[]; filters?: M } = {},
) {
  const query = z.object({
    order_by: z.optional(z.enum(ordersOf(list, more.orders))),
    ...sheetFormat,
    ...filtersOf(list, more.filters),
  });
  return query.check(...rangesOf<z.infer<typeof query>>(list));
}

/** Media types of a list that is returned as a file. */
export const sheetReply = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, text/csv";
