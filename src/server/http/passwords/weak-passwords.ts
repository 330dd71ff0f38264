import { readFileSync } from "node:fs";
import { type Owner, findWeakness } from "#rules/access/passwords.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { badInput } from "#server/http/errors.ts";

let commonest: ReadonlySet<string> | undefined; // from the first new password on

/** Says whether a word is among the commonest passwords and their components. They come from a file that names its origin. */
function isCommon(word: string): boolean {
  commonest ??= new Set(readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8").split("\n"));
  return commonest.has(word);
}

/** Refuses a password that anybody would try first, beside the field in which it was typed. @throws 400 */
export function refuseWeak(password: string, owner: Owner, field: string): void {
  const weakness = findWeakness(password, owner, isCommon);
  if (weakness !== null) throw badInput({ [field]: [refused.weakPassword[weakness]] });
}
