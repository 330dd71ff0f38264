import { say } from "./refusal-texts.ts";

// Why the company's sign-in lets somebody not in, beside what refusal-texts.ts says of passwords.

export const companyAway = say(
  "company_away",
  "Die Firmenanmeldung antwortet nicht. Bitte versuchen Sie es gleich noch einmal.",
);
export const companyRefused = say(
  "company_refused",
  "Die Firmenanmeldung hat nicht geklappt. Bitte beginnen Sie noch einmal von vorn.",
);
export const companyUnknown = (name: string) =>
  say("company_unknown", `Für ${name} gibt es hier keinen Zugang. Bitte wenden Sie sich an das Archiv.`);
export const companyFactor = say(
  "company_factor",
  "Dieser Zugang hat einen zweiten Faktor. Bitte melden Sie sich mit dem Passwort an und verbinden Sie ihn unter „Mein Zugang“ mit der Firmenanmeldung.",
);
export const companyOther = say(
  "company_other",
  "Dieser Zugang ist schon mit einer anderen Person der Firma verbunden. Bitte wenden Sie sich an das Archiv.",
);
export const companyOnly = (name: string) =>
  say("company_only", `Für diesen Zugang gilt nur die Anmeldung über ${name}.`);
