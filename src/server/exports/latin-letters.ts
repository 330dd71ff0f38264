import anyAscii from "any-ascii";

/** Letters that SEPA and DATEV write by their own rules: Latin ones with or without marks. */
const isLatin = (sign: string): boolean => /^[\p{ASCII}ßẞæÆœŒøØ]/u.test(sign.normalize("NFD"));

/** A text whose letters and digits of other scripts are Latin ones (`Нина` is `Nina`); what is Latin, and what is no letter, stays (decision 164). */
export const inLatinLetters = (text: string): string =>
  text.normalize("NFC").replaceAll(/[\p{L}\p{M}\p{N}]/gu, (sign) => (isLatin(sign) ? sign : anyAscii(sign)));

/** Says whether anything is left of a name where only Latin letters are taken: of signs alone nothing is. */
export const isWritable = (name: string): boolean => /[A-Za-z0-9]/.test(inLatinLetters(name).normalize("NFD"));
