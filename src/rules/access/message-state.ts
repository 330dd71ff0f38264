/** State of an outgoing message. */
export const MessageState = { waiting: "waiting", sent: "sent", failed: "failed", dropped: "dropped" } as const;
export type MessageState = (typeof MessageState)[keyof typeof MessageState];

export const messageStateText: Record<MessageState, string> = {
  waiting: "wartet",
  sent: "gesendet",
  failed: "fehlgeschlagen",
  dropped: "nicht gesendet",
};
