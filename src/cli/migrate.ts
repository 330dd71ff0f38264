import type { Command } from "./command.ts";

export const migrateCommand: Command = {
  summary: "Bring the database to the newest schema.",
  usage: "",
  options: {},
  prepare(args) {
    args.none();
    return async ({ migrated }) => {
      for (const name of migrated) console.log(`Ran ${name}.`);
      console.log("The database is at its newest schema.");
      return 0;
    };
  },
};
