import type { Webhook } from "#contract/schemas/exchange/webhooks.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import { stateTexts } from "./webhook-texts.ts";

/** Says whether a webhook is notified of something. */
export function WebhookStateBadge({ of: { state, failed_since: since } }: { of: Webhook }) {
  if (state === "active" && since !== null) return <Badge tone="amber">kommt nicht an</Badge>;
  const { text, tone } = stateTexts[state];
  return <Badge tone={tone}>{text}</Badge>;
}
