import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { programVersion } from "#server/database/program-version.ts";
import { openArchive } from "./archive.ts";
import { addApp } from "./add-app.ts";
import { audit } from "./audit.ts";
import { backup } from "#cli/backup/backup.ts";
import { restore } from "#cli/backup/restore.ts";
import { verifyBackup } from "#cli/backup/verify-backup.ts";
import { check } from "#cli/check/check.ts";
import { Args, type BareCommand, type Command, type Described, WrongUsage } from "./command.ts";
import { config } from "./config.ts";
import { createAdmin } from "#cli/users/create-admin.ts";
import { createUser } from "#cli/users/create-user.ts";
import { movePictures } from "#cli/move/move-pictures.ts";
import { migrate } from "./migrate.ts";
import { resetPassword } from "#cli/users/reset-password.ts";
import { resetSecondFactor } from "#cli/users/reset-second-factor.ts";
import { seed } from "#cli/seed/seed.ts";

const commands: Readonly<Record<string, Command | BareCommand>> = {
  config,
  migrate,
  "create-admin": createAdmin,
  "create-user": createUser,
  "reset-password": resetPassword,
  "reset-second-factor": resetSecondFactor,
  "add-app": addApp,
  audit,
  check,
  backup,
  "verify-backup": verifyBackup,
  restore,
  "move-pictures": movePictures,
  seed,
};

const overview = () =>
  [
    "Usage: npm run magazin -- <command> [options]",
    "",
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(20)}${summary}`),
    "",
    "`<command> --help` tells more, `--version` which Magazin this is. DATA_DIR or DATABASE_URL say which database; a server may be running on it.",
  ].join("\n");

const helpOf = (name: string, { summary, usage, options }: Described) =>
  [
    `Usage: npm run magazin -- ${`${name} ${usage}`.trim()}`,
    "",
    summary,
    ...Object.entries(options).map(([option, { help }]) => `  ${`--${option}`.padEnd(16)}${help}`),
  ].join("\n");

function readArguments({ options }: Described, args: string[]) {
  try {
    return parseArgs({ args, options: { ...options, help: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage((error as Error).message, { cause: error });
  }
}

async function run(name: string | undefined, args: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "help") {
    console.log(overview());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    console.log(`Magazin ${programVersion}`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new WrongUsage(`There is no command ${name}.\n\n${overview()}`);
  const { values, positionals } = readArguments(command, args);
  if (values["help"] === true) {
    console.log(helpOf(name, command));
    return 0;
  }
  const given = new Args(values, positionals);
  if ("run" in command) return command.run(given);
  const work = command.prepare(given);
  const archive = await openArchive({ ...readConfig(process.env), asItIs: command.asItIs ?? false });
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

const [name, ...args] = process.argv.slice(2);
try {
  process.exitCode = await run(name, args);
} catch (error) {
  const wrong = error instanceof WrongUsage;
  console.error((error as Error).message);
  if (wrong && name !== undefined && Object.hasOwn(commands, name)) {
    console.error(`\`npm run magazin -- ${name} --help\` tells how it is meant.`);
  }
  process.exitCode = wrong ? 2 : 1;
}
