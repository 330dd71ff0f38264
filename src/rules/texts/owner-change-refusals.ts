import { showBoxes } from "#rules/amounts.ts";
import { say } from "./refusal-texts.ts";

export const sameOwner = say("invalid", "Die Boxen gehören diesem Kunden schon.");
export const otherAmount = (count: number) =>
  say("invalid", `Inzwischen wären es ${showBoxes(count)}. Bitte prüfen Sie es noch einmal.`);
/** `next` is shown to staff alone: the other customer's boxes are nobody else's. */
export const givenAway = (code: string, next?: string) =>
  say(
    "state",
    `Box ${code} wurde einem anderen Kunden übergeben${next === undefined ? "" : ` und heißt jetzt ${next}`}.`,
    code,
  );
