import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig, surveyConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "magazin-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const problemsOf = (env: NodeJS.ProcessEnv) => surveyConfig(env).problems;
const shownOf = (env: NodeJS.ProcessEnv, name: string) => surveyConfig(env).inForce.find((each) => each.name === name);

describe("TRUSTED_PROXIES", () => {
  const read = (text: string) => readConfig({ TRUSTED_PROXIES: text }).trustedProxies;

  test("are addresses, networks and this machine, separated as an operator likes", () => {
    expect(readConfig({}).trustedProxies).toEqual(["loopback"]);
    expect(read("loopback, 10.0.0.7  192.168.0.0/16,2001:db8::/32")).toEqual([
      "loopback",
      "10.0.0.7",
      "192.168.0.0/16",
      "2001:db8::/32",
    ]);
    expect(read(","), "nobody").toEqual([]);
  });

  test.each(["proxy.example", "10.0.0", "10.0.0.0/33", "0.0.0.0/0", "10.0.0.0/8/8", "10.0.0.0/", "all"])(
    "%j is refused at the start",
    (text) => expect(() => read(`loopback ${text}`)).toThrow(`"${text}" is none`),
  );
});

test("the provider's address and bank come in lines, however a file of settings parts them; what is not set is none", () => {
  const sender = (env: NodeJS.ProcessEnv) => readConfig(env).provider;
  const lines = ["Lagerweg 12", "28195 Bremen"];
  for (const text of [
    "Lagerweg 12|28195 Bremen",
    "Lagerweg 12\n28195 Bremen",
    "Lagerweg 12\\n28195 Bremen",
    " Lagerweg 12 | |28195 Bremen|",
  ])
    expect(sender({ PROVIDER_ADDRESS: text, PROVIDER_BANK: text })).toMatchObject({ address: lines, bank: lines });
  expect(sender({ PROVIDER_PHONE: " ", PROVIDER_ADDRESS: "" })).toMatchObject({
    address: [],
    phone: undefined,
    email: undefined,
    bank: [],
  });
});

describe("backups", () => {
  test("go nowhere unless somebody says where; then at half past two, and forty-six of them stay at most", () => {
    expect(readConfig({})).toMatchObject({ backupUrl: undefined, backupAt: "02:30" });
    expect(readConfig({}).backupKeep).toEqual({ daily: 14, weekly: 8, monthly: 24 });
    expect(readConfig({ BACKUP_URL: "backups" }).backupUrl).toMatch(/^\/.*\/backups$/);
  });

  test.each([
    [{ BACKUP_AT: "2:30" }, "BACKUP_AT must be a time of day"],
    [{ BACKUP_AT: "24:00" }, "BACKUP_AT must be a time of day"],
    [{ BACKUP_KEEP: "all" }, "BACKUP_KEEP must say how many"],
    [{ BACKUP_KEEP: "0 daily" }, "BACKUP_KEEP must say how many"],
  ])("%j is refused at the start", (env, sentence) => expect(() => readConfig(env)).toThrow(sentence));
});

test("every variable may stand in a file, such as a secret that a machine hands over; never in both places", () => {
  const token = file("token", "Sesam-öffne-dich\n");
  expect(readConfig({ METRICS_TOKEN_FILE: token, WORKERS_FILE: file("workers", " 3 ") })).toMatchObject({
    metricsToken: "Sesam-öffne-dich",
    workers: 3,
  });
  for (const { name } of surveyConfig({}).inForce)
    expect(problemsOf({ [name]: "1", [`${name}_FILE`]: token })).toContain(
      `${name} and ${name}_FILE are both set: one of them has to go.`,
    );
  const empty = file("empty", " \n");
  const nowhere = join(folder, "nowhere");
  expect(problemsOf({ METRICS_TOKEN_FILE: empty, ADMIN_PASSWORD_FILE: nowhere, PORT_FILE: token })).toEqual([
    "PORT must be a whole number from 0 to 65535.",
    `METRICS_TOKEN_FILE names ${empty}, which is empty.`,
    `ADMIN_PASSWORD_FILE names ${nowhere}, which cannot be read (ENOENT).`,
  ]);
  expect(readConfig({ METRICS_TOKEN_FILE: " " }).metricsToken, "an empty name is none").toBeUndefined();
});

