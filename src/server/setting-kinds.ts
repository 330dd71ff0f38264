import { statSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { type Keep, parseKeep } from "#rules/backups.ts";
import { type Accounts, readAccounts } from "#rules/billing/datev/accounts.ts";
import { creditorIdProblem } from "#rules/billing/identifiers/creditor-id.ts";
import { type Land, federalStateCodes } from "#rules/deliveries/holidays.ts";
import { isEmail, minPasswordLength, normalEmail } from "#rules/access/users.ts";
import { isMailbox } from "#rules/access/mailbox.ts";
import { isDatabaseUrl } from "#server/database/connect.ts";
import type { LabelPrinter } from "#server/messages/print/printer-line.ts";
import { hiddenValue } from "#server/setting.ts";
import { isS3, readS3Address } from "#server/storage/s3-address.ts";

// Readers of a variable's text. Each throws what the text must be instead, to be put behind the variable's name.

export const asWritten = (value: string) => value;

export function integerSetting(least: number, most: number) {
  return (value: string) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new Error(`must be a whole number from ${least} to ${most}.`);
  };
}

export function oneOf<const Word extends string>(...words: readonly Word[]) {
  return (value: string) => {
    const choice = words.find((word) => word === value);
    if (choice !== undefined) return choice;
    throw new Error(`must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}.`);
  };
}

/** A Land whose public holidays are kept. */
export function land(value: string): Land {
  const code = federalStateCodes.find((one) => one === value.toUpperCase());
  if (code !== undefined) return code;
  throw new Error(`must be the Land whose public holidays are kept, one of ${federalStateCodes.join(", ")}.`);
}

export function folder(value: string): string {
  if (statSync(value, { throwIfNoEntry: false })?.isDirectory() ?? true) return path.resolve(value);
  throw new Error(`must be a folder, and ${value} is a file.`);
}

export function databaseUrl(value: string): string {
  if (isDatabaseUrl(value)) return value;
  throw new Error("is no address of a PostgreSQL database: write it like postgres://user:password@host:5432/name.");
}

/** Where the database is and as whom; what follows in the address may hold another password. */
export function withoutPassword(value: string): string {
  const { protocol, username, host, pathname } = URL.parse(value) ?? {};
  return isDatabaseUrl(value) && host !== undefined ? `${protocol}//${username}@${host}${pathname}` : hiddenValue;
}

const splitWords = (value: string) => value.split(/\s+/);

/** Addresses that are separated by blanks. */
export function databaseUrls(value: string): string[] {
  const all = splitWords(value);
  const wrong = all.findIndex((url) => !isDatabaseUrl(url));
  if (wrong >= 0)
    throw new Error(
      `must be addresses of PostgreSQL databases like postgres://user:password@host:5432/name, separated by blanks; number ${wrong + 1} is none.`,
    );
  if (new Set(all).size === all.length) return all;
  throw new Error("names the same address twice.");
}

export const eachWithoutPassword = (value: string): string => splitWords(value).map(withoutPassword).join(" ");

export function origin(value: string): string {
  const url = value.replace(/\/+$/, "");
  if (/^https?:\/\/[^/]+$/.test(url)) return url;
  throw new Error("must be an origin, like https://archiv.example.");
}

const sharedTenants = new Set(["common", "organizations", "consumers"]);

/** An issuer of OpenID Connect, over https unless it is on this machine; one for the people of every company is none. */
export function issuer(value: string): string {
  const url = URL.parse(value);
  const isLocal = url?.protocol === "http:" && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname);
  if (!url || !(url.protocol === "https:" || isLocal) || url.search !== "" || url.hash !== "")
    throw new Error("must be the address of the issuer, like https://login.example.com/realms/haus.");
  if (url.hostname === "login.microsoftonline.com" && sharedTenants.has(url.pathname.split("/")[1] ?? ""))
    throw new Error("must name your own tenant: this one signs in the people of every company.");
  return value;
}

