import type { Reason } from "#rules/texts/refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";

/** Levels of protection that papers need (DIN 66399-1). */
export const protectionClasses = { 1: "normal", 2: "hoch", 3: "sehr hoch" } as const;

/** Materials that something is stored on, as the norm names them. */
export const carriers = {
  P: "Papier",
  F: "Film",
  O: "optische Datenträger",
  T: "magnetische Datenträger",
  H: "Festplatten",
  E: "elektronische Datenträger",
} as const;
export type Carrier = keyof typeof carriers;

/** The seven levels, of paper with the largest particle (mm²) and the widest strip (mm). */
export const securityLevels = [
  { level: 1, area: 2000, strip: 12 },
  { level: 2, area: 800, strip: 6 },
  { level: 3, area: 320, strip: 2 },
  { level: 4, area: 160, strip: 6 },
  { level: 5, area: 30, strip: 2 },
  { level: 6, area: 10, strip: 1 },
  { level: 7, area: 5, strip: 1 },
] as const;

/** From which to which level each class goes, and where that was read: the norm itself is not free. */
export const normRows = [
  { protection_class: 1, from: 1, to: 3, source: "dein-aktenvernichter.de", checked_on: "2026-11-22" },
  { protection_class: 2, from: 3, to: 5, source: "dein-aktenvernichter.de, kdsa-nord.de", checked_on: "2026-11-22" },
  { protection_class: 3, from: 5, to: 7, source: "dein-aktenvernichter.de, kdsa-nord.de", checked_on: "2026-11-22" },
] as const;

/** Papers about people are never destroyed more coarsely. */
const leastPersonalLevel = 3;
/** Norm that a batch is destroyed by. */
export interface Norm {
  readonly protection_class: number;
  readonly security_level: number;
  readonly carrier?: Carrier | undefined;
}

/** `P-4` */
export const showLevel = ({ carrier = "P", security_level }: Norm) => `${carrier}-${security_level}`;

/** `Schutzklasse 2, Sicherheitsstufe P-4 (≤ 160 mm²)`; particles are known of paper only. */
export function showNorm(norm: Norm): string {
  const { area } = securityLevels.find(({ level }) => level === norm.security_level) ?? {};
  const size = (norm.carrier ?? "P") === "P" && area !== undefined ? ` (≤ ${area.toLocaleString("de-DE")} mm²)` : "";
  return `Schutzklasse ${norm.protection_class}, Sicherheitsstufe ${showLevel(norm)}${size}`;
}

/** Why a level does not go with a class, or with papers about people; null where it does. */
export function normProblem(norm: Norm, isPersonal: boolean): Reason | null {
  const row = normRows.find(({ protection_class }) => protection_class === norm.protection_class);
  if (!row || norm.security_level < row.from) return refused.levelTooLow(showLevel(norm), norm.protection_class);
  if (norm.security_level > row.to) return refused.levelTooHigh(showLevel(norm), norm.protection_class);
  return isPersonal && norm.security_level < leastPersonalLevel ? refused.levelOfPeople : null;
}