test("what is in force is shown with where it comes from, and no secret with it", () => {
  const password = "Sesam-öffne-dich";
  const url = "postgres://magazin:Sesam-1@db.example:5433/archiv?host=/run/pg&password=Sesam-2";
  const env = { DATABASE_URL: url, ADMIN_PASSWORD_FILE: file("password", password), METRICS_TOKEN: "Sesam-3" };
  expect(shownOf(env, "PORT")).toEqual({ name: "PORT", shown: "8080", from: "default" });
  expect(shownOf(env, "METRICS_TOKEN")).toMatchObject({ shown: "(hidden)", from: "environment" });
  expect(shownOf(env, "ADMIN_PASSWORD")).toMatchObject({ shown: "(hidden)", from: join(folder, "password") });
  expect(shownOf(env, "DATABASE_URL")?.shown).toBe("postgres://magazin@db.example:5433/archiv");
  expect(shownOf({}, "DATABASE_URL")).toMatchObject({ shown: undefined, from: "default" });
  for (const wrong of ["Sesam", "mysql://magazin:Sesam@localhost/magazin", "postgres://m:Sesam@data base:54x/m"]) {
    const survey = surveyConfig({ ...env, DATABASE_URL: wrong, ADMIN_PASSWORD_FILE: file("short", "Sesam") });
    expect(survey.problems).toEqual([
      "DATABASE_URL is no address of a PostgreSQL database: write it like postgres://user:password@host:5432/name.",
      "ADMIN_PASSWORD must have at least 8 characters.",
    ]);
    expect(JSON.stringify(survey.inForce)).not.toContain("Sesam");
  }
});

test("mails want a server, an address they come from and where links begin; its password is shown to nobody", () => {
  const url = "smtp://archiv:Sesam@mail.example:587";
  const env = { SMTP_URL: url, MAIL_FROM: "archiv@archiv.example", PUBLIC_URL: "https://archiv.example" };
  expect(readConfig({}).mail).toBeUndefined();
  expect(readConfig(env).mail).toEqual({
    smtpUrl: url,
    from: "archiv@archiv.example",
    replyTo: undefined,
    publicUrl: "https://archiv.example",
  });
  expect(readConfig({ ...env, MAIL_REPLY_TO: "service@archiv.example" }).mail?.replyTo).toBe("service@archiv.example");
  expect(readConfig({ ...env, SMTP_TLS: "optional" }).mail?.allowsPlain).toBe(true);
  expect(shownOf(env, "SMTP_URL")?.shown).toBe("smtp://archiv@mail.example:587");
  expect(problemsOf({ SMTP_URL: url })).toEqual([
    "SMTP_URL wants MAIL_FROM, the address that mails come from.",
    "SMTP_URL wants PUBLIC_URL, with which the links in mails begin.",
  ]);
  for (const SMTP_URL of [
    "mail.example",
    "http://a:Sesam@mail.example",
    "smtp://",
    "smtp://a:Sesam@mail.example/x?tls=no",
  ]) {
    const survey = surveyConfig({ ...env, SMTP_URL });
    expect(survey.problems, SMTP_URL).toEqual([expect.stringMatching(/^SMTP_URL is no address of a mail server/)]);
    expect(JSON.stringify(survey.inForce), SMTP_URL).not.toContain("Sesam");
  }
  for (const MAIL_FROM of [
    "archiv",
    "a@b.example, c@d.example",
    "Archiv <archiv@archiv.example>",
    "a@b.example\nBcc: c@d.example",
  ])
    expect(problemsOf({ ...env, MAIL_FROM })[0], MAIL_FROM).toMatch(
      /^MAIL_FROM must be the e-mail address of one mailbox/,
    );
});

test("half of the connections read and half write; a number that cannot be is refused", () => {
  expect(readConfig({}).databasePool).toEqual({ reading: 4, writing: 4 });
  expect(readConfig({ DATABASE_POOL: "21" }).databasePool).toEqual({ reading: 11, writing: 10 });
  const url = "postgres://magazin@db.example/archiv";
  expect(problemsOf({ DATABASE_POOL: "40", WORKERS: "4", DATABASE_URL: url }), "another database").toEqual([]);
  expect(problemsOf({ WORKERS: "8" })).toEqual([]);
  expect(problemsOf({ DATABASE_POOL: "40", WORKERS: "4" })).toEqual([
    "DATABASE_POOL and WORKERS together want 204 connections; the PostgreSQL that comes along has 158 for them.",
  ]);
  for (const DATABASE_POOL of ["0", "3", "101", "8.5", "acht"])
    expect(problemsOf({ DATABASE_POOL })).toEqual(["DATABASE_POOL must be a whole number from 4 to 100."]);
});

