import type { ValueChoice } from "./answer-values.ts";

/** A word that answers a question. */
export interface WordChoice {
  readonly word: string;
  /** Half a sentence about what happens then. */
  readonly means: string;
}

/** A rule and what becomes of data that it finds; texts are for people who know an archive and no programs. */
export type Rule =
  | { readonly becomes: "taken"; readonly title: string; readonly text: string }
  | {
      readonly becomes: "mended";
      readonly title: string;
      readonly text: string;
      /** The way back to the old data. */
      readonly undone: string;
    }
  | {
      readonly becomes: "question";
      readonly title: string;
      readonly text: string;
      readonly choices: readonly WordChoice[];
      readonly value?: ValueChoice;
    };

export const takenRule = (title: string, text: string): Rule => ({ becomes: "taken", title, text });
export const mendedRule = (title: string, text: string, undone: string): Rule => ({
  becomes: "mended",
  title,
  text,
  undone,
});
export const questionRule = (
  title: string,
  text: string,
  choices: readonly WordChoice[],
  value?: ValueChoice,
): Rule => ({
  becomes: "question",
  title,
  text,
  choices,
  ...(value ? { value } : {}),
});
export const word = (name: string, means: string): WordChoice => ({ word: name, means });
