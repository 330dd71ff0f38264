import { randomUUID } from "node:crypto";

/** So much of a POSIX shell as the examples of docs/api are written in; whatever else stands in them is an error. */

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string; readonly fallback: string }
  | { readonly kind: "command"; readonly script: string }
  | { readonly kind: "arguments" };
type Word = readonly Piece[];
/** Commands of which each reads what the one before writes. */
type Pipeline = readonly (readonly Word[])[];

class Scanner {
  at = 0;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  get rest() {
    return this.text.slice(this.at);
  }
  get isOver() {
    return this.at >= this.text.length;
  }
  take(pattern: RegExp): RegExpExecArray | null {
    const match = new RegExp(`^(?:${pattern.source})`, "s").exec(this.rest);
    if (match) this.at += match[0].length;
    return match;
  }
}

/** Returns the text between `$(` and its `)`, whatever quotes and brackets are inside. */
function commandOf(scanner: Scanner): string {
  const start = scanner.at;
  for (let depth = 1; depth > 0; ) {
    if (scanner.isOver) throw new Error("A command substitution has no end.");
    if (scanner.take(/'[^']*'/) || scanner.take(/\\./)) continue;
    if (scanner.take(/\$?\(/)) depth++;
    else if (scanner.take(/\)/)) depth--;
    else scanner.at++;
  }
  return scanner.text.slice(start, scanner.at - 1);
}

function expansion(scanner: Scanner): Piece | null {
  if (scanner.take(/\$@/)) return { kind: "arguments" };
  if (scanner.take(/\$\(/)) return { kind: "command", script: commandOf(scanner) };
  const braced = scanner.take(/\$\{(\w+):-([^}]*)\}/);
  if (braced) return { kind: "variable", name: braced[1] ?? "", fallback: braced[2] ?? "" };
  const plain = scanner.take(/\$(\w+)/);
  return plain ? { kind: "variable", name: plain[1] ?? "", fallback: "" } : null;
}

function readWord(scanner: Scanner): Word {
  const pieces: Piece[] = [];
  let isQuoted = false;
  while (!scanner.isOver) {
    if (scanner.take(/"/)) isQuoted = !isQuoted;
    else if (!isQuoted && /^[\s|;(){}]/.test(scanner.rest)) break;
    else {
      const single = isQuoted ? null : scanner.take(/'([^']*)'/);
      const found = single ? { kind: "text" as const, text: single[1] ?? "" } : expansion(scanner);
      const escaped = found ? null : scanner.take(/\\(.)/);
      pieces.push(found ?? { kind: "text", text: escaped?.[1] ?? scanner.text[scanner.at++] ?? "" });
    }
  }
  if (isQuoted) throw new Error("A quotation mark has no other one.");
  return pieces;
}

function readPipeline(scanner: Scanner): Pipeline {
  const commands: Word[][] = [[]];
  for (;;) {
    scanner.take(/(?:[ \t]|\\\n)+/);
    if (scanner.isOver || scanner.take(/[\n;]/) || scanner.rest.startsWith("}")) return commands;
    if (scanner.take(/\|/)) commands.push([]);
    else commands.at(-1)?.push(readWord(scanner));
  }
}

export class Shell {
  readonly variables: Map<string, string>;
  /** Contents that `-o` wrote, by the name of the file. */
  readonly files = new Map<string, Buffer>();
  /** Lines that were written and read by nobody. */
  readonly output: string[] = [];
  readonly #functions = new Map<string, Pipeline>();

  constructor(variables: Readonly<Record<string, string>>) {
    this.variables = new Map(Object.entries(variables));
  }

  /** Runs a script. @throws where a command fails, or is none of those that the examples may use */
  async run(script: string): Promise<void> {
    const written = await this.#script(script, []);
    this.output.push(...written.split("\n").filter(Boolean));
  }

  async #script(script: string, args: readonly string[]): Promise<string> {
    const scanner = new Scanner(script);
    let written = "";
    while (!scanner.isOver) {
      if (scanner.take(/\s+/)) continue;
      const definition = scanner.take(/(\w+)\(\) \{/);
      const assignment = definition ? null : scanner.take(/([A-Z]+)=/);
      if (definition) {
        this.#functions.set(definition[1] ?? "", readPipeline(scanner));
        if (!scanner.take(/\s*\}/)) throw new Error("A function of the examples is one command.");
      } else if (assignment) {
        const value = await this.#expand(readWord(scanner), args);
        this.variables.set(assignment[1] ?? "", value.join(" "));
      } else written += await this.#pipe(readPipeline(scanner), args);
    }
    return written;
  }

  async #pipe(pipeline: Pipeline, args: readonly string[]): Promise<string> {
    let input = "";
    for (const command of pipeline) {
      const words = (await Promise.all(command.map((word) => this.#expand(word, args)))).flat();
      input = await this.#command(words, input);
    }
    return input;
  }

  async #expand(word: Word, args: readonly string[]): Promise<string[]> {
    if (word.length === 1 && word[0]?.kind === "arguments") return [...args];
    const texts: string[] = [];
    for (const piece of word) {
      if (piece.kind === "text") texts.push(piece.text);
      else if (piece.kind === "command") texts.push((await this.#script(piece.script, args)).replace(/\n+$/, ""));
      else if (piece.kind === "variable") texts.push(this.variables.get(piece.name) ?? piece.fallback);
      else throw new Error('"$@" stands alone.');
    }
    return [texts.join("")];
  }

  async #command([name = "", ...words]: readonly string[], input: string): Promise<string> {
    const body = this.#functions.get(name);
    if (body) return this.#pipe(body, words);
    if (name === "echo") return `${words.join(" ")}\n`;
    if (name === "uuidgen" && words.length === 0) return `${randomUUID()}\n`;
    if (name === "jq") return queried(words, input);
    if (name === "curl") return this.#curl(words);
    throw new Error(`The examples use no command ${name}.`);
  }

  async #curl(words: readonly string[]): Promise<string> {
    const { url, file, request } = requestOf(words);
    const response = await fetch(url, request);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${bytes.toString()}`);
    if (file === null) return `${bytes.toString()}\n`;
    this.files.set(file, bytes);
    return "";
  }
}

/** Returns the request that curl sends for these words. */
function requestOf(words: readonly string[]) {
  const headers = new Headers();
  const inAddress = new URLSearchParams();
  let [address, file, body]: [string, string | null, string | null] = ["", null, null];
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift() ?? "";
    const next = () => rest.shift() ?? "";
    if (word === "-sS" || word === "--fail-with-body" || word === "-G") continue;
    if (word === "-H") headers.append(...splitAt(next(), ": "));
    else if (word === "--json") body = next();
    else if (word === "-o") file = next();
    else if (word === "--data-urlencode") inAddress.append(...splitAt(next(), "="));
    else if (word.startsWith("-")) throw new Error(`The examples use no option ${word} of curl.`);
    else address = word;
  }
  if (body !== null) {
    JSON.parse(body);
    headers.set("content-type", "application/json");
  }
  const search = inAddress.size > 0 ? `?${inAddress.toString()}` : "";
  return { url: `${address}${search}`, file, request: { method: body === null ? "GET" : "POST", headers, body } };
}

function splitAt(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return [text.slice(0, at), text.slice(at + sign.length)];
}

/** Returns jq's answer to a path such as `.results[].status`. */
function queried(words: readonly string[], input: string): string {
  const isRaw = words[0] === "-r";
  const path = words.at(-1) ?? "";
  if (words.length !== (isRaw ? 2 : 1) || !/^(\.\w+|\.?\[\d*\])+$/.test(path))
    throw new Error(`The examples use no jq ${words.join(" ")}.`);
  let values: unknown[] = [JSON.parse(input)];
  for (const [, key, index] of path.matchAll(/\.?(\w+)|\.?\[(\d*)\]/g)) {
    if (index === "") values = values.flat();
    else values = values.map((value) => (value as Record<string, unknown>)[key ?? index ?? ""]);
  }
  if (values.includes(undefined)) throw new Error(`There is no ${path} in ${input.slice(0, 300)}.`);
  return values.map((value) => `${isRaw && typeof value === "string" ? value : JSON.stringify(value)}\n`).join("");
}
