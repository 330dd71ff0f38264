import { homeCountry, isWrongPostcode } from "#rules/countries.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { postcode } from "./customer.ts";

/** Returns the fault of a postcode in its country, in the words of specification 5, or undefined where there is none. */
export function postcodeProblem(country: string, typed: string): string | undefined {
  if (country === homeCountry) return postcode.safeParse(typed).error?.issues[0]?.message;
  return isWrongPostcode(country, typed) ? invalid.range : undefined;
}
