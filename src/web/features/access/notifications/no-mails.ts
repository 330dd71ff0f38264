export const noMails = "Auf diesem Server ist kein E-Mail-Versand eingerichtet: Es wird nichts verschickt.";
