import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { showCount } from "#rules/amounts.ts";
import { businessZone, isDay, showDate } from "#rules/dates.ts";
import { readConfig } from "#server/config.ts";
import { BrokenFolder } from "#server/takeover/folder/broken-folder.ts";
import { manifestDigest } from "#server/takeover/folder/folder-manifest.ts";
import { proveFolder } from "#server/takeover/folder/prove-folder.ts";
import { readDumpedPasswords } from "#server/takeover/load/django-users.ts";
import { makeInitialPasswords } from "#server/takeover/load/initial-passwords.ts";
import { LoadRefused } from "#server/takeover/load/load-refused.ts";
import { type LoadResult, loadTakeover } from "#server/takeover/load/load-takeover.ts";
import type { TakenPassword } from "#server/takeover/load/taken-users.ts";
import { showDuration } from "#server/takeover/look/look-text.ts";
import type { TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { type Archive, openArchive } from "#cli/archive.ts";
import { absolute } from "#cli/backup/places.ts";
import { printProgress } from "#cli/backup/progress.ts";
import { type Args, CommandError, WrongUsage } from "#cli/command.ts";

/** What `takeover load FOLDER` takes beside the folder. */
export const loadOptions = {
  "bill-from": { type: "string", help: "load: the first month that is billed here, like 2027-01; default: from today" },
  "django-users": { type: "string", help: "load: a dumpdata of the old users; their passwords are kept" },
  passwords: { type: "string", help: "load: `mail` sends a link to who has no password, `print` makes initial ones" },
  sheet: { type: "string", help: "load: the new file into which `--passwords print` writes them" },
} as const;

interface Asked {
  readonly billFrom: string | null;
  readonly dump: string | undefined;
  readonly invites: boolean;
  /** Where initial passwords are written. */
  readonly sheet: string | null;
}

function readAsked(args: Args): Asked {
  const month = args.optional("bill-from");
  const billFrom = month === undefined ? null : `${month}-01`;
  if (billFrom !== null && !isDay(billFrom))
    throw new WrongUsage(`--bill-from ${month} names no month: write it like 2027-01.`);
  const passwords = args.optional("passwords");
  if (passwords !== undefined && passwords !== "mail" && passwords !== "print")
    throw new WrongUsage("--passwords is `mail` or `print`.");
  const sheet = args.optional("sheet");
  if ((passwords === "print") !== (sheet !== undefined))
    throw new WrongUsage("--passwords print and --sheet FILE go together.");
  if (passwords === "mail" && readConfig(process.env).mail === undefined)
    throw new WrongUsage("--passwords mail needs SMTP_URL, MAIL_FROM and PUBLIC_URL.");
  return {
    billFrom,
    dump: args.optional("django-users"),
    invites: passwords === "mail",
    sheet: sheet === undefined ? null : absolute(sheet),
  };
}

/**
 * `takeover load FOLDER`: loads what was fetched into the archive of the settings, as `planFolder` plans it. Answers the exit code.
 * @throws CommandError with a sentence where nothing was loaded
 */
export async function runLoad(
  args: Args,
  folder: string,
  planFolder: (path: string) => Promise<TakeoverPlan>,
): Promise<number> {
  const asked = readAsked(args);
  const path = absolute(folder);
  const archive = await openArchive(readConfig(process.env));
  try {
    const begun = performance.now();
    const plan = await planFolder(path);
    const result = await load(archive, { plan, asked, path });
    console.log(loadedText(plan, result, asked));
    console.log(`${showDuration(performance.now() - begun)}.`);
    return 0;
  } catch (error) {
    if (error instanceof LoadRefused || error instanceof BrokenFolder)
      throw new CommandError(error.message, { cause: error });
    throw error;
  } finally {
    await archive.close();
  }
}

interface Loading {
  readonly plan: TakeoverPlan;
  readonly asked: Asked;
  readonly path: string;
}

async function load({ db, connection, stores }: Archive, { plan, asked, path }: Loading): Promise<LoadResult> {
  const { passwords, sheet } = await passwordsFor(plan, asked, await emailsHere(db));
  try {
    if (sheet !== null) writeFileSync(sheet.file, sheet.text, { flag: "wx", mode: 0o600 });
    return await loadTakeover({ db, connection, pictures: stores.pictures }, plan, {
      billFrom: asked.billFrom,
      passwords,
      invites: asked.invites,
      proveFolder: async () => manifestDigest(await proveFolder(path)),
      say: printProgress,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new CommandError(`${asked.sheet} gibt es schon. Nichts wurde geladen.`, { cause: error });
    if (sheet !== null) rmSync(sheet.file, { force: true });
    throw error;
  }
}

async function emailsHere(db: Archive["db"]): Promise<ReadonlySet<string>> {
  const users = await db.read.selectFrom("users").select("email").execute();
  return new Set(users.map(({ email }) => email));
}

/** Passwords that are kept, then those that are made, and the sheet of these. */
async function passwordsFor(plan: TakeoverPlan, { dump, sheet }: Asked, here: ReadonlySet<string>) {
  const passwords = new Map<string, TakenPassword>();
  if (dump !== undefined) {
    const dumped = readDumpedPasswords(readText(dump));
    for (const [email, password] of dumped.passwords) passwords.set(email, password);
    for (const email of dumped.unusable) console.error(`Das Passwort von ${email} lässt sich nicht übernehmen.`);
  }
  if (sheet === null) return { passwords, sheet: null };
  const made = await makeInitialPasswords(plan, new Set([...here, ...passwords.keys()]));
  for (const [email, password] of made.passwords) passwords.set(email, password);
  return { passwords, sheet: { file: sheet, text: made.sheet } };
}

function readText(file: string): string {
  try {
    return readFileSync(absolute(file), "utf8");
  } catch (error) {
    throw new CommandError(`${file} lässt sich nicht lesen.`, { cause: error });
  }
}

const moment = new Intl.DateTimeFormat("de-DE", { timeZone: businessZone, dateStyle: "short", timeStyle: "short" });

function loadedText(
  plan: TakeoverPlan,
  { sums, shifted, without }: LoadResult,
  { billFrom, invites, sheet }: Asked,
): string {
  const lines = [
    `Übernommen aus ${plan.address}, Stand ${moment.format(new Date(plan.completed))} Uhr, Prüfsumme ${plan.digest}`,
    sums.text(),
  ];
  for (const { email, from, to } of shifted) lines.push(`${email} hat hier die Id ${to}, dort war es ${from}.`);
  lines.push(`Lagerung zählt ab ${billFrom === null ? "heute" : showDate(billFrom)}.`);
  if (sheet !== null) lines.push(`Die Anfangspasswörter stehen in ${sheet}: austeilen, dann vernichten.`);
  if (without > 0)
    lines.push(
      `${showCount(without)} Users haben kein Passwort${invites ? " und bekommen einen Link, sobald der Server Mails verschickt" : ""}.`,
    );
  return lines.join("\n");
}
