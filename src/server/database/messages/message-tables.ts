import type { ColumnType, Generated } from "kysely";

/** Kind of outgoing message: by mail, to another program, onto a printer of labels. */
export type MessageKind = "mail" | "hook" | "print";

/** The tables of migrations 0047 to 0049: what the archive sends (decision 110). */
export interface MessageTables {
  messages: {
    id: ColumnType<number, never, never>;
    kind: MessageKind;
    target: string;
    customer_id: number | null;
    user_id: number | null;
    /** Data that the sender of the kind reads. */
    payload: unknown;
    dedupe: string;
    created: Generated<string>;
    not_before: Generated<string>;
    tries: Generated<number>;
    leased_until: string | null;
    done_at: string | null;
    failed: Generated<boolean>;
    failure: string | null;
    /** Address of a mail that its receiver's server refused permanently. */
    refused_address: string | null;
    /** Since when a receiver answers 404 at each try. */
    missing_since: string | null;
  };
  mail_choices: { customer_id: number; user_id: number; topic: string; wanted: boolean };
  password_links: { hash: Buffer; user_id: number; created: Generated<string> };
}
