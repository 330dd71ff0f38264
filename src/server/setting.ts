import { readFileSync } from "node:fs";

/** One variable that an operator sets. */
export interface Setting<T> {
  /** Value that holds where nothing is set. */
  readonly preset?: string;
  /** Returns the part of the value that may be shown; without this function, everything may be shown. */
  readonly show?: (text: string) => string;
  /** @throws Error with what it must be, to be put behind its name. */
  readonly read: (text: string | undefined) => T;
}

type Settings = Readonly<Record<string, Setting<unknown>>>;
/** Values as which the variables are read. */
export type Values<S extends Settings> = { readonly [Name in keyof S]: ReturnType<S[Name]["read"]> };

/** Variable with its value, and the origin of that value. */
interface InForce {
  readonly name: string;
  /** As it may be shown; nothing where it is not set and nothing holds instead. */
  readonly shown: string | undefined;
  /** `default`, `environment`, or the file that it was read from. */
  readonly from: string;
}

export interface Survey<S extends Settings> {
  /** The valid settings; a setting with a fault is missing. */
  readonly values: Partial<Values<S>>;
  readonly inForce: readonly InForce[];
  /** A sentence for each thing that is wrong. */
  readonly problems: readonly string[];
}

export const hiddenValue = "(hidden)";

/** A variable with a value that holds where it is not set. */
export const preset = <T>(text: string, read: (text: string) => T): Setting<T> => ({
  preset: text,
  read: (given = text) => read(given),
});
/** A variable that may stay unset. */
export const unset = <T>(read: (text: string) => T): Setting<T | undefined> => ({
  read: (given) => (given === undefined ? undefined : read(given)),
});
/** A variable whose value nobody may read over somebody's shoulder. */
export const secret = <T>(setting: Setting<T>, show = (_: string) => hiddenValue): Setting<T> => ({ ...setting, show });

/** Reads all variables, each of which may stand in a file that `NAME_FILE` names; reports all that is wrong, not the first only. */
export function survey<S extends Settings>(settings: S, env: NodeJS.ProcessEnv): Survey<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const inForce = Object.entries(settings).map(([name, { preset: fallback, show = asItIs, read }]): InForce => {
    const { text, from, problem } = find(name, env);
    if (problem !== undefined) problems.push(problem);
    else
      try {
        values[name] = read(text);
      } catch (error) {
        problems.push(`${name} ${(error as Error).message}`);
      }
    const value = text ?? fallback;
    return { name, shown: value === undefined ? undefined : show(value), from };
  });
  return { values: values as Partial<Values<S>>, inForce, problems };
}

const asItIs = (text: string) => text;

interface Text {
  readonly text?: string;
  readonly from: string;
  readonly problem?: string;
}

/** An empty variable counts as not set; an empty file does not: a secret that has gone must not open a door. */
function find(name: string, env: NodeJS.ProcessEnv): Text {
  const [text, file] = [name, `${name}_FILE`].map((each) => env[each]?.trim() || undefined);
  if (file === undefined) return text === undefined ? { from: "default" } : { text, from: "environment" };
  if (text !== undefined)
    return { from: "environment", problem: `${name} and ${name}_FILE are both set: one of them has to go.` };
  try {
    const content = readFileSync(file, "utf8").trim();
    if (content !== "") return { text: content, from: file };
    return { from: file, problem: `${name}_FILE names ${file}, which is empty.` };
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return { from: file, problem: `${name}_FILE names ${file}, which cannot be read (${why}).` };
  }
}
