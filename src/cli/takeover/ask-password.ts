import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandError, WrongUsage } from "#cli/command.ts";

/** A line that is typed at the terminal; nothing of it is shown where it is a secret. */
async function askLine(question: string, secret: boolean): Promise<string> {
  const nothing = new Writable({ write: (_piece, _encoding, done) => done() });
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: secret ? nothing : process.stderr, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    if (secret) process.stderr.write("\n");
  }
}

/** Asks at the terminal; where there is none, says what would say it instead. */
async function ask(question: string, secret: boolean, otherwise: string): Promise<string> {
  if (!process.stdin.isTTY) throw new WrongUsage(otherwise);
  const line = await askLine(question, secret);
  if (line === "") throw new CommandError("Ohne Benutzer und Passwort liest niemand.");
  return line;
}

/** Returns the user who reads the old system: from an option, from TAKEOVER_USER, or by asking for it. */
export const readUser = async (given: string | undefined): Promise<string> =>
  given ??
  process.env["TAKEOVER_USER"] ??
  (await ask(
    "E-Mail des Kontos im alten System: ",
    false,
    "--user fehlt, und hier ist kein Terminal, an dem man fragen könnte.",
  ));

/** The password, which is no argument: of a file, of TAKEOVER_PASSWORD, or asked. */
export async function readPassword(file: string | undefined): Promise<string> {
  if (file !== undefined) return ofFile(file);
  const { TAKEOVER_PASSWORD: given } = process.env;
  if (given !== undefined && given !== "") return given;
  return ask(
    "Passwort: ",
    true,
    "--password-file und TAKEOVER_PASSWORD fehlen, und hier ist kein Terminal, an dem man fragen könnte.",
  );
}

function ofFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`${file} lässt sich nicht lesen.`);
  }
  const [password = ""] = text.split(/\r?\n/);
  if (password === "") throw new CommandError(`In ${file} steht kein Passwort.`);
  return password;
}
