import type { Generated } from "kysely";
import type { RetentionStart } from "#rules/destruction/retention/catalogue.ts";

/** The tables of migration 0021: how long what is kept, and what is held. */
export interface RetentionTables {
  retention_classes: {
    id: Generated<number>;
    key: string;
    /** Null for those of the law. */
    customer_id: number | null;
    name: string;
    begins: Generated<string>;
    personal: boolean;
    tax: boolean;
    default_level: number;
    agreed_by: string | null;
    created: Generated<string>;
  };
  retention_rules: {
    id: Generated<number>;
    class_id: number;
    years: number;
    months: Generated<number>;
    start: RetentionStart;
    applies_if: Generated<"all" | "finance">;
    valid_from: string | null;
    valid_to: string | null;
    basis: string;
    source: string;
    checked_on: string;
    version: Generated<number>;
  };
  holds: {
    id: Generated<number>;
    customer_id: number;
    scope: "customer" | "boxes" | "range";
    from_number: number | null;
    to_number: number | null;
    reason: string;
    reference: Generated<string>;
    since: Generated<string>;
    until: string | null;
    set_by: number;
    by_customer: boolean;
    released_by: number | null;
    released_at: string | null;
    released_reason: string | null;
    released_reference: string | null;
  };
  hold_boxes: { hold_id: number; box_id: number; customer_id: number };
}
