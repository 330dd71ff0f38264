import { onDemand } from "#web/shell/on-demand.tsx";

/** Makes or changes a webhook. */
export const AskWebhook = onDemand(async () => (await import("./webhook-dialog.tsx")).WebhookDialog);
/** Shows a secret once. */
export const ShowSecret = onDemand(async () => (await import("./secret-dialog.tsx")).SecretDialog);
