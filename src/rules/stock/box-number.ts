/** Party whose number stands on a box beside the archive's own code. */
export const NumberKind = { other: 0, customer: 1, provider: 2 } as const;
export type NumberKind = (typeof NumberKind)[keyof typeof NumberKind];

export const numberKindText: Readonly<Record<NumberKind, string>> = {
  0: "Fremdnummer",
  1: "Nummer des Kunden",
  2: "Etikett eines anderen Anbieters",
};

/** A number that other people have given a box. */
export interface BoxNumber {
  readonly text: string;
  readonly kind: NumberKind;
}

/** The same, with how many other boxes of the customer have it. */
export interface SharedNumber extends BoxNumber {
  readonly others: number;
}

/** Highest number of other people's numbers on a box. */
export const maxBoxNumbers = 20;

/**
 * Returns the key that two spellings of one number share: capitals and blanks make no difference, any other sign does. It is the same as `number_key`
 * in the database.
 */
export const numberKey = (text: string): string => text.replace(/\s/g, "").toLowerCase();
