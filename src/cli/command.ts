import type { ParseArgsConfig } from "node:util";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { isEmail, minPasswordLength, normalEmail } from "#rules/access/users.ts";
import type { Archive } from "./archive.ts";

/** Thrown where the words of the command line make no sense: exit code 2. */
export class WrongUsage extends Error {}

/** Thrown where a command cannot do what it was asked for, with a sentence for the operator: exit code 1. */
export class CommandError extends Error {}

/** Answers the exit code: 0, or 1 where something was found. */
type CommandRun = (archive: Archive) => Promise<number>;

/** Facts that describe a command of `magazin`. */
export interface CommandDescription {
  readonly summary: string;
  /** Arguments that follow the command's name. */
  readonly usage: string;
  /** Each option and what it means, for the help. */
  readonly options: Readonly<Record<string, Option>>;
}

/** One command of `magazin`. */
export interface Command extends CommandDescription {
  /** Set where the command leaves the schema of the database as it is. */
  readonly asItIs?: true;
  /** Reads the arguments before the database is opened. */
  prepare(args: Args): CommandRun;
}

/** One command of `magazin` that needs no database, or opens one by itself. */
export interface BareCommand extends CommandDescription {
  /** Answers the exit code. */
  run(args: Args): number | Promise<number>;
}

type Option = NonNullable<ParseArgsConfig["options"]>[string] & { readonly help: string };

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** The arguments of a command, as it wants them. */
export class Args {
  readonly #values: Values;
  readonly #positionals: string[];

  constructor(values: Values, positionals: string[]) {
    this.#values = values;
    this.#positionals = positionals;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  optional(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  }

  required(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw new WrongUsage(`--${name} is missing.`);
    return value;
  }

  list(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  whole(name: string, min: number, max: number): number | undefined {
    const text = this.optional(name);
    return text === undefined ? undefined : parseInteger(text, `--${name}`, min, max);
  }

  /** A box code; undefined where none is given. */
  box(): string | undefined {
    const text = this.optional("box");
    const code = text === undefined ? undefined : parseBoxCode(text);
    if (code === null) throw new WrongUsage(`${text} is no box code: ten digits, with or without dots.`);
    return code;
  }

  email(): string {
    return readEmail(this.required("email"));
  }

  password(): string | undefined {
    const password = this.#values["password"];
    if (typeof password !== "string") return undefined;
    if (password.length < minPasswordLength) {
      throw new WrongUsage(`--password needs at least ${minPasswordLength} characters.`);
    }
    return password;
  }

  /** All words that are no options. */
  all(): readonly string[] {
    return this.#positionals;
  }

  /** The one word that is no option. */
  only(what: string): string {
    const [word, ...more] = this.#positionals;
    if (word === undefined) throw new WrongUsage(`${what} is missing.`);
    if (more.length > 0) throw new WrongUsage(`Only one ${what}, please: ${more.join(" ")} is too much.`);
    return word;
  }

  /** The same, where it may be left out. */
  atMostOne(what: string): string | undefined {
    return this.#positionals.length === 0 ? undefined : this.only(what);
  }

  none(): this {
    if (this.#positionals.length > 0) throw new WrongUsage(`Unexpected: ${this.#positionals.join(" ")}`);
    return this;
  }
}

export function readEmail(text: string): string {
  const email = normalEmail(text);
  if (!isEmail(email)) throw new WrongUsage(`${text} is no e-mail address.`);
  return email;
}

export function parseInteger(text: string, what: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new WrongUsage(`${what} must be a whole number from ${min} to ${max}.`);
  return value;
}