/** `customer:` and a domain of addresses of mail. */
export function customersDomain(value: string): string {
  const domain = /^customer:([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)$/i.exec(value)?.[1];
  if (domain !== undefined) return domain.toLowerCase();
  throw new Error("must be customer: and a domain, like customer:example.com.");
}

export function webAddress(value: string): string {
  const { protocol, username, password: word } = URL.parse(value) ?? {};
  if (/^https?:$/.test(protocol ?? "") && username === "" && word === "") return value;
  throw new Error("must be an address, like https://tsa.example/stamp.");
}

export function email(value: string): string {
  if (isEmail(value)) return value;
  throw new Error("must be an e-mail address, like admin@archiv.example.");
}

export function mailbox(value: string): string {
  if (isMailbox(value)) return value;
  throw new Error("must be the e-mail address of one mailbox, like archiv@archiv.example, and nothing else.");
}

export function smtpUrl(value: string): string {
  const { protocol, hostname, pathname = "", search, hash } = URL.parse(value) ?? {};
  const isBare = /^\/?$/.test(pathname) && search === "" && hash === "";
  if (/^smtps?:$/.test(protocol ?? "") && hostname && isBare) return value;
  throw new Error(
    "is no address of a mail server: write it like smtp://user:password@mail.example:587, or smtps:// for TLS from the start.",
  );
}

export function withoutSmtpPassword(value: string): string {
  const { protocol, username, host } = URL.parse(value) ?? {};
  return host ? `${protocol}//${username === "" ? "" : `${username}@`}${host}` : hiddenValue;
}

export function password(value: string): string {
  if (value.length >= minPasswordLength) return value;
  throw new Error(`must have at least ${minPasswordLength} characters.`);
}

export function proxies(value: string): string[] {
  const all = value.split(/[\s,]+/).filter((proxy) => proxy !== "");
  const wrong = all.find((proxy) => proxy !== "loopback" && !isNetwork(proxy));
  if (wrong === undefined) return all;
  throw new Error(
    `must be addresses, networks like 10.0.0.0/8, or loopback, separated by blanks or commas; "${wrong}" is none.`,
  );
}

/** Names, addresses and networks on premises. */
export function privateTargets(value: string): string[] {
  const all = value
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "");
  const wrong = all.find((entry) => !isNetwork(entry) && !isHostName(entry));
  if (wrong === undefined) return all;
  throw new Error(
    `must be names, addresses or networks like 10.0.0.0/8, separated by blanks or commas; "${wrong}" is none.`,
  );
}

const isHostName = (text: string) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)*$/.test(text);

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const widest = { 4: 32, 6: 128 }[isIP(address)];
  if (widest === undefined || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= widest);
}

/** Names of a machine, and addresses. */
export function names(value: string): string[] {
  const all = value
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== "");
  const wrong = all.find((name) => !isIP(name) && !isHostName(name));
  if (wrong === undefined) return all;
  throw new Error(`must be names and addresses of this machine, separated by blanks or commas; "${wrong}" is none.`);
}

const longestPrinter = 50; // characters of a name

/** Names of label printers and where they listen, separated by `;`: `Halle 1=tcp://10.0.0.40:9100`. */
export function labelPrinters(value: string): LabelPrinter[] {
  const entries = value.split(/[;\r\n]+/).map((entry) => entry.trim());
  const printers = entries.filter(Boolean).map((entry): LabelPrinter => {
    const [, name = "", address = ""] = /^([^=]*)=(.*)$/.exec(entry) ?? [];
    const { protocol, hostname = "", port, href } = URL.parse(address.trim()) ?? {};
    const isBare = href?.replace(/\/$/, "") === `tcp://${hostname}:${port}`;
    if (name.trim() === "" || name.trim().length > longestPrinter || protocol !== "tcp:" || !isBare || !Number(port))
      throw new Error(
        `must name label printers like Halle 1=tcp://10.0.0.40:9100, separated by ";"; "${entry}" is none.`,
      );
    return { name: name.trim(), host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port) };
  });
  const twice = printers.find(({ name }, index) => printers.findIndex((other) => other.name === name) < index);
  if (twice) throw new Error(`names two label printers "${twice.name}".`);
  return printers;
}

/** Accounts of revenue by VAT: `S=8400;S7=8300;E=8100;AE=8337`, where `S` is 19 %. */
export function revenueAccounts(value: string): Accounts {
  const accounts = readAccounts(value, "vat");
  if (!("wrong" in accounts)) return accounts;
  throw new Error(
    `must name an account of four to eight digits for each VAT, like S=8400;S7=8300;E=8100;AE=8337; "${accounts.wrong}" is none, or stands there twice.`,
  );
}

