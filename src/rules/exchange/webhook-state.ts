/** Why a webhook is not notified: by hand, because its receiver said 410 or failed for three days, or because its user may not sign in any more. */
const webhookEnds = ["paused", "gone", "failed", "owner"] as const;
export type WebhookEnd = (typeof webhookEnds)[number];

export const webhookStates = ["active", ...webhookEnds] as const;
export type WebhookState = (typeof webhookStates)[number];

/** Hours for which the secret of before signs, too. */
export const formerSecretHours = 24;