test("a place that cannot be one is refused by its name, and what looks like a key in it is not repeated", () => {
  const shown = "s3://bucket/a?endpoint=https://s3.example&region=eu-central-1&pathStyle=true";
  expect(readConfig({ STORAGE_URL: shown, BACKUP_URL: "s3://bucket/b" })).toMatchObject({ storageUrl: shown });
  expect(shownOf({ STORAGE_URL: shown }, "STORAGE_URL")?.shown).toBe(shown);
  const keys = "s3://key:Sesam@bucket";
  expect(
    problemsOf({ STORAGE_URL: keys, STORAGE_ALSO_URL: "ftp://bucket", BACKUP_URL: "s3://bucket?zone=eu" }),
  ).toEqual([
    "STORAGE_URL cannot be used. An s3:// address has no keys in it: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    "STORAGE_ALSO_URL must be a folder, or an address like s3://bucket/prefix.",
    expect.stringContaining(
      'BACKUP_URL cannot be used. An s3:// address knows endpoint, region, pathStyle, once each, and not "zone"',
    ),
  ]);
  expect(JSON.stringify(surveyConfig({ STORAGE_URL: keys, BACKUP_URL: keys }))).not.toContain("Sesam");
  expect(problemsOf({ STORAGE_ALSO_URL: "./data" })).toEqual([
    "STORAGE_ALSO_URL names the place where files lie anyhow: leave it out when they have moved.",
  ]);
});

test("all that is wrong is reported at once", () => {
  const wrong = {
    PORT: "viele",
    DATA_DIR: file("data", ""),
    PUBLIC_URL: "archiv.example",
    ADMIN_EMAIL: "admin",
    DOCUMENT_MEMORY_MB: "16",
    LOG_LEVEL: "loud",
    REQUIRE_TOTP: "everybody",
    WORKERS: "9",
  };
  const problems = problemsOf(wrong);
  expect(problems.map((problem) => problem.split(" ")[0])).toEqual(Object.keys(wrong));
  expect(() => readConfig(wrong)).toThrow(problems.join("\n"));
});

test("a Land whose holidays are kept is named by its code, in any case; another word is answered with those that there are", () => {
  expect([readConfig({}).holidays, readConfig({ HOLIDAYS: "de-sn" }).holidays]).toEqual([undefined, "DE-SN"]);
  for (const HOLIDAYS of ["Sachsen", "SN", "DE", "DE-XX"])
    expect(problemsOf({ HOLIDAYS })).toEqual([
      "HOLIDAYS must be the Land whose public holidays are kept, one of DE-BW, DE-BY, DE-BE, DE-BB, DE-HB, DE-HH, DE-HE, DE-MV, DE-NI, DE-NW, DE-RP, DE-SL, DE-SN, DE-ST, DE-SH, DE-TH.",
    ]);
});

test("README's table names every variable there is, and what holds where it is not set", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| ([^|]+) \|/gm)];
  const documented = rows.flatMap(([, names = "", presets = ""]) => {
    const all = names.replaceAll("`", "").split(", ");
    const text = presets.replaceAll("`", "");
    const values = all.length === 1 ? [text] : text.split(", ");
    return all.map((name, index) => [name, values.length === 1 ? values[0] : values[index]]);
  });
  expect(documented).toEqual(surveyConfig({}).inForce.map(({ name, shown = "none" }) => [name, shown]));
});

test("standbys are named one by one, belong to a database of one's own, and are shown without their passwords", () => {
  const DATABASE_URL = "postgres://magazin@db1/archiv";
  const [two, three] = ["postgres://magazin:Sesam-4@db2/archiv", "postgres://magazin:Sesam-5@db3:5433/archiv"];
  const read = (urls: string) => problemsOf({ DATABASE_URL, DATABASE_REPLICA_URLS: urls });
  const env = { DATABASE_URL, DATABASE_REPLICA_URLS: ` ${two}\n ${three} ` };
  expect(readConfig(env).databaseReplicaUrls).toEqual([two, three]);
  expect(shownOf(env, "DATABASE_REPLICA_URLS")?.shown).toBe(
    "postgres://magazin@db2/archiv postgres://magazin@db3:5433/archiv",
  );
  expect(readConfig({}).databaseReplicaUrls).toEqual([]);
  expect(problemsOf({ DATABASE_REPLICA_URLS: two })).toEqual([
    "DATABASE_REPLICA_URLS are standbys of the database at DATABASE_URL, which is not set.",
  ]);
  expect(read(`${two} db3`)[0]).toMatch(/number 2 is none\.$/);
  expect(read(`${two} ${two}`)).toEqual(["DATABASE_REPLICA_URLS names the same address twice."]);
});

