import { sql } from "kysely";
import type { PriceList, PriceRule } from "#contract/schemas/billing/price-lists.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { notFound } from "#server/http/errors.ts";

const rule = json<PriceRule>({
  item: "item",
  unit: "unit",
  price: sql`price::text`,
  vat_category: "vat_category",
  vat_rate: sql`vat_rate::text`,
  valid_from: "valid_from",
});

const priceList = selectList<PriceList>({
  ...fromTable("l", "id", "name", "vat_category"),
  vat_rate: sql`l.vat_rate::text`,
  customers: sql`(select count(*) from customer_terms where price_list_id = l.id)`,
  rules: sql`coalesce((
    select json_agg(${rule} order by item, valid_from desc)
    from price_rules where list_id = l.id), '[]')`,
});

const lists = (scope: Scope, id: number | null) => sql<PriceList>`
  select ${priceList}
  from price_lists l where ${scope.isStaff}::boolean and (${id}::int is null or l.id = ${id}::int)
  order by l.name collate german, l.id`;

/** Every price list, by name. */
export const allPriceLists = (db: Reader, scope: Scope): Promise<PriceList[]> =>
  db.list("price-lists", lists(scope, null));

/** A price list with its prices. @throws 404 */
export async function priceListById(db: Reader, scope: Scope, id: number): Promise<PriceList> {
  const [found] = await db.list("price-lists", lists(scope, id));
  if (!found) throw notFound();
  return found;
}
