import { say } from "./refusal-texts.ts";

// Refusals for what the server cannot do at present: it lacks room, time, a database or a file.

export const diskFull = say("disk_full", "Der Speicherplatz ist voll. Die Datei wurde nicht gespeichert.");
export const databaseFull = say("disk_full", "Der Speicherplatz ist voll. Es wurde nichts gespeichert.");
export const busy = say("busy", "Daran wird gerade gearbeitet. Bitte versuchen Sie es gleich noch einmal.");
export const tooLong = say(
  "too_long",
  "Das dauert gerade zu lange und wurde abgebrochen. Bitte versuchen Sie es später noch einmal.",
);
export const databaseAway = say(
  "database_away",
  "Die Datenbank antwortet gerade nicht. Bitte versuchen Sie es gleich noch einmal.",
);
export const unclear = say("unclear", "Unklar, ob das gespeichert wurde. Bitte prüfen Sie es.");
export const tooManyCalls = say(
  "too_many_calls",
  "Zu viele Anfragen auf einmal. Bitte versuchen Sie es gleich noch einmal.",
);
export const wrongPicture = say("wrong_picture", "Die Datei dieses Bildes fehlt oder ist beschädigt.");
export const storageAway = say("storage_away", "Die Bilder sind gerade nicht erreichbar.");
export const documentTooLarge = say(
  "document_too_large",
  "Das Dokument ist zu groß für den Arbeitsspeicher des Servers. Bitte grenzen Sie es ein.",
);
