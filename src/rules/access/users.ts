import { isMailbox } from "./mailbox.ts";

/** Form of address that a user prefers (specification 3). */
export const genderText = { M: "Herr", F: "Frau", D: "divers" } as const;
export type Gender = keyof typeof genderText;

export const minPasswordLength = 8; // specification 9
/** Hours for which a generated password is accepted, until the user has one of their own (product 8). */
export const initialPasswordHours = 72;
/** Minutes for which a proof of identity counts (decision 097). */
export const confirmedMinutes = 10;
/** Hours for which signing in counts as the proof for calls of specification 7: a working day (decision 153). */
export const workingDayHours = 12;

/** One person has one address: e-mail addresses that differ in case or in Unicode form are the same. */
export function normalEmail(email: string): string {
  // again after the case: some letters are composed only when they are small (ǰ)
  return email.trim().normalize("NFKC").toLowerCase().normalize("NFKC");
}

/**
 * Says whether a text can be an e-mail address: one mailbox whose name before the @ every mail server can write. Few servers take letters beyond
 * ASCII there (RFC 6531). A domain has a dot, and may have such letters.
 */
export function isEmail(text: string): boolean {
  return text.length <= 200 && isMailbox(text) && /^[!-~]+@/.test(text);
}

/** Says whether a user may sign in with a text; addresses taken when the rule for new ones was wider are accepted, too. */
export const canSignInBy = (text: string): boolean => text.length <= 200 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);

interface PersonName {
  readonly first_name: string;
  readonly last_name: string;
}

/** As people say it: `"Erika Mustermann"`. */
export const showUserName = ({ first_name, last_name }: PersonName) =>
  [first_name, last_name].filter(Boolean).join(" ");

/** As a list by last names shows it: `"Mustermann, Erika"`. */
export const listUserName = ({ first_name, last_name }: PersonName) =>
  [last_name, first_name].filter(Boolean).join(", ");
