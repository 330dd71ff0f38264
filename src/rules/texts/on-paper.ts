const picture = /(?![©®™])\p{Extended_Pictographic}/u;
const letter = /\p{L}/u;
const printableScript = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u;

/** The letters of a text that no document can draw, each once: its font has Latin, Greek and Cyrillic ones, and no signs that are pictures. */
export const missingOnPaper = (text: string): string[] =>
  [...new Set(text)].filter((sign) => picture.test(sign) || (letter.test(sign) && !printableScript.test(sign)));
