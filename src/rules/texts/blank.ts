const visibleCharacter = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Says whether a text shows nothing: it is empty, or of blanks and characters that nobody sees. */
export const isBlank = (text: string) => !visibleCharacter.test(text);
