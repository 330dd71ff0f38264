import { randomBytes } from "node:crypto";

/** A word that no other test has: without digits and vowels, so that no search for a number or a word finds it by chance. */
export const anyWord = () => Array.from(randomBytes(8), (byte) => "bcdfghjklnpqrstv"[byte % 16]).join("");
