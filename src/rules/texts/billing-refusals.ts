import { say } from "./refusal-texts.ts";

// What stands in the way of prices and of what is charged.

export const priceListTaken = say("exists", "Eine Preisliste mit diesem Namen gibt es schon.");
export const priceListUsed = (customers: number) =>
  say("in_use", `Die Preisliste gilt noch für ${customers === 1 ? "einen Kunden" : `${customers} Kunden`}.`);
export const unknownPriceList = say("invalid", "Diese Preisliste gibt es nicht.");
export const wrongUnit = (units: string) => say("invalid", `Der Preis gilt je ${units}.`);
export const rateOfExempt = say("invalid", "Ohne Umsatzsteuer ist der Satz 0.");
export const noSuchPrice = say("invalid", "An diesem Tag beginnt kein Preis dieser Leistung.");
export const priceTooOld = say("invalid", "Preise gelten frühestens ab dem Vorjahr.");
export const entryNotTyped = say(
  "state",
  "Das hat das Programm aus dem Ablauf geschrieben. Löschen lässt sich nur, was von Hand eingetragen ist.",
);
export const entryInFuture = say("invalid", "Der Tag liegt in der Zukunft.");
