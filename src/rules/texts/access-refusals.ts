import { say } from "./refusal-texts.ts";

// Why a token, a link or the company's sign-in does not open the door, beside what refusal-texts.ts says of passwords; and why a mail is not sent.

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

export const wrongToken = say(
  "wrong_token",
  "Dieses Token ist unvollständig oder falsch abgeschrieben. Bitte kopieren Sie es noch einmal ganz.",
);
export const deadToken = say(
  "dead_token",
  "Dieses Token gilt hier nicht: Es ist abgelaufen, beendet oder von einem anderen Archiv.",
);
export const scopeMissing = (name: string) => say("token_scope", `Diesem Token fehlt die Berechtigung „${name}“.`);
export const notByToken = say("not_by_token", "Das geht mit keinem Token: Bitte melden Sie sich dafür selbst an.");
export const byPersonOnly = say("by_person_only", "Das entscheidet ein Mensch: Ein Dienstkonto kann es nicht tun.");
export const tokenTerm = (last: string) => say("invalid", `Bitte wählen Sie einen Tag von heute bis ${last}.`);
export const tokenForAll = say(
  "invalid",
  "Das Token eines Admins gilt für alle Kunden. Für einen Kunden legen Sie bitte ein Dienstkonto an.",
);
export const tooManyTokens = say(
  "state",
  "Mehr Token gehen nicht. Bitte beenden Sie zuerst eines, das keiner braucht.",
);
export const tokenOfPerson = say("state", "Ein Token legt jeder selbst an, unter „Mein Zugang“.");
export const serviceAccount = say("state", "Ein Dienstkonto meldet sich nie an: Es hat weder Passwort noch E-Mail.");
export const passwordLink = say(
  "password_link",
  "Der Link gilt nicht mehr. Bitte fordern Sie einen neuen an oder wenden Sie sich an das Archiv.",
);
export const mailsOff = say("no_mails", "Auf diesem Server ist kein E-Mail-Versand eingerichtet.");
export const contractualMail = say(
  "no_right",
  "Diese E-Mail gehört zum Vertrag. Nur der User selbst kann sie abbestellen.",
);
export const otherDomain = (domain: string) =>
  say("invalid", `Einladen können Sie nur Adressen, die auf @${domain} enden.`);
export const widerRight = say("no_right", "Dieses Recht haben Sie selbst nicht.");
export const tooManyInvitations = (most: number) =>
  say(
    "state",
    `Für diesen Kunden gingen in den letzten 24 Stunden schon ${most} Einladungen hinaus. Bitte versuchen Sie es morgen wieder oder wenden Sie sich an das Archiv.`,
  );
export const colleagueAlready = say("exists", "Diese Kollegin oder dieser Kollege hat schon Zugang.");
export const notYourColleague = say("no_right", "Diesen Zugang kann nur das Archiv beenden.");
export const messageNotFailed = say("state", "Die Nachricht ist nicht fehlgeschlagen.");
export const departmentOrdersOnly = say(
  "invalid",
  "Wer nur einzelne Kostenstellen sieht, darf nur bestellen: Nehmen Sie die anderen Rechte zuerst weg.",
);
