import type { Vat } from "#rules/billing/invoice-lines.ts";
import { type BilledItem, billedItems } from "#rules/billing/items.ts";

/** Numbers of accounts by what is booked on them: `S`, or `storage/S`. */
export type Accounts = ReadonlyMap<string, string>;

/** Settings about the accountant (`DATEV_…`). */
export interface AccountSettings {
  readonly consultant: number | undefined;
  readonly client: number | undefined;
  /** Revenue by VAT. */
  readonly revenue: Accounts | undefined;
  /** Revenue by item and VAT; what is not there is booked by VAT alone. */
  readonly items: Accounts;
  /** The debtor of a customer is this and the customer's code. */
  readonly debtors: number;
}

/** The same where nothing is missing. */
export interface Bookkeeping extends AccountSettings {
  readonly consultant: number;
  readonly client: number;
  readonly revenue: Accounts;
}

/** The settings, or the names of those without which nothing is booked. */
export function bookkeepingOf(settings: AccountSettings): Bookkeeping | { readonly missing: readonly string[] } {
  const { consultant, client, revenue } = settings;
  if (consultant !== undefined && client !== undefined && revenue !== undefined)
    return { ...settings, consultant, client, revenue };
  const named = { DATEV_CONSULTANT: consultant, DATEV_CLIENT: client, DATEV_REVENUE: revenue };
  return { missing: Object.entries(named).flatMap(([name, value]) => (value === undefined ? [name] : [])) };
}

const usualRate = "19";

/** Returns the name of a tax in the settings: `S` at 19 %, `S7` at 7 %, `E`, `AE`. An automatic account is one of a single rate. */
export function vatKey({ vat_category, vat_rate }: Vat): string {
  if (vat_category !== "S") return vat_category;
  const rate = vat_rate.includes(".") ? vat_rate.replace(/\.?0+$/, "") : vat_rate;
  return rate === usualRate ? "S" : `S${rate}`;
}

/** `S`, `S7`, `S5.5`, `E` or `AE` as `vatKey` writes it; null for anything else. */
function normalVat(text: string): string | null {
  const rate = /^S(\d{1,2}(?:\.\d{1,2})?)$/.exec(text)?.[1];
  if (rate !== undefined) return vatKey({ vat_category: "S", vat_rate: rate });
  return ["S", "E", "AE"].includes(text) ? text : null;
}

/** `storage`, which is `storage/S`, or `storage/AE`. */
function normalItem(text: string): string | null {
  const [item = "", vat = "S", ...more] = text.split("/");
  const normal = normalVat(vat);
  return more.length > 0 || normal === null || !Object.hasOwn(billedItems, item) ? null : `${item}/${normal}`;
}

const keys = { vat: normalVat, item: normalItem };

/** Reads `S=8400;AE=8337`, or with items `storage=8401`; answers the part that is wrong where one is, or is there twice. */
export function readAccounts(text: string, by: keyof typeof keys): Accounts | { readonly wrong: string } {
  const accounts = new Map<string, string>();
  for (const part of text.split(/[;\r\n]+/).map((one) => one.trim())) {
    if (part === "") continue;
    const [, name = "", account = ""] = /^([^=\s]+)\s*=\s*(\d{4,8})$/.exec(part) ?? [];
    const key = keys[by](name);
    if (key === null || accounts.has(key)) return { wrong: part };
    accounts.set(key, account);
  }
  return accounts.size === 0 ? { wrong: text } : accounts;
}

/** Returns the number of digits of the revenue accounts; null where they differ. */
export function accountDigits({ revenue, items }: Pick<Bookkeeping, "revenue" | "items">): number | null {
  const [digits = 0, ...others] = new Set([...revenue.values(), ...items.values()].map((account) => account.length));
  return others.length > 0 ? null : digits;
}

/** On which account a line is booked; null where none is set. */
export function accountOf({ revenue, items }: Bookkeeping, line: Vat & { readonly item: BilledItem }): string | null {
  const vat = vatKey(line);
  return items.get(`${line.item}/${vat}`) ?? revenue.get(vat) ?? null;
}
