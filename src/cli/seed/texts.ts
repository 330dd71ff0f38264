import { between, pick, type Random } from "./random.ts";
import { cities, firstNames, lastNames, months, streets } from "./vocabulary.ts";

/** Trade of a customer: names of such customers, the time they keep their papers, and the kinds of papers. */
export interface Trade {
  readonly share: number;
  /** Years that papers are kept. */
  readonly retention: number;
  readonly names: readonly ((random: Random, city: string) => string)[];
  readonly papers: readonly Paper[];
}

/** Text on a folder or a bundle in a box; `year` is the year that the papers are from. */
type Paper = (random: Random, year: number) => string;

const last = (random: Random) => pick(random, lastNames);
const first = (random: Random) => pick(random, firstNames);
const person = (random: Random) => `${last(random)}, ${first(random)}`;
const place = (random: Random) => `${pick(random, streets)} ${between(random, 1, 180)}`;
const letter = (random: Random) => String.fromCharCode(65 + between(random, 0, 21));
const month = (random: Random) => pick(random, months);
const town = (random: Random) => pick(random, cities)[1];
const serial = (random: Random) => between(random, 1000, 98_000);
const two = (value: number) => String(value).padStart(2, "0");
const birthYear = (random: Random) =>
  `${two(between(random, 1, 28))}.${two(between(random, 1, 12))}.${between(random, 1928, 2009)}`;
const letters = (random: Random) => {
  const from = between(random, 0, 22);
  return `${String.fromCharCode(65 + from)}–${String.fromCharCode(65 + from + between(random, 1, 3))}`;
};
const numbers = (random: Random) => {
  const from = serial(random);
  return `${from}–${from + between(random, 40, 400)}`;
};

const everywhere: readonly Paper[] = [
  (r, year) => `Eingangsrechnungen ${numbers(r)} / ${year}`,
  (r, year) => `Ausgangsrechnungen ${month(r)} ${year}`,
  (r, year) => `Kontoauszüge ${month(r)} bis Dezember ${year}`,
  (r) => `Personalakte ${person(r)}`,
  (r, year) => `Personalakten ausgeschieden ${year}, ${letters(r)}`,
  (r, year) => `Lohn- und Gehaltsjournale ${month(r)} ${year}`,
  (r, year) => `Schriftverkehr ${letters(r)} ${year}`,
  (r, year) => `Buchungsbelege ${year}, Ordner ${between(r, 1, 38)}`,
  (r, year) => `Lieferscheine ${numbers(r)} (${year})`,
];

