import { BackupInProgress, makeBackup } from "#server/backup/make.ts";
import { openBackupPlace } from "#server/backup/open-backup-place.ts";
import { stepBackOurselves } from "#server/backup/step-back.ts";
import { readConfig } from "#server/config.ts";
import { noteDone } from "#server/database/jobs/job-runs.ts";
import { type Command, CommandError, WrongUsage } from "#cli/command.ts";
import { absolute, amounts, megabytes, sayWhy } from "./places.ts";
import { printProgress } from "./progress.ts";

export const backup: Command = {
  summary: "Make a backup while people go on working, and prove it by reading it again.",
  usage: "[FOLDER|URL]",
  options: {},
  asItIs: true,
  prepare(args) {
    const { backupUrl, backupKey } = readConfig(process.env);
    const address = args.atMostOne("FOLDER") ?? backupUrl;
    if (address === undefined) throw new WrongUsage("FOLDER is missing, and BACKUP_URL is not set.");
    return async ({ db, connection, stores: { pictures, packages } }) => {
      const start = performance.now();
      stepBackOurselves();
      const to = await openBackupPlace(absolute(address), backupKey).catch(sayWhy);
      const { signal } = new AbortController(); // Ctrl-C ends the process: what it had begun has no name yet
      const newBackup = await makeBackup({ connection, pictures, packages, to, signal, say: printProgress }).catch(
        (error: unknown) => {
          if (error instanceof BackupInProgress) throw new CommandError(error.message, { cause: error });
          return sayWhy(error);
        },
      );
      const seconds = (performance.now() - start) / 1000;
      const place = to.place.addressOf(newBackup.name);
      const { taken } = newBackup.manifest.head;
      await db.write((tx) => noteDone(tx, { taken, address: place, bytes: newBackup.bytes, seconds }));
      console.log(place);
      console.log(
        `${amounts(newBackup.manifest)}; ${megabytes(newBackup.bytes)} without the pictures; ${seconds.toFixed(1)} s.`,
      );
      return sayLost(newBackup.manifest.lost);
    };
  },
};

const nameLimit = 10;

function sayLost(lost: readonly string[]): number {
  if (lost.length === 0) return 0;
  console.error(
    `The backup is whole but for ${lost.length} files that were lost before it; \`check\` names their boxes:`,
  );
  for (const name of lost.slice(0, nameLimit)) console.error(`  ${name}`);
  return 1;
}
