import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { programVersion } from "#server/database/program-version.ts";
import { Args, type BareCommand, type Command, type CommandDescription, WrongUsage } from "./command.ts";

type AnyCommand = Command | BareCommand;

/** Each is loaded only when it is asked for: a backup needs nothing of what makes passwords, pictures or archives. */
const commands: Readonly<Record<string, () => Promise<AnyCommand>>> = {
  config: async () => (await import("./config.ts")).config,
  migrate: async () => (await import("./migrate.ts")).migrateCommand,
  "create-admin": async () => (await import("#cli/users/create-admin.ts")).createAdmin,
  "create-user": async () => (await import("#cli/users/create-user.ts")).createUserCommand,
  "reset-password": async () => (await import("#cli/users/reset-password.ts")).resetPasswordCommand,
  "create-token": async () => (await import("#cli/users/create-token.ts")).createTokenCommand,
  "reset-second-factor": async () => (await import("#cli/users/reset-second-factor.ts")).resetSecondFactor,
  rotate: async () => (await import("#cli/rotate.ts")).rotate,
  "forget-user": async () => (await import("#cli/users/forget-user.ts")).forgetUserCommand,
  "send-test-mail": async () => (await import("./send-test-mail.ts")).sendTestMail,
  "add-app": async () => (await import("./add-app.ts")).addApp,
  audit: async () => (await import("./audit.ts")).audit,
  seal: async () => (await import("./seal.ts")).sealCommand,
  verify: async () => (await import("./verify.ts")).verify,
  check: async () => (await import("#cli/check/check.ts")).check,
  backup: async () => (await import("#cli/backup/backup.ts")).backup,
  "verify-backup": async () => (await import("#cli/backup/verify-backup.ts")).verifyBackup,
  restore: async () => (await import("#cli/backup/restore.ts")).restore,
  "move-pictures": async () => (await import("#cli/move-pictures.ts")).movePictures,
  takeover: async () => (await import("#cli/takeover/takeover.ts")).takeover,
  seed: async () => (await import("#cli/seed/seed.ts")).seed,
};

async function overview(): Promise<string> {
  const all = Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(20)}${(await load()).summary}`);
  return [
    "Usage: npm run magazin -- <command> [options]",
    "",
    ...(await Promise.all(all)),
    "",
    "`<command> --help` says more, `--version` which Magazin this is. DATA_DIR or DATABASE_URL say which database; a server may be running on it.",
  ].join("\n");
}

const helpOf = (name: string, { summary, usage, options }: CommandDescription) =>
  [
    `Usage: npm run magazin -- ${`${name} ${usage}`.trim()}`,
    "",
    summary,
    ...Object.entries(options).map(([option, { help }]) => `  ${`--${option}`.padEnd(16)}${help}`),
  ].join("\n");

function readArguments({ options }: CommandDescription, args: string[]) {
  try {
    return parseArgs({ args, options: { ...options, help: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage((error as Error).message, { cause: error });
  }
}

async function run(name: string | undefined, args: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "help") {
    console.log(await overview());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    console.log(`Magazin ${programVersion}`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
  if (!command) throw new WrongUsage(`There is no command ${name}.\n\n${await overview()}`);
  const { values, positionals } = readArguments(command, args);
  if (values["help"] === true) {
    console.log(helpOf(name, command));
    return 0;
  }
  const parsedArgs = new Args(values, positionals);
  if ("run" in command) return command.run(parsedArgs);
  const work = command.prepare(parsedArgs);
  const { openArchive } = await import("./archive.ts");
  const archive = await openArchive({ ...readConfig(process.env), asItIs: command.asItIs ?? false });
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

/** Carries out a command line, says what came of it, and answers the exit code: 2 for wrong words, 1 for what went wrong or was found. */
export async function runCommand([name, ...args]: readonly string[]): Promise<number> {
  try {
    return await run(name, args);
  } catch (error) {
    const wrong = error instanceof WrongUsage;
    console.error((error as Error).message);
    if (wrong && name !== undefined && Object.hasOwn(commands, name)) {
      console.error(`\`npm run magazin -- ${name} --help\` explains its use.`);
    }
    return wrong ? 2 : 1;
  }
}
