/** Why nothing can be done with a customer's boxes, or those of a range of numbers. */
export const rangeTexts = {
  noCustomer: "Bitte erst einen Kunden auswählen.",
  invalid: "Der Bereich ist ungültig.",
  counting: "Boxen werden gezählt …",
  empty: "In diesem Bereich gibt es keine Box.",
} as const;
