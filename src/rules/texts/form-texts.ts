/** Messages beside a field (specification 5). */
export const invalid = {
  required: "Bitte ausfüllen",
  requiredChoice: "Bitte auswählen",
  password: "mind. 8 Zeichen",
  mismatch: "Stimmt nicht überein!",
  email: "Ungültige E-Mail Adresse",
  range: "Ungültig",
  customerCode: "Maximal 4 Zahlen",
  postcode: "PLZ nicht größer als 99999",
  belowZero: "Kleiner als 0 nicht erlaubt",
  belowOne: "Kleiner als 1 nicht erlaubt",
  tooLong: (max: number) => `Höchstens ${max} Zeichen`,
  noText: "Ungültige Zeichen",
  day: "Bitte einen Tag auswählen",
  timeSpan: "„Bis“ muss nach „Von“ liegen.",
  malformed: "Die Anfrage ist kein gültiges JSON.",
} as const;
