import type { setTerms } from "#contract/calls/billing/terms.ts";
import type { Body } from "#contract/route.ts";
import { showPrice } from "#rules/billing/amount-texts.ts";
import { minimumScopeText, storageModeText } from "#rules/billing/items.ts";
import { showThings } from "#rules/amounts.ts";

/** What is agreed with a customer, with its price list by name. */
export type AgreedTerms = Readonly<Omit<Body<typeof setTerms>, "price_list">> & { readonly price_list: string | null };

type Texts = {
  readonly [Name in keyof AgreedTerms]: readonly [label: string, show: (value: AgreedTerms[Name]) => string];
};

const yesOrNo = (is: boolean) => (is ? "ja" : "nein");
const orNone = (text: string) => text || "keine";
const formText = { zugferd: "ZUGFeRD", xrechnung: "XRechnung", paper: "Papier" } as const;
const schemeText = { EM: "E-Mail", "0204": "Leitweg-ID", 9930: "USt-IdNr." } as const;

/** Each of the terms has a text: one that has none does not compile. */
const texts: Texts = {
  price_list: ["Preisliste", (name) => name ?? "Meterpreis"],
  storage_mode: ["Lagerung", (mode) => storageModeText[mode]],
  also_while_out: ["auch außer Haus", yesOrNo],
  minimum: ["mindestens", (euro) => (euro === null ? "nichts" : showPrice(euro))],
  minimum_scope: ["Mindestbetrag", (scope) => minimumScopeText[scope]],
  invoice_form: ["Rechnung als", (form) => formText[form]],
  vat_id: ["USt-IdNr.", orNone],
  leitweg_id: ["Leitweg-ID", orNone],
  e_address: ["elektronische Adresse", orNone],
  e_scheme: ["Art der Adresse", (scheme) => schemeText[scheme]],
  order_reference: ["Bestellnummer", orNone],
  contract_reference: ["Vertragsnummer", orNone],
  payment_days: ["Zahlungsziel", (days) => showThings(days, "Tag", "Tage")],
};

const change = <Name extends keyof AgreedTerms>(name: Name, before: AgreedTerms, after: AgreedTerms): string[] => {
  const [label, show] = texts[name];
  const [from, to] = [show(before[name]), show(after[name])]; // 50 and 50.00 are the same
  return from === to ? [] : [`${label} ${from} → ${to}`];
};

/** What of the terms is another than before, in words; empty where nothing is. */
export const changedTerms = (before: AgreedTerms, after: AgreedTerms): string =>
  (Object.keys(texts) as (keyof AgreedTerms)[]).flatMap((name) => change(name, before, after)).join(", ");
