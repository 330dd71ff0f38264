import { homeCountry, isWrongPostcode } from "#rules/countries.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { postcode } from "./customer.ts";

/** What is wrong with a postcode in its country, by the words of specification 5; undefined where nothing is. */
export function postcodeProblem(country: string, typed: string): string | undefined {
  if (country === homeCountry) return postcode.safeParse(typed).error?.issues[0]?.message;
  return isWrongPostcode(country, typed) ? invalid.range : undefined;
}
