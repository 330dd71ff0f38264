import type { Reason, RefusalCode } from "./refusals.ts";

/* @__NO_SIDE_EFFECTS__ */
const say = (code: RefusalCode, message: string): Reason => ({ code, message, about: undefined });

/** Why an address is not notified. */
export const noAddress = say("invalid", "Bitte eine Adresse angeben, die mit https:// beginnt.");
export const plainAddress = say("invalid", "Nur https:// ist erlaubt.");
export const addressWithPassword = say("invalid", "Name und Passwort gehören nicht in die Adresse.");
export const addressWithPort = say("invalid", "Die Adresse darf keinen Port nennen.");
export const ownAddress = say("invalid", "Das ist die Adresse dieses Archivs.");
export const unknownHost = say("invalid", "Diesen Namen gibt es nicht, oder er lässt sich gerade nicht auflösen.");
export const privateAddress = say(
  "invalid",
  "Die Adresse liegt in einem internen Netz. Solche Adressen gibt der Betreiber frei (WEBHOOK_PRIVATE).",
);
export const tooManyWebhooks = (most: number) => say("used_up", `Mehr als ${most} Webhooks sind nicht möglich.`);
export const webhookEnded = say("state", "Der Webhook ist beendet. Bitte nehmen Sie ihn zuerst wieder auf.");
