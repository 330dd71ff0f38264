/** Way to count a period: to the end of the year in which it ends, or to the day. `manual` counts to a day that somebody has to say. */
export type RetentionStart = "year_end" | "day" | "manual";

/** Period for which something is kept, as the law stated it at a time. */
export interface RetentionRule {
  readonly years: number;
  readonly months: number;
  readonly start: RetentionStart;
  /** For whom: everybody, or banks, insurers and securities firms, for whom it then stands instead. */
  readonly applies_if: "all" | "finance";
  /** The first day of it; null where no other one was before as far as we know. */
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly basis: string;
  readonly source: string;
  readonly checked_on: string;
}

/** A kind of papers and what the law has said of it, the oldest first. */
export interface RetentionClass {
  readonly key: string;
  readonly name: string;
  /** From when the period is counted, as people are asked for the day. */
  readonly begins: string;
  /** True where people appear in such papers. */
  readonly personal: boolean;
  /** True where taxes depend on such papers: the period is never over while the year may still be assessed (§ 147 (3) AO). */
  readonly tax: boolean;
  /** The security level (DIN 66399) by which it is destroyed unless somebody says another one. */
  readonly default_level: number;
  readonly rules: readonly RetentionRule[];
}

type CatalogueText = Pick<RetentionRule, "basis" | "source"> & Partial<RetentionRule>;

const checked_on = "2026-11-22";
const rule = (years: number, start: RetentionStart, text: CatalogueText): RetentionRule => ({
  years,
  months: 0,
  start,
  applies_if: "all",
  valid_from: null,
  valid_to: null,
  checked_on,
  ...text,
});

const [taxes, people] = [
  { tax: true, personal: false, default_level: 4 },
  { tax: false, personal: true, default_level: 4 },
];
const akanthus = "akanthus-wpg.de, ey.com (BEG IV)";
const books = "kt-thomas.de";
const radiation = "aeksa.de, medizinphysik.wiki";

/**
 * The German law of retention as dated data. What changes is a rule more: nothing that stands here is ever changed, because what was
 * decided by it has to be understood later. The database holds the same rows (`catalogue.test`), by the migration that brings a rule.
 */
export const catalogue: readonly RetentionClass[] = [
  {
    key: "ao-buecher",
    name: "Bücher, Inventare, Jahresabschlüsse, Lageberichte, Verfahrensdokumentation",
    begins: "Letzte Eintragung oder Aufstellung",
    ...taxes,
    rules: [rule(10, "year_end", { basis: "§ 147 AO, § 257 HGB", source: akanthus })],
  },
  {
    key: "ao-belege",
    name: "Buchungsbelege und Rechnungen",
    begins: "Entstehung des Belegs",
    ...taxes,
    rules: [
      rule(10, "year_end", { basis: "§ 147 AO, § 257 HGB", source: akanthus, valid_to: "2024-12-31" }),
      rule(8, "year_end", {
        basis: "§ 147 AO, § 257 HGB",
        source: `${akanthus}; Art. 97 § 19a EGAO`,
        valid_from: "2025-01-01",
      }),
      rule(10, "year_end", {
        basis: "§ 147 AO, Art. 97 § 19a EGAO (Kreditinstitute, Versicherer, Wertpapierinstitute)",
        source: "genoverband.de, 19.02.2026: SchwarzArbMoDiG, in Kraft seit 30.12.2025",
        applies_if: "finance",
      }),
    ],
  },
  {
    key: "ao-briefe",
    name: "Handels- und Geschäftsbriefe, sonstige steuerlich bedeutsame Unterlagen",
    begins: "Empfang oder Absendung",
    ...taxes,
    rules: [rule(6, "year_end", { basis: "§ 147 AO, § 257 HGB", source: "BEG IV, Gesetzestext" })],
  },
  {
    key: "lohnkonto",
    name: "Lohnkonto mit Unterlagen",
    begins: "Letzte Eintragung",
    ...taxes,
    personal: true,
    rules: [rule(6, "year_end", { basis: "§ 41 EStG", source: "haufe PI13994, kt-thomas.de" })],
  },
  {
    key: "sv-entgelt",
    name: "Entgeltunterlagen der Sozialversicherung",
    begins: "Letzte Betriebsprüfung",
    ...people,
    rules: [rule(5, "manual", { basis: "§ 28f SGB IV", source: "haufe" })],
  },
  {
    key: "unfallvers",
    name: "Entgelt- und Arbeitszeitnachweise der Unfallversicherung",
    begins: "Aufzeichnung",
    ...people,
    rules: [rule(5, "day", { basis: "§ 165 SGB VII", source: "haufe" })],
  },
  {
    key: "arbeitszeit",
    name: "Arbeitszeitnachweise",
    begins: "Aufzeichnung",
    ...people,
    rules: [rule(2, "day", { basis: "§ 16 ArbZG", source: books })],
  },
  {
    key: "mutterschutz",
    name: "Unterlagen zum Mutterschutz",
    begins: "Letzte Eintragung",
    ...people,
    rules: [rule(2, "day", { basis: "§ 27 MuSchG", source: books })],
  },
  {
    key: "personal",
    name: "Personalakten",
    begins: "Ausscheiden",
    ...people,
    rules: [rule(3, "year_end", { basis: "§§ 195, 199 BGB", source: `personio, ${books}` })],
  },
  {
    key: "bewerber",
    name: "Unterlagen abgelehnter Bewerber",
    begins: "Ablehnung",
    ...people,
    rules: [rule(0, "day", { months: 6, basis: "§ 15 AGG, § 61b ArbGG", source: books })],
  },
  {
    key: "bav",
    name: "Betriebliche Altersversorgung",
    begins: "Letzte Zahlung oder Anspruch",
    ...people,
    rules: [rule(30, "day", { basis: "§ 18a BetrAVG", source: books })],
  },
  {
    key: "patient",
    name: "Patientenakten",
    begins: "Ende der Behandlung",
    ...people,
    rules: [rule(10, "day", { basis: "§ 630f BGB", source: "§ 630f BGB, Gesetzestext" })],
  },
  {
    key: "strahlen-behandlung",
    name: "Strahlenbehandlung",
    begins: "Letzte Behandlung",
    ...people,
    rules: [rule(30, "day", { basis: "§ 85 StrlSchG", source: radiation })],
  },
  {
    key: "strahlen-untersuchung",
    name: "Röntgenuntersuchung Erwachsener",
    begins: "Letzte Untersuchung",
    ...people,
    rules: [rule(10, "day", { basis: "§ 85 StrlSchG", source: radiation })],
  },
  {
    key: "strahlen-minderjaehrig",
    name: "Röntgenuntersuchung Minderjähriger",
    begins: "Geburtstag",
    ...people,
    rules: [rule(28, "day", { basis: "§ 85 StrlSchG", source: radiation })],
  },
  {
    key: "strahlen-beruflich",
    name: "Dosisaufzeichnungen beruflich Exponierter",
    begins: "Ende der Beschäftigung",
    ...people,
    rules: [rule(30, "manual", { basis: "§ 167 StrlSchG", source: "medizinphysik.wiki" })],
  },
  {
    key: "anwalt",
    name: "Handakten der Rechtsanwälte",
    begins: "Ende des Mandats",
    ...people,
    rules: [rule(6, "year_end", { basis: "§ 50 BRAO", source: "ungeprüft" })],
  },
  {
    key: "steuerberater",
    name: "Handakten der Steuerberater",
    begins: "Ende des Auftrags",
    ...people,
    rules: [rule(10, "year_end", { basis: "§ 66 StBerG", source: "ungeprüft" })],
  },
];
