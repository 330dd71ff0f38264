import type { Generated } from "kysely";
import type { BilledItem, BilledUnit, PricedItem, StorageMode, VatCategory } from "#rules/billing/items.ts";

/** The tables of prices, and of what customers owe; amounts are decimal strings in euro. */
export interface BillingTables {
  price_lists: {
    id: Generated<number>;
    name: string;
    vat_category: Generated<VatCategory>;
    vat_rate: Generated<string>;
    created: Generated<string>;
  };
  price_rules: {
    list_id: number;
    item: PricedItem;
    unit: BilledUnit;
    price: string;
    vat_category: VatCategory;
    vat_rate: string;
    valid_from: string;
  };
  customer_terms: {
    customer_id: number;
    price_list_id: number | null;
    storage_mode: Generated<StorageMode>;
    also_while_out: Generated<boolean>;
    minimum: string | null;
    minimum_scope: Generated<"storage" | "all">;
  };
  service_entries: {
    id: Generated<number>;
    customer_id: number;
    day: string;
    item: BilledItem;
    unit: BilledUnit;
    quantity: string;
    price: string;
    vat_category: VatCategory;
    vat_rate: string;
    text: Generated<string>;
    cost_centre: Generated<string>;
    box_id: number | null;
    seq: number | null;
    delivery_id: number | null;
    copy_id: number | null;
    user_id: number | null;
    created: Generated<string>;
  };
}
