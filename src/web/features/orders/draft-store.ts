import { type DeliveryDraft, draftFrom, emptyDraft } from "#rules/delivery-draft.ts";

const prefix = "draft:delivery-";

/** What this user had chosen before a reload, or on another visit of the wizard in this tab. */
export function readDraft(userId: number): DeliveryDraft {
  try {
    return draftFrom(JSON.parse(sessionStorage.getItem(prefix + userId) ?? "null")) ?? emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export function keepDraft(userId: number, draft: DeliveryDraft): void {
  if (draft === emptyDraft) dropDraft(userId);
  else sessionStorage.setItem(prefix + userId, JSON.stringify(draft));
}

/** After it was sent, or left by choice. */
export function dropDraft(userId: number): void {
  sessionStorage.removeItem(prefix + userId);
}
