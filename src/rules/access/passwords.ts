/** Whose password it is to be, and what the product is called. */
export interface Owner {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly productTitle: string;
}

/** What anybody would try first. */
export type Weakness = "common" | "email" | "name" | "title";

const shortest = 4; // letters: parts of an address that are shorter stand in any word

/** A password as it is compared and hashed, whatever keyboard it was typed on (decision 33). */
export const normalPassword = (password: string) => password.normalize("NFC");

/** The ways in which a typed password may have been hashed before there was a normal one. */
export const writtenAs = (typed: string) => [...new Set([normalPassword(typed), typed, typed.normalize("NFD")])];

/** In one way of writing: case and ß do not matter. */
const folded = (text: string) => text.normalize("NFC").toLowerCase().replaceAll("ß", "ss");

/** Without what stands between the letters and digits. */
const joined = (text: string) => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** What of a password is compared: all of it, without the signs and digits at its end, and without signs at all. */
function formsOf(password: string): string[] {
  const whole = folded(password);
  const forms = [whole, whole.replace(/[^\p{L}\p{N}]+$/u, ""), whole.replace(/[^\p{L}]+$/u, "")];
  return [...new Set([...forms, ...forms.map(joined)])].filter((form) => form !== "");
}

function wordsOf({ email, first_name: first, last_name: last, productTitle }: Owner): [Weakness, string[]][] {
  const address = folded(email);
  const parts = address.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= shortest);
  const names = [first, last, ...first.split(/[\s-]+/), ...last.split(/[\s-]+/), first + last, last + first];
  return [
    ["email", [address, joined(address), address.split("@")[0] ?? "", joined(address.split("@")[0] ?? ""), ...parts]],
    ["name", names.map(joined)],
    ["title", [joined(productTitle)]],
  ];
}

/** Why nobody should have this password: it is among the commonest, or says who its owner is; null where neither. */
export function weaknessOf(password: string, owner: Owner, isCommon: (word: string) => boolean): Weakness | null {
  const forms = formsOf(password);
  for (const [weakness, words] of wordsOf(owner)) {
    if (forms.some((form) => words.includes(form))) return weakness;
  }
  return forms.some((form) => form.length >= shortest && isCommon(form)) ? "common" : null;
}
