import type { ColumnType, Generated } from "kysely";
import type { BatchEvent, BatchState, LineDecision } from "#rules/destruction/batch-state.ts";
import type { Carrier } from "#rules/destruction/norm.ts";

/** The tables of migrations 0022 and 0035: destructions that several people let go. */
export interface DestructionTables {
  destruction_batches: {
    /** Its number. */
    id: number;
    customer_id: number;
    state: Generated<BatchState>;
    protection_class: number;
    security_level: number;
    carrier: Generated<Carrier>;
    place: Generated<"house" | "subcontractor">;
    machine: Generated<string>;
    subcontractor: Generated<string>;
    created: Generated<string>;
    created_by: number;
    proposed_by: number | null;
    proposed_at: string | null;
    approved_by: number | null;
    approved_at: string | null;
    approver_name: string | null;
    approver_reference: string | null;
    confirmed_by: number | null;
    confirmed_at: string | null;
    wait_until: string | null;
    begun_at: string | null;
    shredded_by: number | null;
    witness_by: number | null;
    shredded_at: string | null;
    certified_by: number | null;
    certified_at: string | null;
    certificate_number: string | null;
    certificate_sha256: Buffer | null;
    certificate_digest: Buffer | null;
    aborted_by: number | null;
    aborted_at: string | null;
    abort_reason: string | null;
  };
  destruction_lines: {
    batch_id: number;
    box_id: number;
    customer_id: number;
    decision: Generated<LineDecision>;
    reason: string | null;
    decided_by: number | null;
    decided_at: string | null;
    early_reason: string | null;
    weight_kg: string | null;
    contents_snapshot: ColumnType<string[] | null, string | null, string | null>;
    /**
     * Salt and digest of the contents, by the database; the decisions' hash is over them. They are null in older lines, and the salt is null where
     * the contents were blanked.
     */
    contents_salt: ColumnType<Buffer | null, never, never>;
    contents_digest: ColumnType<Buffer | null, never, never>;
    metres_mm: number | null;
    staged_at: string | null;
    staged_by: number | null;
    scanned_at: string | null;
    scanned_by: number | null;
    not_destroyed_reason: string | null;
    /** True where the box is still to be destroyed with this batch; the database keeps it. */
    living: ColumnType<boolean, never, never>;
  };
  destruction_state_changes: { from_state: BatchState; to_state: BatchState; says: string[] };
  destruction_papers: {
    id: Generated<number>;
    batch_id: number;
    kind: "approval" | "certificate";
    content_type: string;
    bytes: Buffer;
    sha256: ColumnType<Buffer, never, never>;
    signer: string | null;
    reference: string | null;
    user_id: number;
    created: Generated<string>;
  };
  destruction_events: {
    batch_id: number;
    seq: number;
    kind: BatchEvent;
    user_id: number;
    meta: ColumnType<Record<string, unknown> | null, string | null, never>;
    text: string | null;
    created: Generated<string>;
    salt: ColumnType<Buffer, never, never>;
    digest: ColumnType<Buffer, never, never>;
    hash: ColumnType<Buffer, never, never>;
  };
  /** Changes that switch a customer's procedure off or shorten its waiting time: one person asks for them, another one agrees. */
  procedure_changes: {
    id: Generated<number>;
    customer_id: number;
    switches_off: boolean;
    waiting_days: number | null;
    asked_by: number;
    asked_at: Generated<string>;
    counts_from: ColumnType<string, never, never>;
    agreed_by: number | null;
    agreed_at: string | null;
    withdrawn_by: number | null;
    withdrawn_at: string | null;
    done_at: string | null;
  };
  /** Access to the accounts of users that each person had; the database writes it with the audit trail. */
  access_given: {
    id: ColumnType<number, never, never>;
    user_id: number;
    by_user: number | null;
    what: "account" | "email" | "factor" | "identity" | "link" | "password" | "right" | "token";
    at: ColumnType<string, never, never>;
  };
}
