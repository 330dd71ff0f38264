import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import type { Reader } from "#server/database/database.ts";
import { shownOption } from "#server/database/delivery-options.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

/** A delivery option; a 404 where there is none or it is not the caller's. */
export async function deliveryOptionById(db: Reader, scope: Scope, id: number): Promise<DeliveryOption> {
  const option = await db
    .selectFrom("delivery_options")
    .selectAll()
    .where("id", "=", id)
    .where(visibleTo(scope, "delivery_options.customer_id"))
    .executeTakeFirst();
  if (!option) throw notFound();
  return shownOption(option);
}
