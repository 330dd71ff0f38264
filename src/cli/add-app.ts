import { statSync } from "node:fs";
import path from "node:path";
import { textLength } from "#contract/limits.ts";
import { berlinDay, isDay, showDate } from "#rules/dates.ts";
import { setPackage } from "#server/features/system/apps/mutations.ts";
import { NoPackage } from "#server/storage/packages.ts";
import { type Args, type Command, CommandError, WrongUsage } from "./command.ts";

export const addApp: Command = {
  summary: "Offer a package of the Android app for download.",
  usage: "FILE --version V [--date YYYY-MM-DD] [--description TEXT]",
  options: {
    version: { type: "string", help: "like 1.2 or 1.2.1; the package of a version that is there is replaced" },
    date: { type: "string", help: "the day it came out; default: as it was, today for a new version" },
    description: { type: "string", help: "what is new, in German; default: as it was" },
  },
  prepare(args) {
    const file = readFile(args.only("FILE"));
    const app = { version: readVersion(args), date: readDay(args), description: readDescription(args) };
    return async ({ db, stores }) => {
      const name = await stores.packages.put(file, app.version).catch(sayWhy(file));
      const today = berlinDay(new Date());
      const { isNew } = await db.write((tx) => setPackage(tx, { ...app, file: name }, today));
      const when = isNew ? `, released on ${showDate(app.date ?? today)}` : "";
      console.log(`Version ${app.version} ${isNew ? "added" : "has a package now"}${when}: ${path.join("apps", name)}`);
      return 0;
    };
  },
};

/** npm runs commands in the project's folder, wherever they were called. */
function readFile(name: string): string {
  const file = path.resolve(process.env["INIT_CWD"] ?? "", name);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new CommandError(`There is no file ${file}.`);
  if (!stats.isFile()) throw new CommandError(`${file} is no file.`);
  return file;
}

function readVersion(args: Args): string {
  const version = args.required("version");
  if (/^(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8})){0,3}$/.test(version)) return version;
  throw new WrongUsage(`${version} is no version: one to four numbers with points between them, like 1.2.1.`);
}

function readDay(args: Args): string | undefined {
  const day = args.optional("date");
  if (day === undefined || isDay(day)) return day;
  throw new WrongUsage(`${day} is no day of the calendar: write it like 2026-11-21.`);
}

function readDescription(args: Args): string | undefined {
  const description = args.optional("description");
  if (description === undefined || description.length <= textLength) return description;
  throw new WrongUsage(`--description has more than ${textLength} characters.`);
}

const reasons: Record<NoPackage["reason"], string> = {
  type: "is no Android package (APK): its content is something else",
  cut: "is no whole Android package (APK): its end is missing. Was it copied completely?",
  other: "is a zip, but no Android package (APK): it has no AndroidManifest.xml",
};

const sayWhy = (file: string) => (error: unknown) => {
  if (!(error instanceof NoPackage)) throw error;
  throw new CommandError(`${file} ${reasons[error.reason]}`, { cause: error });
};
