import * as z from "zod/mini";
import { invalid } from "#rules/texts/form-texts.ts";
import { moneyPattern, parseMoney } from "#rules/money.ts";

/** A decimal string, `"12.50"`. */
export const money = z.string().check(z.regex(moneyPattern, invalid.range));

const parseAmount = z.pipe(
  z.transform((text: string) => parseMoney(text) ?? text),
  money,
);
/** An amount as it is typed into a form in German. */
export const typedAmount = z.pipe(z.string().check(z.trim(), z.minLength(1, invalid.required)), parseAmount);
/** The same where nothing typed is no charge. */
export const typedCharge = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim() || "0"),
  ),
  parseAmount,
);
