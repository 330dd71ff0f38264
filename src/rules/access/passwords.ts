/** Future owner of the password, and the name of the product. */
export interface Owner {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly productTitle: string;
  readonly providerName: string;
}

/** Kind of password that anybody would try first. */
export type Weakness = "common" | "email" | "name" | "title" | "provider";

const shortest = 4; // letters: parts of an address that are shorter stand in any word

/** A password as it is compared and hashed, whatever keyboard it was typed on (decision 33). */
export const normalPassword = (password: string) => password.normalize("NFC");

/** The ways in which a typed password may have been hashed before there was a normal one. */
export const writtenAs = (typed: string) => [...new Set([normalPassword(typed), typed, typed.normalize("NFD")])];

/** In one way of writing: case and ß do not matter. */
const foldCase = (text: string) => text.normalize("NFC").toLowerCase().replaceAll("ß", "ss");

/** Without what stands between the letters and digits. */
const compact = (text: string) => foldCase(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns the forms of a password that are compared: all of it, without the signs and digits at its end, and without signs at all. */
function formsOf(password: string): string[] {
  const whole = foldCase(password);
  const forms = [whole, whole.replace(/[^\p{L}\p{N}]+$/u, ""), whole.replace(/[^\p{L}]+$/u, "")];
  return [...new Set([...forms, ...forms.map(compact)])].filter((form) => form !== "");
}

/** A name, and how people shorten it: each of its words, and what it begins with. */
function beginningsOf(name: string): string[] {
  const words = foldCase(name).split(/[^\p{L}\p{N}]+/u);
  const prefixes = words.map((_, at) => words.slice(0, at + 1).join(""));
  return [...prefixes, ...words].filter((word) => word.length >= shortest);
}

const rows = ["1234567890", "qwertzuiopü", "qwertyuiop", "asdfghjklöä", "yxcvbnm", "zxcvbnm"];
const rowsBothWays = [...rows, ...rows.map((row) => Array.from(row).toReversed().join(""))].map((row) => row + row);

/** Says whether a password repeats one sign or one word, or follows the alphabet, the digits or a row of keys. */
function isPattern(form: string, isCommon: (word: string) => boolean): boolean {
  const signs = Array.from(form);
  if (signs.length < shortest) return false;
  if (new Set(signs).size <= 2) return true;
  const [, unit = ""] = /^(.+?)\1+$/su.exec(form) ?? [];
  if (unit !== "" && (unit.length <= shortest || isCommon(unit))) return true;
  const steps = new Set(
    signs.slice(1).map((sign, at) => (sign.codePointAt(0) ?? 0) - (signs[at]?.codePointAt(0) ?? 0)),
  );
  return (steps.size === 1 && (steps.has(1) || steps.has(-1))) || rowsBothWays.some((row) => row.includes(form));
}

function wordsOf({ email, first_name: first, last_name: last, ...at }: Owner): [Weakness, string[]][] {
  const address = foldCase(email);
  const parts = address.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= shortest);
  const names = [first, last, ...first.split(/[\s-]+/), ...last.split(/[\s-]+/), first + last, last + first];
  return [
    ["email", [address, compact(address), address.split("@")[0] ?? "", compact(address.split("@")[0] ?? ""), ...parts]],
    ["name", names.map(compact)],
    ["title", [compact(at.productTitle)]],
    ["provider", beginningsOf(at.providerName)],
  ];
}

/** Why nobody should have this password: it is among the commonest, or says who its owner is; null where neither. */
export function findWeakness(password: string, owner: Owner, isCommon: (word: string) => boolean): Weakness | null {
  const forms = formsOf(password);
  for (const [weakness, words] of wordsOf(owner)) {
    if (forms.some((form) => words.includes(form))) return weakness;
  }
  const isWeak = (form: string) => form.length >= shortest && (isCommon(form) || isPattern(form, isCommon));
  return forms.some(isWeak) ? "common" : null;
}