/** The same of single items: `storage=8401;trip/AE=8338`. */
export function itemAccounts(value: string): Accounts {
  const accounts = readAccounts(value, "item");
  if (!("wrong" in accounts)) return accounts;
  throw new Error(
    `must name an account of four to eight digits for items, like storage=8401;trip/AE=8338; "${accounts.wrong}" is none, or stands there twice.`,
  );
}

/** The account of debtors before the first customer: with every customer's code it begins with 1 to 6. */
export function debtorAccounts(value: string): number {
  const number = /^[1-6]\d{4,8}$/.test(value) ? Number(value) : Number.NaN;
  const last = 7 * 10 ** (value.length - 1) - 10_000;
  if (number <= last) return number;
  throw new Error(
    "must be an account of debtors, like 10000: five to nine digits, 1 to 6 first with every customer's code.",
  );
}

/** Lines that are separated by `|`, by line breaks, or by `\n` as files of settings write them. */
export function splitLines(value: string): string[] {
  return value
    .split(/\||\r?\n|\\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** A folder, or a part of an object store; whether that answers is not known before it is asked. */
export function place(value: string): string {
  if (!/^[a-z][\w+.-]+:\/\//i.test(value)) return folder(value);
  if (!isS3(value)) throw new Error("must be a folder, or an address like s3://bucket/prefix.");
  try {
    readS3Address(value);
    return value;
  } catch (error) {
    throw new Error(`cannot be used. ${(error as Error).message}`, { cause: error });
  }
}

const mostCaseDays = 365;

/** Two numbers of days, the second no smaller. */
export function caseDays(value: string): readonly [number, number] {
  const [second = NaN, lead = NaN, ...more] = splitWords(value).map((part) =>
    /^\d+$/.test(part) ? Number(part) : NaN,
  );
  if (more.length === 0 && second <= lead && lead <= mostCaseDays) return [second, lead];
  throw new Error(`must be two numbers of days like 1 3, the second no smaller, at most ${mostCaseDays}.`);
}

export function timeOfDay(value: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return value;
  throw new Error("must be a time of day, like 02:30.");
}

export function backupRetention(value: string): Keep {
  const retention = parseKeep(value);
  if (retention) return retention;
  throw new Error("must say how many backups stay, like 14 daily, 8 weekly, 24 monthly.");
}

const shortestKey = 32; // characters: as many random bytes in hex are 128 bits

/** Keys, a line each: the first seals, and those of before still open. */
export function sealingKeys(value: string): string[] {
  const keys = value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (keys.every((key) => key.length >= shortestKey)) return keys;
  throw new Error(
    `must be at least ${shortestKey} random characters a line, as "openssl rand -base64 32" writes them.`,
  );
}

/** An address of mail or of the web, as an URI: whoever reads it follows it. */
export function contact(value: string): string {
  const uri = isEmail(normalEmail(value)) ? `mailto:${normalEmail(value)}` : value;
  if (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/.test(uri)) return uri;
  throw new Error("must be an e-mail address, or an address that begins with https://.");
}

export const hour = 60; // minutes
export const day = 24 * hour;

/** Reads a time in minutes: one for everybody, or one for staff and then one for customers' users. */
export function byRole(least: number, most: number) {
  const minutesIn = (part: string) => {
    const [, count = "", unit = ""] = /^(\d{1,5})([hd])$/.exec(part) ?? [];
    return count === "" ? NaN : Number(count) * (unit === "d" ? day : hour);
  };
  return (value: string) => {
    const [staff = NaN, others = staff, ...more] = splitWords(value).map(minutesIn);
    if (more.length === 0 && [staff, others].every((minutes) => minutes >= least && minutes <= most))
      return { staff, others };
    throw new Error(
      `must be a time like 12h or 30d, or two of them, of staff and of customers' users, from ${least / hour}h to ${most / day}d.`,
    );
  };
}

/** The creditor identifier that the Bundesbank gave. */
export function creditorId(value: string): string {
  const id = value.replaceAll(/\s/g, "").toUpperCase();
  if (creditorIdProblem(id) === null) return id;
  throw new Error("must be a creditor identifier like DE98ZZZ09999999999, with right check digits.");
}
