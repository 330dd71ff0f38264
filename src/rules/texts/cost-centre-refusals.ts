import { say } from "./refusal-texts.ts";

export const costCentreStays = (name: string) =>
  say("invalid", `„${name}“ steht noch in der Liste und kann nicht umbenannt werden.`);
export const costCentreExists = (name: string) =>
  say(
    "exists",
    `Die Kostenstelle „${name}“ gibt es schon: Zwei werden nicht durch Umbenennen zu einer. Setzen Sie sie bei den Boxen.`,
  );
