import type { Keep } from "#rules/backups.ts";
import type { Land } from "#rules/deliveries/holidays.ts";
import type { PoolSizes } from "#server/database/database.ts";
import type { SessionRules } from "#server/database/tokens/tokens.ts";
import { type AccountSettings, accountDigits } from "#rules/billing/datev/accounts.ts";
import type { ProviderSettings } from "#rules/billing/provider.ts";
import type { CompanySignIn } from "#server/http/identity-provider.ts";
import type { LabelPrinter } from "#server/messages/print/printer-line.ts";
import * as kind from "#server/setting-kinds.ts";
import { withoutKeys } from "#server/storage/s3-address.ts";
import { misspelledNames } from "#server/setting-names.ts";
import { preset, secret, survey, type Survey, unset, type Values } from "#server/setting.ts";

export interface MailSettings {
  /** Address of the server that takes the mails, with its user and password. */
  readonly smtpUrl: string;
  readonly from: string;
  readonly replyTo: string | undefined;
  /** True where mails may go to another machine without TLS, where the mail server has none. */
  readonly allowsPlain?: boolean;
  /** Beginning of the links in mails. */
  readonly publicUrl: string;
}

/** Settings of an operator (product 10). */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Mode in which on-premises devices are served over https: with a certificate of the archive's own authority, or from files. */
  readonly tls: "off" | "auto" | "files";
  readonly tlsPort: number;
  /** Names by which devices may call this machine, besides those that it knows itself. */
  readonly tlsNames: readonly string[];
  readonly tlsFiles: { readonly cert: string; readonly key: string } | undefined;
  readonly dataDir: string;
  /** Where pictures and packages lie, where that is not the data folder; and where they may still lie while they move. */
  readonly storageUrl: string | undefined;
  readonly storageAlsoUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  /** Where reading standbys of it are. */
  readonly databaseReplicaUrls: readonly string[];
  /** Numbers of connections of each process that read, and that write. */
  readonly databasePool: PoolSizes;
  readonly publicUrl: string | undefined;
  /** Proxies whose word about the caller is believed: addresses, networks like 10.0.0.0/8, or `loopback`. */
  readonly trustedProxies: readonly string[];
  /** Contact to notify of a security hole: an address of mail or of the web. */
  readonly securityContact: string | undefined;
  /** Token that a reader of `/metrics` from elsewhere has to present. */
  readonly metricsToken: string | undefined;
  /** Local names, addresses and networks that webhooks may notify. */
  readonly webhookPrivate: readonly string[];
  /** Where labels are printed on rolls. */
  readonly labelPrinters: readonly LabelPrinter[];
  /** Where mails are given away, and whom they come from; undefined: none are sent. */
  readonly mail: MailSettings | undefined;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly productTitle: string;
  readonly providerName: string;
  /** Settings about the provider; staff type in the rest (`providerIn`). */
  readonly provider: ProviderSettings;
  /** Until when the bank takes a file on the same day, `HH:MM` in Berlin. */
  readonly sepaCutoff: string;
  /** Where the accountant books them. */
  readonly datev: AccountSettings;
  readonly filePrefix: string;
  readonly buildStamp: string;
  /** MB that one document may take while it is set. */
  readonly documentMemory: number;
  readonly logLevel: string;
  /** Setting whether calls of the specification require a fresh proof, too (decision 153). */
  readonly stepUp: "usual" | "strict";
  /** The group of users that must sign in with a second factor. */
  readonly requireTotp: "nobody" | "staff" | "all";
  /** Sign-in by the company (OpenID Connect), and the people who use it; undefined where nobody does. */
  readonly companySignIn: CompanySignIn | undefined;
  /** The same, and how long sessions last, by role. */
  readonly sessionRules: SessionRules;
  /** True where the phone's pages stay on the devices; false recalls them. */
  readonly aisleOffline: boolean;
  /** True where the person who counted a row needs a second person to accept the results. */
  readonly stocktakeSecondPerson: boolean;
  /** After how many days a case is a second person's, and whoever leads. */
  readonly caseDays: readonly [second: number, lead: number];
  /** So many days after a box is destroyed for good its personal texts are blanked; 0: never. */
  readonly blankDays: number;
  /** For how many days a customer can open what was scanned for them. */
  readonly scanDays: number;
  /** The authority that stamps each seal with the time (RFC 3161); undefined: none. */
  readonly tsaUrl: string | undefined;
  /** The Land on whose public holidays nothing is delivered; undefined: on those, too. */
  readonly holidays: Land | undefined;
  /** Number of processes that serve. */
  readonly workers: number;
  /** Where a backup goes every night, at which time in Berlin, and how many stay. */
  readonly backupUrl: string | undefined;
  readonly backupAt: string;
  readonly backupKeep: Keep;
  /** A passphrase or an age identity, with which backups are encrypted. */
  readonly backupKey: string | undefined;
  /** Keys that seal the secrets of the tables; those behind the first only open. */
  readonly secretsKeys: readonly string[];
  /** True where keys and seeds of second factors lie in the nightly backups as they are, and nobody has said that they may. */
  readonly backsUpSecrets: boolean;
}

