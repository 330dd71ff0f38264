import { type RawBuilder, sql } from "kysely";
import type { Sql } from "#server/database/database.ts";
import { joinById } from "#server/database/scope.ts";

/** A row of `sumsByCustomer`: without a customer it is the sum of all. */
type SumRow<Figures> = Figures & {
  readonly customer: number | null;
  readonly code: number;
  readonly name: string;
  readonly total: number;
};

interface Sums {
  /** A `with` list that ends in `sums`: a row for each group, and one without `customer_id` for that of all customers. */
  readonly sums: Sql;
  /** Columns that are reported of a row `s`. */
  readonly columns: Sql;
  /** In which order, by `s` and by the code of the customer `c`. */
  readonly order: Sql;
  readonly limit: number;
  readonly offset: number;
}

/** The sums of all customers, and a page of those by customer. */
export const sumsByCustomer = <Figures>({
  sums,
  columns,
  order,
  limit,
  offset,
}: Sums): RawBuilder<SumRow<Figures>> => sql`
  with ${sums}
  select null::bigint as customer, 0 as code, '' as name, 0 as total, ${columns} from sums s where s.customer_id is null
  union all (
    select c.id, c.code, c.name, (count(*) over ())::int, ${columns}
    from sums s cross join lateral ${joinById("customers", sql`id, code, name`, sql`s.customer_id`)} c
    where s.customer_id is not null order by ${order} limit ${limit} offset ${offset})`;

/** Those rows apart: the sums of all, and the page with how many rows there are on all pages. */
export function partSums<Figures>(rows: readonly SumRow<Figures>[]) {
  const ofCustomers = rows.flatMap(({ customer: id, code, name, total: _, ...figures }) =>
    id === null ? [] : [{ ...figures, customer: { id, code, name } }],
  );
  const ofAll: readonly Figures[] = rows.filter(({ customer }) => customer === null);
  return { ofCustomers, ofAll, count: rows.find(({ customer }) => customer !== null)?.total ?? 0 };
}
