import { findBackup } from "#server/backup/open-backup-place.ts";
import { readBackup } from "#server/backup/read.ts";
import { proveFiles } from "#server/backup/verify.ts";
import { readConfig } from "#server/config.ts";
import type { BareCommand } from "#cli/command.ts";
import { absolute, ago, amounts, sayNumbers, sayWhy } from "./places.ts";
import { printProgress } from "./progress.ts";

const nameLimit = 20;
const saidEvery = 1000; // files

export const verifyBackup: BareCommand = {
  summary: "Read a backup and the files that it names to the last byte. Exit code 1 when it is not whole.",
  usage: "FILE|FOLDER|URL",
  options: {},
  async run(args) {
    const address = absolute(args.only("FILE"));
    const { backupKey } = readConfig(process.env);
    const { name, from } = await findBackup(address, backupKey).catch(sayWhy);
    printProgress(name);
    const manifest = await from.read(name, (bytes) => readBackup(bytes)).catch(sayWhy);
    let [read, wrong] = [0, 0];
    const reportFault = (fault: string) => {
      if (++wrong <= nameLimit) console.error(fault);
    };
    const count = () => {
      if (++read % saidEvery === 0) printProgress(`${read.toLocaleString("en")} files`);
    };
    await proveFiles({ name, from, manifest }, reportFault, count).catch(sayWhy);
    const { head, lost } = manifest;
    const takenAt = new Date(head.taken);
    console.log(`${name}: ${amounts(manifest)}, by Magazin ${head.program} with the schema ${head.schema}.`);
    console.log(`It holds what was committed at ${head.taken}, ${ago(takenAt, new Date())}.`);
    if (lost.length > 0) console.log(`${lost.length} files were lost before it was made.`);
    sayNumbers(manifest, "a restore sets that right");
    console.log(wrong === 0 ? "It is whole." : `It is NOT whole: ${wrong} files are missing or damaged.`);
    return wrong === 0 ? 0 : 1;
  },
};
