/** Characters of what is looked for. */
export const searchLength = 200;
/** Characters of a list of codes that is pasted into a search: some 300 codes. */
export const codeListLength = 4000;

/** Says whether a text is no longer than a search takes: a list of codes may be longer than words. */
export const isSearchText = (text: string): boolean =>
  text.length <= searchLength || (text.length <= codeListLength && /^[\d\s.,;]*$/.test(text));
