import { setTimeout } from "node:timers/promises";
import { showCount } from "#rules/amounts.ts";
import { businessZone } from "#rules/dates.ts";
import { programVersion } from "#server/database/program-version.ts";
import { BrokenFolder } from "#server/takeover/folder/broken-folder.ts";
import { manifestDigest, type FolderManifest } from "#server/takeover/folder/folder-manifest.ts";
import { WrongAnswers } from "#server/takeover/plan/given-answers.ts";
import type { Clock } from "#server/takeover/clock.ts";
import { readBeginning, fetchInto, type Report } from "#server/takeover/fetch/fetch.ts";
import { lookAt } from "#server/takeover/look/look.ts";
import { lookText, showDuration, showRoom } from "#server/takeover/look/look-text.ts";
import { apiAddress, WrongAddress } from "#server/takeover/old-system/old-addresses.ts";
import { Unreadable } from "#server/takeover/old-system/failures.ts";
import { doneAt, parseHours } from "#server/takeover/old-system/hours.ts";
import { OldSystem } from "#server/takeover/old-system/old-system.ts";
import { Pace } from "#server/takeover/old-system/pace.ts";
import { absolute } from "#cli/backup/places.ts";
import { printProgress } from "#cli/backup/progress.ts";
import { type Args, type BareCommand, CommandError, WrongUsage } from "#cli/command.ts";
import { planTakeover } from "#server/takeover/plan/plan.ts";
import { loadOptions, runLoad } from "./load.ts";
import { checkFolder } from "./check-folder.ts";
import { compareOptions, compareWithNew, readCompareWords } from "./compare-systems.ts";
import { readPassword, readUser } from "./ask-password.ts";

const clock: Clock = { now: () => new Date(), sleep: (ms) => setTimeout(ms) };
const usualRate = 10;

export const takeover: BareCommand = {
  summary:
    "Take over the archive of the system that runs today: `look URL`, `fetch URL --into FOLDER`, `check FOLDER`, `load FOLDER`, `compare URL FOLDER`. Nothing is changed there.",
  usage:
    "look|fetch URL|check|load FOLDER|compare URL FOLDER [--into FOLDER] [--user EMAIL] [--password-file FILE] [--rate N] [--hours HH-HH] [--whole] [--barcodes] [--bill-from YYYY-MM] [--django-users FILE] [--passwords mail|print] [--sheet FILE] [--new URL] [--new-user EMAIL] [--new-password-file FILE] [--sample N]",
  options: {
    into: { type: "string", help: "fetch: the folder; begun again, it goes on, and later it reads what has changed" },
    user: { type: "string", help: "the account of staff that reads; default: TAKEOVER_USER, or it is asked for" },
    "password-file": {
      type: "string",
      help: "its first line is the password; default: TAKEOVER_PASSWORD, or it is asked for",
    },
    rate: { type: "string", help: `requests a second, at most; default: ${usualRate}` },
    hours: { type: "string", help: "fetch: reads only from this hour to that one, in Berlin, like 20-06" },
    whole: { type: "boolean", help: "fetch: reads every object again, not only what a list shows to have changed" },
    barcodes: { type: "boolean", help: "fetch: also the barcode of each box: one request more for each" },
    ...loadOptions,
    ...compareOptions,
  },
  async run(args) {
    const { work, typed, folder: loaded } = readWords(args);
    const rate = args.whole("rate", 1, 1000) ?? usualRate;
    try {
      if (work === "check") return await checkFolder(absolute(typed), clock.now);
      if (work === "load") return await runLoad(args, typed, planTakeover);
      const api = apiAddress(typed);
      const hours = readHours(args);
      const folder = work === "fetch" ? absolute(args.required("into")) : null;
      const comparing = loaded === null ? null : readCompareWords(args, loaded);
      if ([api, ...(comparing ? [comparing.api] : [])].some(isOpen))
        console.error("Ohne https geht das Passwort offen über das Netz.");
      const user = await readUser(args.optional("user"));
      const password = await readPassword(args.optional("password-file"));
      const pace = new Pace({ rate, hours }, clock, sayPause);
      const old = new OldSystem(api, { user, password }, pace);
      if (comparing !== null) return await compareWithNew(old, comparing, args, user, clock);
      return folder === null ? await look(old, rate) : await fetchAll(old, args, folder);
    } catch (error) {
      return sayWhy(error);
    }
  },
};

const isOpen = ({ protocol, hostname }: URL) =>
  protocol === "http:" && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

