import { createInterface } from "node:readline/promises";
import { findBackup } from "#server/backup/open-backup-place.ts";
import { readBackup } from "#server/backup/read.ts";
import { NotEmpty, refuseUnknownSchema } from "#server/backup/restore.ts";
import type { ProvenBackup } from "#server/backup/verify.ts";
import { readConfig } from "#server/config.ts";
import { type Args, CommandError, type BareCommand } from "#cli/command.ts";
import { restoreIntoDatabase } from "./into-database.ts";
import { restoreIntoFolder } from "./into-folder.ts";
import { absolute, ago, amounts, sayNumbers, sayWhy } from "./places.ts";
import { printProgress } from "./progress.ts";
import type { Restoring } from "./restoring.ts";

const nameLimit = 20;
const saidEvery = 500; // files

export const restore: BareCommand = {
  summary: "Bring a backup into an empty database and data folder, and prove what came of it.",
  usage: "FILE|FOLDER|URL [--into URL] [--replace] [--incomplete]",
  options: {
    into: {
      type: "string",
      help: "another database than DATABASE_URL or the one in DATA_DIR; pictures go to DATA_DIR",
    },
    replace: {
      type: "boolean",
      help: "set aside what is there, after the name of the product is typed; nothing is deleted",
    },
    incomplete: { type: "boolean", help: "also where pictures of the backup are missing or damaged" },
  },
  async run(args) {
    const address = absolute(args.only("FILE"));
    const { into, replace, incomplete } = readOptions(args);
    const config = readConfig(process.env);
    const { dataDir, databaseUrl, productTitle, backupKey } = config;
    const backup = await prove(address, backupKey);
    const url = into ?? databaseUrl;
    let [files, wrong] = [0, 0];
    const restoring: Restoring = {
      backup,
      dataDir,
      at: config,
      mayReplace: async (what) => {
        if (!replace) throw new NotEmpty(`${what} is not empty: with --replace what is there is set aside.`);
        await expectName(productTitle, what);
      },
      onFile: () => {
        if (++files % saidEvery === 0) printProgress(`${files.toLocaleString("en")} files`);
      },
      onFault: (sentence) => {
        if (!incomplete)
          throw new CommandError(
            `${sentence}. Nothing was changed; with --incomplete it is restored without such files.`,
          );
        if (++wrong <= nameLimit) console.error(sentence);
      },
    };
    const { aside, findings } = await (url === undefined
      ? restoreIntoFolder(restoring)
      : restoreIntoDatabase(restoring, url)
    ).catch((error: unknown) => {
      if (error instanceof NotEmpty) throw new CommandError(error.message, { cause: error });
      return sayWhy(error);
    });
    const takenAt = new Date(backup.manifest.head.taken);
    console.log(`Restored ${amounts(backup.manifest)} from ${backup.name}.`);
    console.log(`It is what was committed at ${backup.manifest.head.taken}, ${ago(takenAt, new Date())}.`);
    sayNumbers(backup.manifest, "it goes on above the highest");
    for (const each of aside) console.log(`What was there is set aside: ${each}`);
    if (wrong > 0) console.log(`${wrong} files are missing: they were not whole in the backup.`);
    for (const proof of findings) console.log(`WRONG    ${proof}`);
    console.log(`\`check\` found ${findings.length === 0 ? "nothing wrong." : "this: run it to see where."}`);
    console.log("Which numbers have been used since, Abrechnung, Buchhaltung asks before the next ones are given.");
    return findings.length + wrong > 0 ? 1 : 0;
  },
};

const readOptions = (args: Args) => ({
  into: args.optional("into"),
  replace: args.flag("replace"),
  incomplete: args.flag("incomplete"),
});

/** Reads the backup to its last byte before anything is changed. */
async function prove(address: string, key: string | undefined): Promise<ProvenBackup> {
  const { name, from } = await findBackup(address, key).catch(sayWhy);
  printProgress(`reads ${name}`);
  try {
    const manifest = await from.read(name, (bytes) =>
      readBackup(bytes, { head: async (head) => refuseUnknownSchema(head) }),
    );
    return { name, from, manifest };
  } catch (error) {
    return sayWhy(error);
  }
}

async function expectName(title: string, what: string): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${what} is not empty. Type the name of the product, ${title}, to set aside what is there: `;
    const inputEnd = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const input = await Promise.race([lines.question(question), inputEnd]);
    if (input.trim() !== title) throw new CommandError("That is not the name of the product. Nothing was changed.");
  } finally {
    lines.close();
  }
}
