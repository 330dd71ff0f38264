import * as z from "zod/mini";
import { filledText, text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import { isPersonName } from "#rules/access/colleagues.ts";

/** A first name, and a last name, that goes into a mail which customers' users have us send. */
export const noPersonName =
  "Ein Name hat keine Zeilenumbrüche und keine Internetadresse. Nach einem Punkt bitte ein Leerzeichen.";
const personName = z.refine<string>(isPersonName, noPersonName);
export const invitedFirstName = text(nameLength).check(personName);
export const invitedLastName = filledText(nameLength).check(personName);
