/** Where customers are, by ISO 3166-1: Europe, and what German companies deal with beside it. */
export const countries = [
  "DE",
  "AT",
  "CH",
  "BE",
  "BG",
  "CY",
  "CZ",
  "DK",
  "EE",
  "ES",
  "FI",
  "FR",
  "GB",
  "GR",
  "HR",
  "HU",
  "IE",
  "IS",
  "IT",
  "LI",
  "LT",
  "LU",
  "LV",
  "MC",
  "MT",
  "NL",
  "NO",
  "PL",
  "PT",
  "RO",
  "SE",
  "SI",
  "SK",
  "AL",
  "BA",
  "CA",
  "CN",
  "IL",
  "IN",
  "JP",
  "MD",
  "ME",
  "MK",
  "RS",
  "SM",
  "TR",
  "UA",
  "US",
] as const;
type Country = (typeof countries)[number];
/** Where a customer is of whom nothing is said. */
export const homeCountry = "DE";

const names = new Intl.DisplayNames("de-DE", { type: "region" });

/** Returns the German name of a country, `Frankreich`. */
export const countryName = (country: string): string => names.of(country) ?? country;

/** The last line of an address, for letters that go abroad: in capitals, as the post wants it; nothing at home. */
export const countryLine = (country: string): string =>
  country === homeCountry ? "" : countryName(country).toLocaleUpperCase("de-DE");

/** Form of the postcodes in countries that have only one; the others take whatever is typed. */
const postcodes: Readonly<Partial<Record<Country, RegExp>>> = {
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  CH: /^\d{4}$/,
  CZ: /^\d{3} ?\d{2}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  IT: /^\d{5}$/,
  LI: /^\d{4}$/,
  LU: /^\d{4}$/,
  NL: /^\d{4} ?[A-Za-z]{2}$/,
  NO: /^\d{4}$/,
  PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}-\d{3}$/,
  SE: /^\d{3} ?\d{2}$/,
};
const longestPostcode = 12;

/** Says whether a postcode does not fit its country; an empty one is never wrong. At home the form of specification 5 decides. */
export function isWrongPostcode(country: string, postcode: string): boolean {
  if (postcode === "" || country === homeCountry) return false;
  return postcode.length > longestPostcode || !(postcodes[country as Country] ?? /./).test(postcode);
}
