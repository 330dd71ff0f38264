import { existsSync, readFileSync } from "node:fs";
import { readCsv } from "#server/box-lists/read-csv.ts";
import { UnreadableList } from "#server/box-lists/unreadable-list.ts";
import { textOf } from "#rules/exchange/imports/cell-values.ts";
import { foundByItself } from "#rules/exchange/imports/layout.ts";

/** A file of answers that cannot be read at all: why, as a sentence. Nothing is planned with it. */
export class WrongAnswers extends Error {}

/** The answer in the line of a question. */
interface GivenAnswer {
  readonly text: string;
  /** As a spreadsheet counts, from 1. */
  readonly row: number;
  /** Cells of columns that people have added, by their heads. */
  readonly added: ReadonlyMap<string, string>;
}

/** A file of answers as it was put back. */
export interface AnswerFile {
  /** By question. */
  readonly answers: ReadonlyMap<string, GivenAnswer>;
  /** Heads of columns that people have added. */
  readonly added: readonly string[];
}

/** Name of the file in the folder, and the heads of its columns. */
export const questionsName = "questions.csv";
export const questionHeads = ["Frage", "Regel", "Objekt", "Was ist", "Möglich", "Antwort"] as const;

const withoutCase = (text: string) => text.trim().toLowerCase();

interface Columns {
  readonly question: number;
  readonly answer: number;
  readonly added: readonly (readonly [head: string, at: number])[];
}

function columnsOf(cells: readonly string[], path: string): Columns {
  const heads = cells.map(withoutCase);
  const column = (name: string) => {
    const [at, second] = heads.flatMap((head, index) => (head === withoutCase(name) ? [index] : []));
    if (at === undefined) throw new WrongAnswers(`In ${path} steht über keiner Spalte «${name}».`);
    if (second !== undefined) throw new WrongAnswers(`In ${path} steht über zwei Spalten «${name}».`);
    return at;
  };
  const ours = new Set(questionHeads.map(withoutCase));
  const added = cells.flatMap((head, at) =>
    head.trim() === "" || ours.has(withoutCase(head)) ? [] : [[head.trim(), at] as const],
  );
  return { question: column("Frage"), answer: column("Antwort"), added };
}

/**
 * Reads what people have answered, as a spreadsheet may have saved it: with another separator, order of columns, encoding or line ends.
 * @throws WrongAnswers where it is no such file, or a question has two answers
 */
export async function readAnswers(path: string): Promise<AnswerFile> {
  const answers = new Map<string, GivenAnswer>();
  if (!existsSync(path)) return { answers, added: [] };
  let columns: Columns | null = null;
  try {
    for await (const { row, cells } of readCsv(readFileSync(path), foundByItself).rows) {
      const texts = cells.map(textOf);
      if (columns === null) columns = columnsOf(texts, path);
      else takeRow(answers, columns, row, texts);
    }
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error;
    throw new WrongAnswers(`${path} lässt sich nicht lesen. ${error.message}`, { cause: error });
  }
  if (columns === null) throw new WrongAnswers(`${path} ist leer. Gelöscht wird sie neu geschrieben.`);
  return { answers, added: columns.added.map(([head]) => head) };
}

function takeRow(answers: Map<string, GivenAnswer>, columns: Columns, row: number, cells: readonly string[]): void {
  const question = withoutCase(cells[columns.question] ?? "");
  const text = (cells[columns.answer] ?? "").trim();
  const added = new Map(columns.added.flatMap(([head, at]) => (cells[at] ? [[head, cells[at]] as const] : [])));
  if (text === "" && added.size === 0) return;
  if (question === "") throw new WrongAnswers(`Zeile ${row}: Hier steht eine Antwort, aber keine Frage.`);
  const before = answers.get(question);
  if (before && text !== "" && before.text !== "" && before.text !== text)
    throw new WrongAnswers(
      `Zeile ${row}: Die Frage ${question} hat schon in Zeile ${before.row} eine andere Antwort («${before.text}» und «${text}»).`,
    );
  if (!before || before.text === "") answers.set(question, { text, row, added });
}
