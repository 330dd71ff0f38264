import * as z from "zod/mini";
import { invalid } from "#rules/texts/form-texts.ts";
import { isMonth } from "#rules/months.ts";

/** `YYYY-MM`. */
export const month = z.string().check(z.refine(isMonth, invalid.range));

const pricePattern = /^\d{1,8}(\.\d{1,4})?$/;
const quantityPattern = /^\d{1,8}(\.\d{1,3})?$/;
const ratePattern = /^\d{1,2}(\.\d{1,2})?$/;

/** Euro with four decimals at most, `"0.3275"`. */
export const unitPrice = z.string().check(z.regex(pricePattern, invalid.range));
/** Three decimals at most, more than nothing. */
export const quantity = z.string().check(
  z.regex(quantityPattern, invalid.range),
  z.refine((text) => Number(text) > 0, invalid.range),
);
/** Per cent. */
export const vatRate = z.string().check(z.regex(ratePattern, invalid.range));
/** Per cent of a cash discount, more than nothing. */
export const discountPercent = vatRate.check(z.refine((text) => Number(text) > 0, invalid.range));

/**
 * Converts a number typed with a comma or a point into the form of the calls, without blanks. Points that group thousands are removed where there is
 * a comma.
 */
const parseTyped = (text: string) => {
  const plain = text.trim().replace(/\s?[€%]$/, "");
  return plain.includes(",") ? plain.replaceAll(".", "").replace(",", ".") : plain;
};
const typed = <T extends z.ZodMiniType<string, string>>(rule: T) =>
  z.pipe(z.string().check(z.trim(), z.minLength(1, invalid.required)), z.pipe(z.transform(parseTyped), rule));

/** The same as they are typed into forms. */
export const typedPrice = typed(unitPrice);
export const typedQuantity = typed(quantity);
export const typedRate = typed(vatRate);
export const typedDiscount = typed(discountPercent);
