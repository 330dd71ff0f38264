import * as refusedHook from "#rules/texts/webhook-refusals.ts";
import { heldNote } from "#server/database/webhooks/webhook-rows.ts";
import { lateNote } from "#server/messages/send-messages.ts";

/** Notes for cases in which no receiver was asked. */
export const webhookNotes = {
  deleted: "Nicht gesendet: Den Webhook gibt es nicht mehr.",
  stopped: "Der Webhook ist angehalten.",
  owner: "Der User darf sich nicht mehr anmelden.",
  selection: "Nicht gesendet: Was der User sieht, ist inzwischen anderes.",
} as const;

const { noAddress, plainAddress, addressWithPassword, addressWithPort, ownAddress, unknownHost, privateAddress } =
  refusedHook;
const refusals = [
  noAddress,
  plainAddress,
  addressWithPassword,
  addressWithPort,
  ownAddress,
  unknownHost,
  privateAddress,
];
const ownPhrases = new Set<string>([
  ...Object.values(webhookNotes),
  ...refusals.map(({ message }) => message),
  heldNote,
  lateNote,
]);
const status = /^HTTP \d{3}\b/;

/**
 * Returns the text that a customer's user reads of a note: the status that was answered or a phrase of ours. It contains no word of whoever answered
 * or of the system.
 */
export function noteForCustomer(note: string | null): string | null {
  if (note === null || ownPhrases.has(note)) return note;
  return status.exec(note)?.[0] ?? "Der Empfänger war nicht zu erreichen.";
}
