import * as z from "zod/mini";
import { nameLength } from "#contract/limits.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** PostgreSQL keeps no NUL. */
export const visible = z.refine<string>((value) => !value.includes("\0"), invalid.noText);

/** A text of at most `max` characters, without NUL, without blanks around it. */
export const text = (max: number) => z.string().check(visible, z.trim(), z.maxLength(max, invalid.tooLong(max)));
/** The same, not empty. */
export const filledText = (max: number, missing: string = invalid.required) => text(max).check(z.minLength(1, missing));
export const name = filledText(nameLength);
