import type { WebhookMessage } from "#contract/schemas/exchange/webhooks.ts";
import { objectKindTexts } from "#rules/exchange/object-kind-texts.ts";
import { kindAccess, objectKinds } from "#rules/exchange/object-kinds.ts";
import { formerSecretHours, type WebhookState } from "#rules/exchange/webhook-state.ts";
import type { Tone } from "#web/ui/page/badge.tsx";

/** Returns the kinds that somebody can choose. */
export const kindChoices = (isStaff: boolean) =>
  objectKinds
    .filter((kind) => isStaff || kindAccess[kind] !== "staff")
    .map((kind) => ({ kind, text: objectKindTexts[kind] }));

export const stateTexts: Record<WebhookState, { readonly text: string; readonly tone: Tone; readonly next: string }> = {
  active: { text: "aktiv", tone: "green", next: "Was sich ändert, wird innerhalb weniger Sekunden gesendet." },
  paused: {
    text: "angehalten",
    tone: "grey",
    next: "Was sich inzwischen ändert, wird gesendet, sobald es weitergeht.",
  },
  gone: {
    text: "abgemeldet",
    tone: "amber",
    next: "Der Empfänger will nichts mehr hören (410), oder einen Tag lang war er nicht da (404). Nach „Weiter senden“ bekommt er alles, was seitdem war.",
  },
  failed: {
    text: "gescheitert",
    tone: "red",
    next: "Drei Tage lang kam nichts an. Nach „Weiter senden“ bekommt der Empfänger alles, was seitdem war.",
  },
  owner: { text: "ohne Zugang", tone: "red", next: "Wer den Webhook angelegt hat, darf sich nicht mehr anmelden." },
};

/** The hint for a webhook whose receiver fails. */
export const failingText = "Nichts kommt an. Es wird drei Tage lang weiter versucht, in immer größeren Abständen.";

export const secretNote = `Das bisherige Geheimnis gilt noch ${formerSecretHours} Stunden.`;

/** Says what a message reports. */
export function showWhat({ type, changes }: WebhookMessage): string {
  if (type === "test") return "Probe";
  if (changes === null) return "„Von vorn beginnen“";
  return changes === 1 ? "1 Änderung" : `${changes.toLocaleString("de-DE")} Änderungen`;
}
