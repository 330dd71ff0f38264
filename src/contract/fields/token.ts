import * as z from "zod/mini";
import { tokenScopes } from "#rules/access/token-scopes.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { day } from "./day.ts";
import { name } from "./texts.ts";

/** Fields that the maker of a token fills in; `expires` is the token's last day. */
export const tokenFields = {
  name,
  scopes: z
    .array(z.enum(tokenScopes))
    .check(z.minLength(1, invalid.requiredChoice), z.maxLength(tokenScopes.length), z.refine(isSet, invalid.range)),
  expires: day,
};

function isSet(scopes: readonly string[]): boolean {
  return new Set(scopes).size === scopes.length;
}