test("label printers have a name of their own and an address each; what is none is named", () => {
  const printers = "Halle 1=tcp://10.0.0.40:9100; Halle 2 = tcp://etiketten.intern:9100 ;";
  expect(readConfig({}).labelPrinters).toEqual([]);
  expect(readConfig({ LABEL_PRINTERS: printers }).labelPrinters).toEqual([
    { name: "Halle 1", host: "10.0.0.40", port: 9100 },
    { name: "Halle 2", host: "etiketten.intern", port: 9100 },
  ]);
  expect(readConfig({ LABEL_PRINTERS: "Tor=tcp://[fd00::40]:6101" }).labelPrinters[0]?.host).toBe("fd00::40");
  expect(shownOf({ LABEL_PRINTERS: printers }, "LABEL_PRINTERS")?.shown).toBe(printers);
  for (const wrong of [
    "10.0.0.40",
    "=tcp://10.0.0.40:9100",
    "Halle 1=10.0.0.40:9100",
    "Halle 1=http://10.0.0.40:9100",
    "Halle 1=tcp://10.0.0.40",
    "Halle 1=tcp://user:Sesam@10.0.0.40:9100",
    "Halle 1=tcp://10.0.0.40:9100/x",
    `${"H".repeat(51)}=tcp://10.0.0.40:9100`,
  ])
    expect(problemsOf({ LABEL_PRINTERS: wrong }), wrong).toEqual([
      `LABEL_PRINTERS must name label printers like Halle 1=tcp://10.0.0.40:9100, separated by ";"; "${wrong}" is none.`,
    ]);
  expect(problemsOf({ LABEL_PRINTERS: "Tor=tcp://10.0.0.40:9100;Tor=tcp://10.0.0.41:9100" })).toEqual([
    'LABEL_PRINTERS names two label printers "Tor".',
  ]);
});

test("accounts of the accountant are read as they are written, and what DATEV would not take is reported", () => {
  const set = { DATEV_CONSULTANT: "29098", DATEV_CLIENT: "55003", DATEV_REVENUE: "S=8400;AE=8337" };
  const { datev } = readConfig({ ...set, DATEV_REVENUE_ITEMS: "storage=8401" });
  expect(datev).toMatchObject({ consultant: 29_098, client: 55_003, debtors: 10_000 });
  expect([...(datev.revenue ?? []), ...datev.items]).toEqual([
    ["S", "8400"],
    ["AE", "8337"],
    ["storage/S", "8401"],
  ]);
  expect(shownOf(set, "DATEV_REVENUE")?.shown).toBe("S=8400;AE=8337");
  for (const [name, wrong] of [
    ["DATEV_CONSULTANT", "29 098"],
    ["DATEV_CLIENT", "100000"],
    ["DATEV_REVENUE", "S:8400"],
    ["DATEV_REVENUE_ITEMS", "storage=S"],
    ["DATEV_DEBTORS", "70000"],
    ["DATEV_DEBTORS", "60001"],
  ] as const)
    expect(problemsOf({ ...set, [name]: wrong }), `${name} ${wrong}`).toEqual([
      expect.stringMatching(`^${name} must `),
    ]);
  expect(problemsOf({ ...set, DATEV_DEBTORS: "100000" })).toEqual([
    "DATEV_DEBTORS must have 5 digits, one more than the accounts of DATEV_REVENUE.",
  ]);
  expect(problemsOf({ ...set, DATEV_REVENUE_ITEMS: "storage=84010" })).toEqual([
    "DATEV_REVENUE and DATEV_REVENUE_ITEMS must name accounts that have one length.",
  ]);
  expect(problemsOf({ ...set, DATEV_REVENUE: "S=84000", DATEV_DEBTORS: "100000" })).toEqual([]);
});

test("the hour until which the bank takes a file is noon unless it is set", () => {
  expect(readConfig({}).sepaCutoff).toBe("12:00");
  expect(readConfig({ SEPA_CUTOFF: "09:30" }).sepaCutoff).toBe("09:30");
  for (const SEPA_CUTOFF of ["24:00", "25:99", "noon"])
    expect(problemsOf({ SEPA_CUTOFF })).toEqual(["SEPA_CUTOFF must be a time of day, like 02:30."]);
});
