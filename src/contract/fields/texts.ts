import * as z from "zod/mini";
import { nameLength } from "#contract/limits.ts";
import { codeListLength, isSearchText, searchLength } from "#rules/search/search-text.ts";
import { isBlank } from "#rules/texts/blank.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/**
 * PostgreSQL keeps no NUL, half a pair of UTF-16 would become another character, and neither a spreadsheet nor paper can show a control character: tabs
 * and line breaks are all that a text has of them.
 */
export const visible = z.refine<string>(
  (value) => !/[^\P{Cc}\t\n\r]|[\ufffe\uffff\p{Cs}]/u.test(value),
  invalid.noText,
);

/** A text of at most `max` characters, without control characters, without blanks around it, in NFC: what looks alike is alike, whichever system it was typed on. */
export const text = (max: number) =>
  z.string().check(visible, z.normalize("NFC"), z.trim(), z.maxLength(max, invalid.tooLong(max)));
/** The same, with something to be seen in it. */
export const filledText = (max: number, missing: string = invalid.required) =>
  text(max).check(
    z.minLength(1, { error: missing, abort: true }),
    z.refine((value) => !isBlank(value), missing),
  );
export const name = filledText(nameLength);
/** What is looked for: words, or a longer list of codes. */
export const searchText = text(codeListLength).check(z.refine(isSearchText, invalid.tooLong(searchLength)));
