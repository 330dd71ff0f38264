import { showCount } from "#rules/amounts.ts";
import { say } from "./refusal-texts.ts";

// Why nothing is sent to a label printer.

export const noSuchPrinter = (name: string) => say("invalid", `Ein Drucker „${name}“ ist nicht eingerichtet.`);
export const tooManyPrinted = (most: number) =>
  say("invalid", `Höchstens ${showCount(most)} Etiketten gehen auf einmal an einen Drucker.`);
export const messageUnderWay = say(
  "state",
  "Die Nachricht wird gerade gesendet. Bitte versuchen Sie es gleich noch einmal.",
);