/** Each has database connections of its own, of which there are 168. */
const maxWorkers = 8;
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Every variable there is, in the order of README's table. */
const settings = {
  PORT: preset("8080", kind.integerSetting(0, 65_535)),
  HOST: preset("127.0.0.1", kind.asWritten),
  TLS: unset(kind.oneOf("off", "auto", "files")),
  TLS_PORT: preset("8443", kind.integerSetting(0, 65_535)),
  TLS_NAMES: unset(kind.names),
  TLS_CERT: unset(kind.asWritten),
  TLS_KEY: unset(kind.asWritten),
  DATA_DIR: preset("./data", kind.folder),
  STORAGE_URL: secret(unset(kind.place), withoutKeys),
  STORAGE_ALSO_URL: secret(unset(kind.place), withoutKeys),
  DATABASE_URL: secret(unset(kind.databaseUrl), kind.withoutPassword),
  DATABASE_REPLICA_URLS: secret(unset(kind.databaseUrls), kind.eachWithoutPassword),
  DATABASE_POOL: preset("8", kind.integerSetting(4, 100)),
  PUBLIC_URL: unset(kind.origin),
  TRUSTED_PROXIES: preset("loopback", kind.proxies),
  SECURITY_CONTACT: unset(kind.contact),
  METRICS_TOKEN: secret(unset(kind.asWritten)),
  WEBHOOK_PRIVATE: unset(kind.privateTargets),
  LABEL_PRINTERS: unset(kind.labelPrinters),
  SMTP_URL: secret(unset(kind.smtpUrl), kind.withoutSmtpPassword),
  SMTP_TLS: preset("required", kind.oneOf("required", "optional")),
  MAIL_FROM: unset(kind.mailbox),
  MAIL_REPLY_TO: unset(kind.mailbox),
  ADMIN_EMAIL: unset(kind.email),
  ADMIN_PASSWORD: secret(unset(kind.password)),
  PRODUCT_TITLE: preset("Magazin", kind.asWritten),
  PROVIDER_NAME: preset("Muster Archiv GmbH", kind.asWritten),
  FILE_PREFIX: preset("Muster", kind.asWritten),
  BUILD_STAMP: preset("20240203-100754", kind.asWritten),
  PROVIDER_ADDRESS: unset(kind.splitLines),
  PROVIDER_BANK: unset(kind.splitLines),
  PROVIDER_PHONE: unset(kind.asWritten),
  PROVIDER_EMAIL: unset(kind.asWritten),
  PROVIDER_VAT_ID: unset(kind.asWritten),
  PROVIDER_TAX_NUMBER: unset(kind.asWritten),
  PROVIDER_REGISTER: unset(kind.asWritten),
  PROVIDER_CONTACT: unset(kind.asWritten),
  PROVIDER_IBAN: unset(kind.asWritten),
  PROVIDER_BIC: unset(kind.asWritten),
  PROVIDER_CREDITOR_ID: unset(kind.creditorId),
  SEPA_CUTOFF: preset("12:00", kind.timeOfDay),
  DATEV_CONSULTANT: unset(kind.integerSetting(1001, 9_999_999)),
  DATEV_CLIENT: unset(kind.integerSetting(1, 99_999)),
  DATEV_REVENUE: unset(kind.revenueAccounts),
  DATEV_REVENUE_ITEMS: unset(kind.itemAccounts),
  DATEV_DEBTORS: preset("10000", kind.debtorAccounts),
  DOCUMENT_MEMORY_MB: preset("256", kind.integerSetting(32, 16_384)),
  LOG_LEVEL: preset("info", kind.oneOf(...logLevels)),
  LAGER_OFFLINE: preset("on", kind.oneOf("on", "off")),
  SESSION_IDLE: preset("30d", kind.byRole(2 * kind.hour, 30 * kind.day)),
  SESSION_MAX: preset("90d", kind.byRole(2 * kind.hour, 90 * kind.day)),
  STEP_UP: preset("usual", kind.oneOf("usual", "strict")),
  REQUIRE_TOTP: preset("nobody", kind.oneOf("nobody", "staff", "all")),
  OIDC_ISSUER: unset(kind.issuer),
  OIDC_CLIENT_ID: unset(kind.asWritten),
  OIDC_CLIENT_SECRET: secret(unset(kind.asWritten)),
  OIDC_NAME: preset("Firmenanmeldung", kind.asWritten),
  OIDC_REQUIRED: preset("nobody", kind.oneOf("nobody", "staff", "all")),
  OIDC_CREATE: unset(kind.customersDomain),
  STOCKTAKE_SECOND_PERSON: preset("off", kind.oneOf("on", "off")),
  CASE_DAYS: preset("1 3", kind.caseDays),
  HOLIDAYS: unset(kind.land),
  SCAN_DAYS: preset("30", kind.integerSetting(1, 3650)),
  BLANK_DAYS: preset("0", kind.integerSetting(0, 36_500)),
  TSA_URL: unset(kind.webAddress),
  BACKUP_URL: secret(unset(kind.place), withoutKeys),
  BACKUP_AT: preset("02:30", kind.timeOfDay),
  BACKUP_KEEP: preset("14 daily, 8 weekly, 24 monthly", kind.backupRetention),
  BACKUP_KEY: secret(unset(kind.asWritten)),
  BACKUP_PLAIN: preset("no", kind.oneOf("yes", "no")),
  SECRETS_KEY: secret(unset(kind.sealingKeys)),
  WORKERS: preset("1", kind.integerSetting(1, maxWorkers)),
};

