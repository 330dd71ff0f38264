/** The rest of a division by 97 of digits and letters, which count from A = 10 (ISO 7064, Mod 97-10): 1 where the check digits are right. */
export function restOf97(text: string): number {
  const digits = text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

/** The check digit behind digits (ISO 7064, Mod 11,10), as German VAT ids have it. */
export function checkDigitOf11(digits: string): number {
  const product = Array.from(digits).reduce((left, digit) => (2 * ((Number(digit) + left) % 10 || 10)) % 11, 10);
  return (11 - product) % 10;
}
