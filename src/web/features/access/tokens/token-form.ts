import * as z from "zod/mini";
import type { createToken } from "#contract/calls/access/tokens.ts";
import { tokenFields } from "#contract/fields/token.ts";
import type { RequestBody } from "#contract/route.ts";
import { addDays, isDay } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** How long a token is to be good: so many days, or until a day that is named. */
export const terms = [
  { value: "30", label: "30 Tage" },
  { value: "90", label: "90 Tage" },
  { value: "365", label: "365 Tage" },
  { value: "day", label: "bis zu einem Tag" },
] as const;

/** The rules of a new token; `customer` is empty for all. */
export const tokenForm = z
  .object({
    name: tokenFields.name,
    scopes: tokenFields.scopes,
    term: z.enum(terms.map(({ value }) => value)),
    day: z.string(),
    customer: z.string(),
  })
  .check(z.refine(({ term, day }) => term !== "day" || isDay(day), { path: ["day"], error: invalid.range }));

type TokenForm = z.output<typeof tokenForm>;

export const emptyToken: z.input<typeof tokenForm> = { name: "", scopes: ["read"], term: "90", day: "", customer: "" };

/** A new token as it is sent. */
export const tokenRequest = ({ name, scopes, term, day, customer }: TokenForm, today: string) =>
  ({
    name,
    scopes,
    expires: term === "day" ? day : addDays(today, Number(term)),
    ...(customer !== "" && { customer: Number(customer) }),
  }) satisfies RequestBody<typeof createToken>;