function readWords(args: Args) {
  const [work, typed, ...rest] = args.all();
  if (work !== "look" && work !== "fetch" && work !== "check" && work !== "load" && work !== "compare")
    throw new WrongUsage(
      "Say `takeover look URL`, `takeover fetch URL --into FOLDER`, `takeover check FOLDER`, `takeover load FOLDER` or `takeover compare URL FOLDER`.",
    );
  if (typed === undefined)
    throw new WrongUsage(`${work === "check" || work === "load" ? "FOLDER" : "URL"} is missing.`);
  const [folder = null, ...more] = work === "compare" ? rest : [null, ...rest];
  if (work === "compare" && folder === null) throw new WrongUsage("FOLDER is missing.");
  if (more.length > 0) throw new WrongUsage(`Unexpected: ${more.join(" ")}`);
  return { work, typed, folder };
}

function readHours(args: Args) {
  const text = args.optional("hours");
  const hours = text === undefined ? null : parseHours(text);
  if (text !== undefined && hours === null)
    throw new WrongUsage(`--hours ${text} names no hours: write them like 20-06.`);
  return hours;
}

async function look(old: OldSystem, rate: number): Promise<number> {
  const result = await lookAt(old, () => performance.now());
  console.log(lookText(result, old.api.href, rate));
  return result.refused.length === 0 ? 0 : 1;
}

const moment = new Intl.DateTimeFormat("de-DE", { timeZone: businessZone, dateStyle: "short", timeStyle: "short" });

const sayPause = (until: Date) => console.error(`Pause bis ${moment.format(until)} Uhr.`);

async function fetchAll(old: OldSystem, args: Args, folder: string): Promise<number> {
  const begun = performance.now();
  const before = readBeginning(folder);
  if (before !== null) console.error(`Weiter mit dem, was am ${moment.format(new Date(before))} Uhr begonnen wurde.`);
  const end = (requests: number) =>
    moment.format(new Date(doneAt(old.pace.hours, Date.now(), requests * old.pace.msEach)));
  const report: Report = {
    plan: (requests) =>
      console.error(
        `Rund ${showCount(requests)} Abrufe: ${showDuration(requests * old.pace.msEach)}, bis etwa ${end(requests)} Uhr.`,
      ),
    progress: (what, done, of, left) =>
      printProgress(
        `${what} ${showCount(done)}${of === 0 ? "" : ` von ${showCount(of)}`}${left === 0 ? "" : `; noch ${showCount(left)} Abrufe, bis etwa ${end(left)} Uhr`}`,
      ),
  };
  const order = { folder, whole: args.flag("whole"), barcodes: args.flag("barcodes"), program: programVersion };
  const manifest = await fetchInto(old, order, clock, report);
  const { requests, bytes } = old;
  console.log(fetched(manifest, folder));
  console.log(`${showCount(requests)} Abrufe, ${showRoom(bytes)}, ${showDuration(performance.now() - begun)}.`);
  for (const doubt of manifest.doubts) console.log(`OFFEN    ${doubt}`);
  return manifest.doubts.length === 0 ? 0 : 1;
}

function fetched(manifest: FolderManifest, folder: string): string {
  const lines = (name: string) => showCount(manifest.files.find((file) => file.name === name)?.lines ?? 0);
  const { pictures } = manifest;
  return [
    `${folder}: Stand ${moment.format(new Date(manifest.completed))} Uhr, ${manifest.whole ? "alles gelesen" : "gelesen, was die Listen als geändert zeigten"}.`,
    `Bereiche ${lines("areas.jsonl")} · Reihen ${lines("rows.jsonl")} · Kunden ${lines("customers.jsonl")} · Users ${lines("users.jsonl")} · Boxen ${lines("boxes.jsonl")} · Lieferungen ${lines("deliveries.jsonl")} · Bilder ${showCount(pictures.files)} (${showRoom(pictures.bytes)})`,
    `Prüfsumme ${manifestDigest(manifest)}`,
  ].join("\n");
}

const full = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const unusable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"]);

function sayWhy(error: unknown): never {
  if (error instanceof WrongAddress) throw new WrongUsage(error.message, { cause: error });
  if (error instanceof Unreadable || error instanceof BrokenFolder || error instanceof WrongAnswers)
    throw new CommandError(error.message, { cause: error });
  const { code = "" } = error as NodeJS.ErrnoException;
  if (full.has(code))
    throw new CommandError(
      "Der Datenträger ist voll. Was geholt ist, bleibt: Mit mehr Platz geht es von da an weiter.",
      { cause: error },
    );
  if (unusable.has(code))
    throw new CommandError(`In den Ordner lässt sich nicht schreiben: ${(error as Error).message}`, { cause: error });
  throw error;
}
