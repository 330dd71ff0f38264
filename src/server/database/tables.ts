import type { ColumnType, Generated } from "kysely";
import type { AuditKind, AuditMeta, AuditObject } from "#rules/access/audit/audit.ts";
import type { NumberKind } from "#rules/stock/box-number.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { ContentState } from "#rules/stock/content-state.ts";
import type { BillingTables } from "#server/database/billing/billing-tables.ts";
import type { DeliveryTables } from "#server/database/deliveries/delivery-tables.ts";
import type { HistoryKind, HistoryMeta } from "#rules/stock/history.ts";
import type { RefusalCode } from "#rules/texts/refusals.ts";
import type { AccessTables } from "#server/database/tokens/access-tables.ts";
import type { DestructionTables } from "#server/database/destruction/destruction-tables.ts";
import type { RetentionTables } from "#server/database/retention/retention-tables.ts";
import type { StocktakeTables } from "#server/database/stocktakes/stocktake-tables.ts";
import type { ImportTables } from "#server/database/imports/import-tables.ts";
import type { WebhookTables } from "#server/database/webhooks/webhook-tables.ts";
import type { MessageTables } from "#server/database/messages/message-tables.ts";

/** Facts about a backup that was made and proven. */
export interface BackupResult {
  /** Everything committed before is in it. */
  readonly taken: string;
  /** Where it lies, without any secret. */
  readonly address: string;
  /** Without the pictures. */
  readonly bytes: number;
  readonly seconds: number;
}

/** The user who last changed what a scan was refused for. */
export interface ScanAuthor {
  readonly name: string;
  readonly at: string;
  readonly text: string;
}

/** Data that takes the storing of a box back: what and where the box was before, and the length of its history right after. */
export interface StoringUndo {
  readonly code: string;
  readonly history_count: number;
  readonly state: BoxState;
  readonly place: {
    readonly row_id: number;
    readonly part: number;
    readonly height: number;
    readonly placed: string;
  } | null;
}

/**
 * The tables of `migrations/`, for Kysely. `timestamptz` comes as ISO 8601 in UTC, `date` as YYYY-MM-DD,
 * `numeric` as a decimal string, `bigint` as a number.
 */
