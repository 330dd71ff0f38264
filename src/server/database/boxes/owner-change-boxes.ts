import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import type { StayReason } from "#rules/stock/owner-change.ts";
import type { Sql } from "#server/database/database.ts";

export interface BoxesToGive {
  /** The customers' ids. */
  readonly from: number;
  readonly to: number;
  /** Ids; every box of the customer that is not destroyed where they are left out. */
  readonly boxes?: readonly number[] | undefined;
}

const reason = (name: StayReason): Sql => sql.lit(name);

/** The boxes that are meant, as `(id, code, number, state, reason)`: why each stays with its customer (`StayReason`), null where it can go. */
export const boxesToGive = ({ from, to, boxes }: BoxesToGive): Sql => sql`
  select b.id, b.code, b.number, b.state, case
    when b.continued_as is not null then ${reason("given")}
    when b.state <> ${BoxState.inStock}::smallint then ${reason("state")}
    when exists (
      select from contents c where c.box_id = b.id and c.state in (${ContentState.outside}::smallint, ${ContentState.ordered}::smallint)) then ${reason("contents")}
    when exists (select from waiting_entries w where w.box_id = b.id) then ${reason("waiting")}
    when exists (select from holds_on(b.id)) then ${reason("held")}
    when exists (select from destruction_lines l where l.box_id = b.id and l.living) then ${reason("batch")}
    when exists (select from cases k where k.box_id = b.id and k.state <> 4) then ${reason("case")}
    when exists (
      select from retention_classes r where r.customer_id is not null and (r.id = b.retention_class_id
        or r.id in (select c.retention_class_id from contents c where c.box_id = b.id))) then ${reason("class")}
    when (select unique_numbers from customers where id = ${to}::bigint) and exists (
      select from box_numbers n join box_numbers other on other.customer_id in (${from}::bigint, ${to}::bigint) and other.key = n.key
      where n.box_id = b.id and other.box_id <> b.id) then ${reason("number")}
    end as reason
  from boxes b where b.customer_id = ${from}::bigint and ${
    boxes === undefined
      ? sql`b.state <> ${BoxState.destroyed}::smallint and b.continued_as is null`
      : sql`b.id = any(${boxes}::bigint[])`
  }`;
