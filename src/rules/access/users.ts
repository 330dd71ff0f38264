import { isMailbox } from "./mailbox.ts";

/** How a user wants to be addressed (specification 3). */
export const genderText = { M: "Herr", F: "Frau", D: "divers" } as const;
export type Gender = keyof typeof genderText;

export const minPasswordLength = 8; // specification 9
/** How long a generated password opens the door, until there is one of their own (product 8). */
export const initialPasswordHours = 72;
/** How long it counts that somebody has proved who they are (decision 097). */
export const confirmedMinutes = 10;
/** How long signing in counts as the proof for calls of specification 7: a working day (decision 153). */
export const workingDayHours = 12;

/** One person has one address: e-mail addresses that differ in case or in Unicode form are the same. */
export function normalEmail(email: string): string {
  // again after the case: some letters are composed only when they are small (ǰ)
  return email.trim().normalize("NFKC").toLowerCase().normalize("NFKC");
}

/**
 * Whether a text can be an e-mail address: one mailbox whose name before the @ every mail server knows how to write, for few take letters beyond ASCII
 * there (RFC 6531); a domain has a dot, and may have them.
 */
export function isEmail(text: string): boolean {
  return text.length <= 200 && isMailbox(text) && /^[!-~]+@/.test(text);
}

/** Whether somebody may sign in with a text: also with an address that was taken when the rule for new ones was wider. */
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