export interface Tables
  extends AccessTables,
    BillingTables,
    DeliveryTables,
    RetentionTables,
    DestructionTables,
    ImportTables,
    MessageTables,
    StocktakeTables,
    WebhookTables {
  saved_views: {
    user_id: number;
    id: Generated<number>;
    list: string;
    name: string;
    search: string;
    created: Generated<string>;
  };
  customers: {
    id: Generated<number>;
    code: number;
    name: string;
    notes: Generated<string>;
    address_name: Generated<string>;
    address_postcode: Generated<string>;
    /** ISO 3166-1 */
    address_country: Generated<string>;
    address_city: Generated<string>;
    address_street: Generated<string>;
    meter_price: Generated<string>;
    created: Generated<string>;
    finance_supervised: Generated<boolean>;
    /** Taxes from this year on may still be assessed. */
    audit_open_from: number | null;
    /** Up to which version the law was applied to its boxes. */
    retention_version: Generated<number>;
    hold_count: Generated<number>;
    /** 0 as ever, 1 by batches that the customer has approved. */
    destruction_procedure: Generated<number>;
    waiting_days: Generated<number>;
    /** Since when it is 1; the database keeps it. */
    procedure_since: ColumnType<string | null, never, never>;
    /** True where the customer's users may invite each other at all. */
    may_invite: Generated<boolean>;
    protection_class: Generated<number>;
    security_level: Generated<number>;
    /** True where no two of the customer's boxes may have the same number of other people's. */
    unique_numbers: Generated<boolean>;
  };
  cost_centres: { customer_id: number; name: string };
  customer_users: {
    customer_id: number;
    user_id: number;
    may_approve_destruction: Generated<boolean>;
    may_order: Generated<boolean>;
    may_store: Generated<boolean>;
    may_manage: Generated<boolean>;
    may_invite: Generated<boolean>;
    may_see_invoices: Generated<boolean>;
    /** Cost centres of the customer that the user sees; null means all that the customer has. */
    cost_centres: string[] | null;
  };
  areas: { id: Generated<number>; name: string; created: Generated<string> };
  rows: {
    id: Generated<number>;
    area_id: number;
    number: number;
    reverse: Generated<boolean>;
    parts: Generated<number>;
    heights: Generated<number>;
    created: Generated<string>;
    /** When it was counted last, as far as everything of that is accepted. */
    last_verified: string | null;
    /** What its sign said in the system from which it was taken over. */
    sign: string | null;
  };
  boxes: {
    id: Generated<number>;
    customer_id: number;
    customer_code: number;
    number: number;
    code: ColumnType<string, never, never>;
    state: Generated<BoxState>;
    marked_from: BoxState | null;
    marked: string | null;
    place_area: Generated<number>;
    row_id: number | null;
    part: number | null;
    height: number | null;
    placed: string | null;
    size: Generated<number>;
    meta_year: number | null;
    /** From when to when its papers are, each a year or a day. */
    period_from: string | null;
    period_to: string | null;
    meta_destroy_year: number | null;
    meta_first_delivery: string | null;
    created: Generated<string>;
    destroyed: string | null;
    history_count: Generated<number>;
    destruction: string | null;
    retention_class_id: number | null;
    retention_from: string | null;
    retention_override_until: string | null;
    retention_override_reason: string | null;
    /** The last day on which it must be kept, as far as that is known. */
    retain_until: string | null;
    /** The destroy year that was proposed last. */
    proposed_destroy_year: number | null;
    hold_count: Generated<number>;
    /** The one number that the version before knows; `box_numbers` has it, and it is only taken away here. */
    foreign_number: ColumnType<string | null, never, null>;
    /** To which cost centre of its customer it belongs. */
    cost_centre: Generated<string>;
    last_verified: string | null;
    /** The box of another customer as which it goes on. */
    continued_as: number | null;
    /** By when its customer is to give it back, `YYYY-MM-DD`. */
    due_back: string | null;
    /** When its personal texts were blanked. */
    blanked: string | null;
  };
  contents: {
    id: Generated<number>;
    box_id: number;
    customer_id: number;
    state: Generated<ContentState>;
    /** Empty where it was blanked. */
    text: string;
    blanked: string | null;
    created: Generated<string>;
    retention_class_id: number | null;
    retention_from: string | null;
  };
  box_numbers: {
    id: Generated<number>;
    box_id: number;
    customer_id: number;
    text: string;
    key: ColumnType<string, never, never>;
    kind: Generated<NumberKind>;
    /** The customer, where none of its boxes may have a number of another one. */
    unique_for: number | null;
  };
  images: {
    id: Generated<number>;
    box_id: number;
    customer_id: number;
    sha256: Buffer;
    content_type: string;
    bytes: number;
    crc32: number;
    width: number;
    height: number;
    viewed: Generated<boolean>;
    created: Generated<string>;
  };
  picture_claims: { id: Generated<number>; sha256: Buffer; removing: boolean; at: Generated<string> };
  used_pictures: { sha256: Buffer; bytes: number };
  /** Users who have written entries of the history; `keep_authors` writes the table (decision 147). */
  history_authors: { user_id: number };
  history: {
    box_id: number;
    seq: number;
    kind: HistoryKind;
    user_id: number | null;
    meta: ColumnType<HistoryMeta | null, string | null, never>;
    text: string | null;
    created: Generated<string>;
    /** By which device it was scanned, and when, where that is known; the transaction says both (`magazin.device`, `magazin.happened`). */
    device: Generated<string | null>;
    happened: Generated<string | null>;
    /** When what it says was blanked: then it has no `meta` and no `text`. */
    blanked: ColumnType<string | null, never, never>;
  };
  /** That the archive of another system was taken over, and until when its rules held; one row at most. */
  takeovers: {
    at: Generated<string>;
    address: string;
    completed: string;
    digest: string;
    last_entry: number;
  };
  /** What that system told of boxes, by the ids that it had there; `rest` is what of `meta` fits no entry of the kind. */
  taken_entries: {
    box_id: number;
    id: number;
    kind: HistoryKind;
    user_id: number | null;
    name: string;
    meta: ColumnType<HistoryMeta | null, never, never>;
    rest: ColumnType<object | null, never, never>;
    text: string | null;
    created: string;
    blanked: ColumnType<string | null, never, never>;
  };
  object_changes: {
    /** Its place in `objectKinds`. */
    kind: number;
    id: number;
    customer_id: number | null;
    xid: string;
    version: number;
    deleted: boolean;
  };
  pack_origin: { id: Generated<string> };
  storage_periods: {
    box_id: number;
    customer_id: number;
    size_mm: number;
    from_day: string;
    to_day: string | null;
  };
  /** Cost centre that a box had until a day, on which it got another one; the database writes it with `boxes.cost_centre`. */
  box_cost_centres: { box_id: number; until_day: string; cost_centre: string };
  /** The stock at the end of a month, by its first day; `places` are those of all rows. */
  stock_months: {
    month: string;
    mm: number;
    boxes: number;
    places: number;
    has_parts: Generated<boolean>;
    has_moves: Generated<boolean>;
  };
  /** The same of a customer and of a hall; `has_parts` of the month says whether they are noted. */
  customer_months: { customer_id: number; month: string; mm: number; boxes: number; came: number; went: number };
  area_months: { area_id: number; month: string; boxes: number };
  seals: {
    number: number;
    until: string;
    boxes: number;
    entries: number;
    batches: number | null;
    events: number | null;
    invoices: number | null;
    audit_entries: number | null;
    audit_until: string | null;
    root: Buffer;
    previous: Buffer;
    hash: Buffer;
    found: boolean;
    made: Generated<string>;
  };
  /** Part of the audit trail that is sealed, and stays when its entries expire. */
  audit_days: { seal: number; day: string; entries: number; digest: Buffer };
  /** Reply of an authority for time stamps about a seal. */
  seal_stamps: { seal: number; at: string; reply: Buffer };
  scans: {
    id: string;
    /** Null, as all that follows, where only the id is left. */
    user_id: number | null;
    /** SHA-256 of the operation; null where it was carried out before hashes were kept. */
    hash: Buffer | null;
    /** Without `code` where it was answered before refusals had names, and without anything where only the id is left. */
    result: ColumnType<
      {
        status?: "done" | "refused";
        state: number | null;
        code?: RefusalCode | null;
        message: string | null;
        by?: ScanAuthor | null;
        undo?: StoringUndo;
      },
      string,
      string
    >;
    created: Generated<string>;
    device: string | null;
    /** Version of the device's program that sent the scan. */
    app: string | null;
    seq: number | null;
    /** By the device's clock, and by ours. */
    at: string | null;
    happened: string | null;
    kind: string | null;
    /** The code of the box that it was about. */
    box: string | null;
    batch: string | null;
  };
  audit: {
    id: ColumnType<number, never, never>;
    at: ColumnType<string, never, never>;
    kind: AuditKind;
    user_id: number | null;
    name: string | null;
    /** Null for what did not come over the network. */
    address: string | null;
    customer_code: number | null;
    box_code: string | null;
    object: AuditObject | null;
    object_id: number | null;
    meta: ColumnType<AuditMeta | null, string | null, never>;
  };
  apps: {
    id: Generated<number>;
    version: string;
    released: string;
    description: Generated<string>;
    file: string | null;
  };
  own_certificates: {
    name: "packages" | "authority";
    key: string;
    certificate: string;
    names: string[];
    created: Generated<string>;
  };
  jobs: {
    name: "backup" | "words";
    begun: Generated<string>;
    failed: string | null;
    reason: string | null;
    done: string | null;
    result: ColumnType<BackupResult | { readonly customers: number } | null, string | undefined, string>;
  };
  search_words: { customer_id: number; word: string; count: Generated<number> };
  customer_counts: {
    customer_id: number;
    state: BoxState;
    boxes: number;
    placed_mm: number;
    placed_boxes: Generated<number>;
  };
  customer_items: { customer_id: number; contents: number; images: number };
  area_counts: { area_id: number; state: BoxState; boxes: number };
  /** Counts of what falls due: that of a year is the sum of its entries. */
  due_counts: { customer_id: number; year: number; boxes: number; mm: number };
  /** A row's boxes are the sum of its entries. */
  row_counts: { row_id: number; boxes: number };
}
