import * as z from "zod/mini";
import { nameLength } from "#contract/limits.ts";
import { codeListLength, isSearchText, searchLength } from "#rules/search/search-text.ts";
import { withoutSeparators } from "#rules/stock/box-code.ts";
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
export const text = (max: number) => z.string().check(...textChecks(max));

const textChecks = (max: number) =>
  [visible, z.normalize("NFC"), z.trim(), z.maxLength(max, invalid.tooLong(max))] as const;

/** Text read or pasted as codes, of at most `max` characters. The separators that scanners send around a code are no part of it. */
export const readText = (max: number) => z.string().check(z.overwrite(withoutSeparators), ...textChecks(max));
/** The same, with something to be seen in it. */
export const filledText = (max: number, missing: string = invalid.required) => text(max).check(...filled(missing));
export const filledReadText = (max: number) => readText(max).check(...filled(invalid.required));

const filled = (missing: string) =>
  [z.minLength(1, { error: missing, abort: true }), z.refine<string>((value) => !isBlank(value), missing)] as const;

export const name = filledText(nameLength);
/** Text to search for: words, or a longer list of codes. */
export const searchText = readText(codeListLength).check(z.refine(isSearchText, invalid.tooLong(searchLength)));
