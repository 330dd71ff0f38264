import path from "node:path";
import type { Database } from "#server/database/database.ts";
import { readClosedDays } from "#server/database/closing-days.ts";
import { offerWaiting } from "#server/database/deliveries/offer-waiting.ts";
import { blankTexts } from "#server/database/destruction/blank-texts.ts";
import { forgetImports } from "#server/database/imports/open-imports.ts";
import { forgetOld } from "#server/database/forget-old.ts";
import { berlinDay } from "#rules/dates.ts";
import { notifyEnds } from "#server/database/messages/notify-ends.ts";
import { notifyOverdue } from "#server/database/messages/notify-overdue.ts";
import { sealDays } from "#server/database/seals/seal-days.ts";
import { stampNewestSeal } from "#server/database/seals/stamp-seals.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { countSpellings } from "#server/database/spellings/count-spellings.ts";
import { expireEntries } from "#server/features/access/audit/mutations.ts";
import { expireCopies } from "#server/features/deliveries/copies/mutations.ts";
import { takeDueChanges } from "#server/features/destruction/procedures/mutations.ts";
import { sweepPictures } from "#server/features/stock/images/mutations.ts";
import type { AppContextOptions } from "#server/http/app-context.ts";
import { Jobs } from "#server/watching/jobs.ts";
import { closeToOthers } from "#server/storage/disk.ts";
import { openStores } from "#server/storage/stores.ts";

const minute = 60_000;
const hour = 3_600_000; // ms
/** ms; no upload takes as long. That none loses its file does not hang on it: the file's lock sees to that. */
const leftAlone = hour;

type Log = (message: string, detail?: object) => void;

const closeFolders = ({ dataDir }: AppContextOptions["config"]) =>
  Promise.all(["images", "apps"].map((name) => closeToOthers(path.join(dataDir, name))));

/** Notifies customers of waiting times on their last day, and of boxes that are not back by theirs. */
async function remindCustomers(db: Database, now: Date): Promise<void> {
  await db.write((tx) => notifyEnds(tx, now));
  await db.write((tx) => notifyOverdue(tx, berlinDay(now)));
}

/** Deletes what was scanned for customers once its last day is over. */
async function expireScans({ db, config, stores }: AppContextOptions, log: Log, ending: AbortSignal): Promise<void> {
  const { pictures } = stores ?? (await openStores(config));
  const files = await expireCopies(db, pictures, ending);
  if (files > 0) log("deleted scans whose days are over", { files });
}

/** Each minute, who waits for a box that is back is notified. */
function offerBackThings(
  { db, config, now, jobs }: Pick<AppContextOptions, "db" | "config" | "now"> & { readonly jobs: Jobs },
  log: Log,
): () => Promise<void> {
  const offer = async () => {
    const closed = await readClosedDays(db.read, config.holidays);
    await db.write((tx) => offerWaiting(tx, berlinDay(now()), closed));
  };
  const round = () =>
    jobs
      .run("waiting", offer)
      .catch((error: Error) => log("could not notify who waits that it is back", { reason: error.message }));
  let working = round();
  const timer = setInterval(() => {
    working = working.then(round);
  }, minute);
  return async () => {
    clearInterval(timer);
    await working;
  };
}

/**
 * Forgets sessions, tries, unfinished lists and audit entries that are over, sums up the boxes by row, and removes what broken-off uploads, deletions and copies left in the
 * data folder: at once, and every hour until it is stopped. Several servers on one folder may all do it. The words of contents are
 * counted by one of them, once a day, and each day is sealed by one of them, and the seal stamped with the time where an authority is
 * named. The stock at the end of each month is noted. Personal texts of boxes that were destroyed long enough ago are blanked. Changes of
 * destruction procedures take effect whose time has come. Customers are notified of waiting times on their last day. Scans are deleted after theirs.
 */
export function startHousekeeping(options: AppContextOptions, log: Log): () => Promise<void> {
  const { db, config, now, jobs = new Jobs(now), stores } = options;
  const ending = new AbortController();
  const change = async () => void (await takeDueChanges(db, ending.signal));
  const sweep = async () => {
    const { pictures, packages } = stores ?? (await openStores(config));
    const before = new Date(now().getTime() - leftAlone);
    const files =
      (await sweepPictures(db, pictures, { before, signal: ending.signal })) + (await packages.sweep(before));
    if (files > 0) log("removed files that broken-off work had left behind", { files });
  };
  const forget = async () => {
    await db.write(forgetOld);
    const lists = await forgetImports(db, ending.signal);
    if (lists > 0) log("gave up lists that nobody has touched for a week", { lists });
    const entries = await expireEntries(db, ending.signal);
    if (entries > 0) log("removed what the audit trail need not keep any more", { entries });
  };
  const blank = async () => {
    const boxes = await blankTexts(db, config.blankDays, ending.signal);
    if (boxes > 0) log("blanked the texts of boxes that were destroyed long enough ago", { boxes });
  };
  const count = async () => {
    const customers = await countSpellings(db, ending.signal);
    if (customers !== null) log("counted the words of all contents", { customers });
  };
  const seal = async () => {
    if (await sealDays(db)) log("sealed the history of the days that are over");
  };
  const stamp = async () => {
    const isStamped = config.tsaUrl !== undefined && (await stampNewestSeal(db, config.tsaUrl, ending.signal));
    if (isStamped) log("had the newest seal stamped with the time");
  };
  const round = async () => {
    const tasks = [
      ["seal", seal, "could not seal the history"],
      ["stamp", stamp, "could not have the newest seal stamped"],
      ["months", () => db.write((tx) => keepMonths(tx, now())), "could not note the stock of the months that are over"],
      ["procedures", change, "could not change destruction procedures"],
      ["reminders", () => remindCustomers(db, now()), "could not notify of ending waiting times and overdue boxes"],
      ["forget", forget, "could not forget what is over"],
      ["blank", blank, "could not blank the texts of destroyed boxes"], // before words are counted: they go with the texts
      ["copies", () => expireScans(options, log, ending.signal), "could not delete scans whose days are over"],
      ["sweep", sweep, "could not look for left files"],
      ["words", count, "could not count the words of contents"],
    ] as const;
    for (const [job, work, failed] of tasks)
      await jobs.run(job, work).catch((error: Error) => log(failed, { reason: error.message }));
  };
  let working = closeFolders(config).then(round);
  const timer = setInterval(() => void (working = working.then(round)), hour);
  const stopOffers = offerBackThings({ db, config, now, jobs }, log);
  return async () => {
    clearInterval(timer);
    ending.abort();
    await Promise.all([working, stopOffers()]);
  };
}
