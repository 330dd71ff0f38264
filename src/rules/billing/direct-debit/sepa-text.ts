/** Spellings that German banks use for letters that SEPA does not know (Anlage 3 of the DFÜ-Abkommen). */
const letters: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "Ae",
  œ: "oe",
  Œ: "Oe",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ł: "l",
  Ł: "L",
  "&": "+",
  "–": "-",
  "—": "-",
  "’": "'",
};

/** A name or a purpose in the letters that each bank of SEPA takes (EPC217-08), cut to `most`; what has no letter there is a full stop. */
export function sepaText(text: string, most: number): string {
  const replaced = text.normalize("NFC").replaceAll(/[^\p{ASCII}]|&/gu, (letter) => letters[letter] ?? letter);
  const plain = replaced.normalize("NFD").replaceAll(/\p{M}/gu, "");
  const known = plain.replaceAll(/\s+/g, " ").replaceAll(/[^A-Za-z0-9/?:().,'+ -]/gu, ".");
  return known.slice(0, most).trim();
}
