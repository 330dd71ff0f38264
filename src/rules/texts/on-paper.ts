const picture = /(?![©®™])\p{Extended_Pictographic}/u;
const otherScript = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}])\p{L}/u;
const mostNamed = 10; // signs

/** The signs of a text that a pattern finds, each once, after what is said of them; empty where there are none. */
function told(text: string, pattern: RegExp, what: string): string {
  const signs = [...new Set(text)].filter((sign) => pattern.test(sign)).slice(0, mostNamed);
  return signs.length === 0 ? "" : `Auf Papier ${what}: ${signs.join(" ")}`;
}

/**
 * What documents do with the signs of a text that their font lacks, as a German hint (decision 173); empty where it has all of them: Latin, Greek and Cyrillic
 * letters. Other letters are written out, and of signs that are pictures there is an empty box.
 */
export const paperHint = (text: string): string =>
  [told(text, picture, "ein leeres Kästchen"), told(text, otherScript, "lateinisch umschrieben")]
    .filter(Boolean)
    .join(". ");
