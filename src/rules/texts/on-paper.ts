const mostNamed = 10; // signs
const notDrawn = /(?![©®™])\p{Extended_Pictographic}|(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}])\p{L}/gu;

/**
 * Says in a German hint what documents do with the signs of a text that their font lacks (decision 173). The hint is empty where the font has all of
 * them: Latin, Greek and Cyrillic letters. Other letters are written out in Latin ones; a sign that is a picture becomes an empty box.
 */
export function paperHint(text: string): string {
  const signs = [...new Set(text.match(notDrawn))].slice(0, mostNamed).join(" ");
  return signs && `Auf Papier umschrieben oder ein leeres Kästchen: ${signs}`;
}
