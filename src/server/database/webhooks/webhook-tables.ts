import type { Generated } from "kysely";
import type { WebhookEnd } from "#rules/exchange/webhook-state.ts";

/** The table of migration 0058. */
export interface WebhookTables {
  webhooks: {
    id: Generated<number>;
    user_id: number;
    url: string;
    /** Places in `objectKinds`; null for all. */
    kinds: number[] | null;
    secret: string;
    former_secret: string | null;
    former_until: string | null;
    ended: WebhookEnd | null;
    failed_since: string | null;
    /** Up to where it was notified: the parts of a `Place`. */
    mark: string;
    selection: string;
    xid: string;
    object_kind: number;
    object_id: number;
    version: number;
    created: Generated<string>;
  };
}
