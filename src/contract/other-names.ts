/** Names that old clients use for a field of a body or a query, wherever a call takes the field (specification 7). */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  order_by: ["orderBy", "order"],
  customer: ["customer_id"],
};

/** The calls whose parameters the specification does not name: they take any (specification 7, `params`). */
export const takesAnyParameter: ReadonlySet<string> = new Set(["GET /boxes/{id}/"]);

/** Texts that are numbers to the specification (3): both are taken. */
export const numbersAsText: ReadonlySet<string> = new Set(["address_postcode"]);