/** Returns the settings in force, as they may be shown, and a sentence for each thing that is wrong with them. */
export function surveyConfig(env: NodeJS.ProcessEnv): Survey<typeof settings> {
  const settingValues = survey(settings, env);
  return { ...settingValues, problems: [...settingValues.problems, ...wrongTogether(settingValues.values)] };
}

/** A sentence for each variable that is nearly called as one of ours. It keeps nobody from starting: it may be another program's. */
export const misspelledVariables = (env: NodeJS.ProcessEnv): string[] => misspelledNames(Object.keys(settings), env);

/** Connections that the bundled PostgreSQL has for the servers, of 168; the rest is for the command line and PostgreSQL itself. */
const mostConnections = 158;
const besides = 11; // connections of each process that DATABASE_POOL does not count

function wrongTogether(values: Partial<Values<typeof settings>>): string[] {
  return [
    ...wrongConnections(values),
    ...samePlaces(values),
    ...missingFiles(values),
    ...incompleteSignIn(values),
    ...missingForMail(values),
    ...wrongAccounts(values),
  ];
}

/** DATEV knows accounts of one length, and debtors of one digit more. */
function wrongAccounts(set: Partial<Values<typeof settings>>): string[] {
  const { DATEV_REVENUE: revenue, DATEV_REVENUE_ITEMS: items = new Map(), DATEV_DEBTORS: debtors } = set;
  if (revenue === undefined || debtors === undefined) return [];
  const digits = accountDigits({ revenue, items });
  if (digits === null) return ["DATEV_REVENUE and DATEV_REVENUE_ITEMS must name accounts that have one length."];
  if (String(debtors).length === digits + 1) return [];
  return [`DATEV_DEBTORS must have ${digits + 1} digits, one more than the accounts of DATEV_REVENUE.`];
}

function missingForMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Partial<Values<typeof settings>>): string[] {
  if (SMTP_URL === undefined) return [];
  return [
    ...(MAIL_FROM === undefined ? ["SMTP_URL wants MAIL_FROM, the address that mails come from."] : []),
    ...(PUBLIC_URL === undefined ? ["SMTP_URL wants PUBLIC_URL, with which the links in mails begin."] : []),
  ];
}

/** Returns the settings for sending mails; undefined where one of them is missing. */
export function mailSettings(set: Partial<Values<typeof settings>>): MailSettings | undefined {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, MAIL_REPLY_TO: replyTo, PUBLIC_URL: publicUrl } = set;
  if (smtpUrl === undefined || from === undefined || publicUrl === undefined) return undefined;
  return { smtpUrl, from, replyTo, publicUrl, ...(set.SMTP_TLS === "optional" && { allowsPlain: true }) };
}

/** Returns what the company's sign-in lacks: half of one would be a button that leads nowhere. */
function incompleteSignIn(values: Partial<Values<typeof settings>>): string[] {
  const needed = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "PUBLIC_URL"] as const;
  const isWanted =
    needed.slice(0, 3).some((name) => values[name] !== undefined) ||
    values.OIDC_CREATE !== undefined ||
    (values.OIDC_REQUIRED ?? "nobody") !== "nobody";
  const missing = isWanted ? needed.filter((name) => values[name] === undefined) : [];
  return missing.length === 0
    ? []
    : [`The company's sign-in wants ${missing.join(", ")}, too (docs/operations/company-sign-in.md).`];
}

function companySignInOf(set: Required<Values<typeof settings>>): CompanySignIn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL } = set;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || PUBLIC_URL === undefined)
    return undefined;
  const { OIDC_NAME: name, OIDC_REQUIRED: required, OIDC_CREATE: createDomain } = set;
  return { issuer, clientId, clientSecret, redirectUri: `${PUBLIC_URL}/login`, name, required, createDomain };
}

function missingFiles({ TLS, TLS_CERT, TLS_KEY }: Partial<Values<typeof settings>>): string[] {
  if (TLS !== "files" || (TLS_CERT !== undefined && TLS_KEY !== undefined)) return [];
  return ["TLS=files wants two files: TLS_CERT with the chain of certificates and TLS_KEY with the key of the first."];
}

/** Nobody but this machine reaches a loopback address, and where there is a public one, somebody else has its certificate. */
function tlsOf({ TLS, HOST, PUBLIC_URL }: Values<typeof settings>): Config["tls"] {
  if (TLS !== undefined) return TLS;
  return PUBLIC_URL !== undefined || /^(127\.|localhost$|::1$)/.test(HOST) ? "off" : "auto";
}

function samePlaces({
  DATA_DIR,
  STORAGE_URL = DATA_DIR,
  STORAGE_ALSO_URL,
}: Partial<Values<typeof settings>>): string[] {
  if (STORAGE_ALSO_URL === undefined || STORAGE_ALSO_URL !== STORAGE_URL) return [];
  return ["STORAGE_ALSO_URL names the place where files lie anyhow: leave it out when they have moved."];
}

function wrongConnections({
  DATABASE_URL,
  DATABASE_REPLICA_URLS,
  DATABASE_POOL = 0,
  WORKERS = 1,
}: Partial<Values<typeof settings>>): string[] {
  if (DATABASE_URL !== undefined) return [];
  const connections = WORKERS * (DATABASE_POOL + besides);
  const tooMany = `DATABASE_POOL and WORKERS together want ${connections} connections; the PostgreSQL that comes along has ${mostConnections} for them.`;
  const alone = "DATABASE_REPLICA_URLS are standbys of the database at DATABASE_URL, which is not set.";
  return [...(connections > mostConnections ? [tooMany] : []), ...(DATABASE_REPLICA_URLS ? [alone] : [])];
}

/** Warning to the operator about plain backups. */
export const plainBackups =
  "Backups hold the keys of the archive and the seeds of second factors as they are: set BACKUP_KEY_FILE or SECRETS_KEY_FILE, or BACKUP_PLAIN=yes where that is meant (docs/operations/keys.md).";

/** Says whether a backup would reveal the keys of the archive to its reader. */
export const backsUpSecrets = (set: Partial<Values<typeof settings>>): boolean =>
  set.BACKUP_URL !== undefined &&
  set.BACKUP_KEY === undefined &&
  set.SECRETS_KEY === undefined &&
  set.BACKUP_PLAIN !== "yes";

