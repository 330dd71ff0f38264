import { berlinDay, showDate } from "#rules/dates.ts";

const blankedText = "Text nach Vernichtung gelöscht";

/** Returns the sentence in place of a text that was blanked at an instant (decision 083): `Text nach Vernichtung gelöscht am 24.12.2030`. */
export const blankedSentence = (instant: string): string =>
  `${blankedText} am ${showDate(berlinDay(new Date(instant)))}`;

/** The text of a content as it is shown: one that was blanked is empty, and nobody can write an empty one. */
export const contentText = (text: string): string => text || blankedText;
