import { showThings } from "#rules/amounts.ts";
import type { AnswerFile } from "./given-answers.ts";
import type { PlanFinding } from "./planned-rows.ts";
import { type RuleName, ruleNames, takeoverRules } from "./rules.ts";

/** A thing that breaks a rule, as people know it. */
export interface Thing {
  readonly kind: string;
  readonly id: number | string;
  /** `Box 0022.000.007`. */
  readonly name: string;
  /** Its screen in the old system, such as `/stock/boxes/7`. */
  readonly page: string;
}

/** A thing, and a sentence about what was found of it. */
export interface Example {
  readonly thing: Thing;
  readonly said: string;
}

/** A question of one thing. */
export interface Question extends Example {
  /** Stays the same as long as thing and rule do. */
  readonly id: string;
  readonly rule: RuleName;
  /** Words that answer it. */
  readonly words: readonly string[];
}

interface Tally {
  count: number;
  open: number;
  readonly examples: Example[];
  readonly questions: Question[];
}

/** Things of a rule that the report links, and questions that the file lists one by one; all others are answered together. */
const mostExamples = 200;
export const mostQuestions = 20_000;

/** The question that answers all questions of a rule that have no answer of their own. */
export const questionOfAll = (rule: RuleName): string => `${rule}:alle`;

/** Limits of an answer that come from the thing itself. */
interface Asking {
  /** Words of the rule that fit here; all of them where nothing is said. */
  readonly words?: readonly string[];
  /** Says why an answer does not fit here. */
  readonly refuses?: (answer: string) => string | null;
  /** Distinguishes questions of one thing and rule. */
  readonly field?: string;
}

interface Nonsense {
  readonly question: string;
  readonly row: number;
  readonly said: string;
  count: number;
}

/** Findings of the rules while an archive is planned, and the answers of people. Silent, it answers only. */
export class Ledger {
  readonly file: AnswerFile;
  readonly #tallies: Map<RuleName, Tally>;
  readonly #used = new Set<string>();
  readonly #nonsense = new Map<string, Nonsense>();
  readonly #isSilent: boolean;
  #seen = new Set<string>();
  /** True where the thing that was begun last has a question that nobody has answered. */
  waits = false;

  constructor(file: AnswerFile, isSilent = false) {
    [this.file, this.#isSilent] = [file, isSilent];
    this.#tallies = new Map(ruleNames.map((rule) => [rule, { count: 0, open: 0, examples: [], questions: [] }]));
  }

  /** The same answers for another walk over the same things. */
  silent(): Ledger {
    return new Ledger(this.file, true);
  }

  begin(): void {
    this.waits = false;
    this.#seen = new Set();
  }

  /** Notes what is taken as it is, or mended. A thing counts once a rule. */
  found(rule: RuleName, thing: Thing, said: string): void {
    if (!this.#isSilent) this.#count(rule, `${rule}:${thing.kind}:${thing.id}`, { thing, said });
  }

  /** Asks, and answers a word or value of the rule; null where nobody has answered so that it fits. */
  ask(rule: RuleName, thing: Thing, said: string, asking: Asking = {}): string | null {
    const id = [rule, thing.kind, thing.id, ...(asking.field ? [asking.field] : [])].join(":");
    const words = asking.words ?? this.#wordsOf(rule);
    const answer = this.#answerTo(rule, id, words, asking);
    if (answer === null) this.waits = true;
    if (this.#isSilent) return answer;
    const tally = this.#count(rule, id, { thing, said });
    if (tally === null) return answer;
    if (answer === null) tally.open++;
    if (tally.questions.length < mostQuestions || this.file.answers.has(id))
      tally.questions.push({ id, rule, thing, said, words });
    return answer;
  }

  /** The answer to a question that is asked later; null where nothing fits. */
  peek(rule: RuleName, thing: Pick<Thing, "kind" | "id">): string | null {
    return new Ledger(this.file, true).#answerTo(rule, `${rule}:${thing.kind}:${thing.id}`, this.#wordsOf(rule), {});
  }

  get findings(): (PlanFinding & { rule: RuleName; open: number; examples: Example[]; questions: Question[] })[] {
    return [...this.#tallies].flatMap(([rule, tally]) =>
      tally.count === 0 ? [] : [{ rule, becomes: takeoverRules[rule].becomes, ...tally }],
    );
  }

  /** Answers that are none, as sentences with their line in the file that was read. */
  get nonsense(): string[] {
    return this.nonsenseIn(new Map());
  }

  /** The same with the lines of a file that was written since, by question. */
  nonsenseIn(rows: ReadonlyMap<string, number>): string[] {
    const found = [...this.#nonsense.values()].map((each) => ({ ...each, row: rows.get(each.question) ?? each.row }));
    const lines = found.sort((one, other) => one.row - other.row);
    return lines.map(
      ({ row, said, count }) =>
        `Zeile ${row}: ${said}${count > 1 ? ` So ist es bei ${showThings(count, "Frage", "Fragen")}.` : ""}`,
    );
  }

  /** Questions that were answered and are not asked. */
  get unused(): string[] {
    return [...this.file.answers].flatMap(([id, { text }]) => (text === "" || this.#used.has(id) ? [] : [id]));
  }

  #wordsOf(rule: RuleName): string[] {
    const asked = takeoverRules[rule];
    return asked.becomes === "question" ? asked.choices.map(({ word }) => word) : [];
  }

  #count(rule: RuleName, id: string, example: Example): Tally | null {
    const tally = this.#tallies.get(rule);
    if (!tally || this.#seen.has(id)) return null;
    this.#seen.add(id);
    tally.count++;
    if (tally.examples.length < mostExamples) tally.examples.push(example);
    return tally;
  }

  #answerTo(rule: RuleName, id: string, words: readonly string[], { refuses }: Asking): string | null {
    const given = [id, questionOfAll(rule)].find((key) => (this.file.answers.get(key)?.text ?? "") !== "");
    const answer = this.file.answers.get(given ?? "");
    this.#used.add(given ?? id).add(questionOfAll(rule));
    if (given === undefined || answer === undefined) return null;
    const asked = takeoverRules[rule];
    const value = asked.becomes === "question" ? asked.value : undefined;
    const plain = answer.text.replaceAll(/\s+/g, " ").toLowerCase();
    const meant = words.find((word) => word.toLowerCase() === plain) ?? value?.read(answer.text) ?? null;
    const possible = [...words, ...(value ? [value.name] : [])].join(", ");
    const why = meant === null ? `Möglich ist: ${possible}.` : (refuses?.(meant) ?? null);
    if (why === null) return meant;
    const said = `«${answer.text}» passt nicht zur Frage ${given}. ${why}`;
    const line = this.#nonsense.get(said) ?? { question: given, row: answer.row, said, count: 0 };
    line.count++;
    this.#nonsense.set(said, line);
    return null;
  }
}