/** Returns the settings about the provider. */
const providerOf = (set: Values<typeof settings>): ProviderSettings => ({
  name: set.PROVIDER_NAME,
  address: set.PROVIDER_ADDRESS ?? [],
  phone: set.PROVIDER_PHONE,
  email: set.PROVIDER_EMAIL,
  vatId: set.PROVIDER_VAT_ID,
  taxNumber: set.PROVIDER_TAX_NUMBER,
  register: set.PROVIDER_REGISTER,
  contact: set.PROVIDER_CONTACT,
  iban: set.PROVIDER_IBAN,
  bic: set.PROVIDER_BIC,
  creditorId: set.PROVIDER_CREDITOR_ID,
  bank: set.PROVIDER_BANK ?? [],
});

const accountsOf = (set: Values<typeof settings>): AccountSettings => ({
  consultant: set.DATEV_CONSULTANT,
  client: set.DATEV_CLIENT,
  revenue: set.DATEV_REVENUE,
  items: set.DATEV_REVENUE_ITEMS ?? new Map(),
  debtors: set.DATEV_DEBTORS,
});

/**
 * Reads the configuration from environment variables, or the files that they name; an empty one counts as not set.
 * @throws with a sentence for the operator for each value that is not usable, a line each.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { values, problems } = surveyConfig(env);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const set = values as Required<typeof values>;
  const tls = tlsOf(set);
  return {
    port: set.PORT,
    host: set.HOST,
    tls,
    tlsPort: set.TLS_PORT,
    tlsNames: set.TLS_NAMES ?? [],
    tlsFiles: tls === "files" ? { cert: set.TLS_CERT ?? "", key: set.TLS_KEY ?? "" } : undefined,
    dataDir: set.DATA_DIR,
    storageUrl: set.STORAGE_URL,
    storageAlsoUrl: set.STORAGE_ALSO_URL,
    databaseUrl: set.DATABASE_URL,
    databaseReplicaUrls: set.DATABASE_REPLICA_URLS ?? [],
    databasePool: { reading: Math.ceil(set.DATABASE_POOL / 2), writing: Math.floor(set.DATABASE_POOL / 2) },
    publicUrl: set.PUBLIC_URL,
    trustedProxies: set.TRUSTED_PROXIES,
    webhookPrivate: set.WEBHOOK_PRIVATE ?? [],
    labelPrinters: set.LABEL_PRINTERS ?? [],
    securityContact: set.SECURITY_CONTACT,
    metricsToken: set.METRICS_TOKEN,
    mail: mailSettings(set),
    adminEmail: set.ADMIN_EMAIL,
    adminPassword: set.ADMIN_PASSWORD,
    productTitle: set.PRODUCT_TITLE,
    providerName: set.PROVIDER_NAME,
    provider: providerOf(set),
    sepaCutoff: set.SEPA_CUTOFF,
    datev: accountsOf(set),
    filePrefix: set.FILE_PREFIX,
    buildStamp: set.BUILD_STAMP,
    documentMemory: set.DOCUMENT_MEMORY_MB,
    logLevel: set.LOG_LEVEL,
    aisleOffline: set.LAGER_OFFLINE === "on",
    stepUp: set.STEP_UP,
    requireTotp: set.REQUIRE_TOTP,
    companySignIn: companySignInOf(set),
    sessionRules: { factorFor: set.REQUIRE_TOTP, idle: set.SESSION_IDLE, longest: set.SESSION_MAX },
    stocktakeSecondPerson: set.STOCKTAKE_SECOND_PERSON === "on",
    caseDays: set.CASE_DAYS,
    holidays: set.HOLIDAYS,
    scanDays: set.SCAN_DAYS,
    blankDays: set.BLANK_DAYS,
    tsaUrl: set.TSA_URL,
    workers: set.WORKERS,
    backupUrl: set.BACKUP_URL,
    backupAt: set.BACKUP_AT,
    backupKeep: set.BACKUP_KEEP,
    backupKey: set.BACKUP_KEY,
    secretsKeys: set.SECRETS_KEY ?? [],
    backsUpSecrets: backsUpSecrets(set),
  };
}
