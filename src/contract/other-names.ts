/** What old clients call a field of a body or a query, wherever a call takes it (specification 7). */
export const otherNames: Readonly<Record<string, string>> = { order_by: "orderBy", customer: "customer_id" };

/** Texts that are numbers to the specification (3): both are taken. */
export const numbersAsText: ReadonlySet<string> = new Set(["address_postcode"]);
