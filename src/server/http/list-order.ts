import { type List, mayOrder } from "#contract/list.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { columnOf, isDescending } from "#rules/lists/orders.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput } from "./errors.ts";

/** The column and direction of a list's order. @throws 400 for one that is for staff, to anybody else. */
export function orderOf<Order extends string>(list: List, scope: Scope, orderBy: Order) {
  if (!mayOrder(list, orderBy, scope.isStaff)) throw badInput({ order_by: [invalid.range] });
  return { column: columnOf(orderBy), descending: isDescending(orderBy) };
}