export const trades: readonly Trade[] = [
  {
    share: 20,
    retention: 30,
    names: [
      (r, city) => `${pick(r, ["Klinikum", "Krankenhaus", "Herzzentrum", "Rehaklinik"])} ${city}`,
      (r, city) => `${pick(r, ["St. Marien", "Elisabeth", "Johanniter", "Diakonissen"])}-Krankenhaus ${city}`,
      (r, city) => `Gemeinschaftspraxis Dr. ${last(r)} & Dr. ${last(r)}, ${city}`,
    ],
    papers: [
      (r) => `Patientenakte ${person(r)}, geb. ${birthYear(r)}`,
      (r) => `Patientenakte ${person(r)}, geb. ${birthYear(r)}`,
      (r, year) => `Patientenakten ${letters(r)} ${year}`,
      (r, year) => `Röntgenaufnahmen ${letters(r)} ${year}`,
      (r, year) => `OP-Berichte ${month(r)} ${year}`,
      (r, year) => `Ambulanzkarten ${letters(r)}, Jahrgang ${year}`,
      (r, year) => `Befunde Labor ${numbers(r)} / ${year}`,
    ],
  },
  {
    share: 20,
    retention: 6,
    names: [
      (r) => `Rechtsanwälte ${last(r)} & ${last(r)}`,
      (r) => `Kanzlei ${last(r)}, ${last(r)} und Partner mbB`,
      (r, city) => `Notariat Dr. ${last(r)}, ${city}`,
    ],
    papers: [
      (r, year) => `Handakte ${serial(r)}/${two(year % 100)} ${last(r)} ./. ${last(r)}`,
      (r, year) => `Handakten ${letters(r)}, abgelegt ${year}`,
      (r, year) => `Urkundenrolle ${between(r, 1, 2400)}/${year}`,
      (r) => `Nachlass ${person(r)}`,
      (r, year) => `Grundstückskauf ${place(r)}, ${town(r)} (${year})`,
      (r) => `Ehesache ${last(r)} ./. ${last(r)}`,
    ],
  },
  {
    share: 18,
    retention: 10,
    names: [
      (r) => `Steuerberatung ${last(r)} GmbH`,
      (r) => `${last(r)} & ${last(r)} Steuerberater PartG mbB`,
      (_r, city) => `Treuhand ${city} Wirtschaftsprüfungsgesellschaft`,
    ],
    papers: [
      (r, year) => `Mandant ${serial(r)} ${last(r)}: Jahresabschluss ${year}`,
      (r, year) => `Mandant ${serial(r)} ${last(r)}: Belege ${month(r)} ${year}`,
      (r, year) => `Einkommensteuer ${year}, ${letters(r)}`,
      (r, year) => `Umsatzsteuer-Voranmeldungen ${year}, ${person(r)}`,
      (r, year) => `Betriebsprüfung ${last(r)} GmbH ${year}`,
    ],
  },
  {
    share: 14,
    retention: 20,
    names: [
      (_r, city) => `Stadtverwaltung ${city}`,
      (_r, city) => `Landratsamt ${city}`,
      (_r, city) => `Amtsgericht ${city}`,
      (_r, city) => `Jugendamt ${city}`,
      (_r, city) => `Stadtwerke ${city} GmbH`,
    ],
    papers: [
      (r, year) => `Bauakte ${place(r)}, Az. ${serial(r)}/${year}`,
      (r, year) => `Gewerbeanmeldungen ${letters(r)} ${year}`,
      (r, year) => `Standesamt: Sterbefälle ${month(r)} ${year}`,
      (r, year) => `Ratsprotokolle ${year}, ${letter(r)}. Wahlperiode`,
      (r) => `Sozialhilfeakte ${person(r)}`,
      (r, year) => `Bußgeldverfahren ${numbers(r)} / ${year}`,
      (r, year) => `Wählerverzeichnis ${year}, Bezirk ${between(r, 1, 96)}`,
    ],
  },
  {
    share: 18,
    retention: 10,
    names: [
      (r) => `${last(r)} Hoch- und Tiefbau GmbH`,
      (r) => `Bauunternehmung ${first(r)} ${last(r)} GmbH & Co. KG`,
      (r) => `Architekturbüro ${last(r)} + ${last(r)}`,
      (_r, city) => `Wohnungsbaugenossenschaft ${city} eG`,
    ],
    papers: [
      (r) => `Baupläne ${place(r)}, Blatt ${between(r, 1, 12)}–${between(r, 13, 60)}`,
      (r) => `Statik Neubau ${place(r)}, ${town(r)}`,
      (r, year) => `Ausschreibung Kita ${pick(r, streets)} ${year}`,
      (r, year) => `Aufmaße und Bautagebuch ${place(r)} (${year})`,
      (r, year) => `Mieterakte ${last(r)}, ${place(r)}, bis ${year}`,
      (r, year) => `Gewährleistung ${town(r)}, Los ${between(r, 1, 14)}, ${year}`,
    ],
  },
  {
    share: 10,
    retention: 10,
    names: [
      (_r, city) => `Sparkasse ${city}`,
      (r) => `${last(r)} Versicherungsmakler GmbH`,
      (r, city) => `Spedition ${last(r)} ${city}`,
      (r) => `Autohaus ${last(r)} GmbH`,
      (r) => `${last(r)} Maschinenbau AG`,
    ],
    papers: [
      (r, year) => `Kreditakte ${person(r)}, erledigt ${year}`,
      (r, year) => `Schadenakten ${numbers(r)} / ${year}`,
      (r, year) => `Frachtbriefe ${month(r)} ${year}`,
      (r) => `Vertragsakte ${serial(r)} ${last(r)}`,
      (r, year) => `Prüfprotokolle Serie ${letter(r)}${between(r, 10, 99)}, ${year}`,
    ],
  },
];

/** Draws the contents of a box: mostly the customer's own kind of papers, sometimes a kind that everybody has. */
export function paperOf(random: Random, trade: Trade, year: number): string {
  return pick(random, random() < 0.75 ? trade.papers : everywhere)(random, year);
}
