import { writeFile } from "node:fs/promises";
import { allSeals, sealNow } from "#server/database/seals/seal-days.ts";
import type { Command } from "./command.ts";

export const sealCommand: Command = {
  summary: "Seal the history up to this moment, and write all seals into a file to be kept elsewhere.",
  usage: "[--export FILE]",
  options: {
    export: { type: "string", help: "where the seals are written, as JSON; `verify --seals FILE` compares them" },
  },
  prepare(args) {
    args.none();
    const file = args.optional("export");
    return async ({ db }) => {
      await sealNow(db);
      const seals = await allSeals(db.read);
      const last = seals.at(-1);
      console.log(`${seals.length.toLocaleString("en")} seals, the last one up to ${last?.until}: ${last?.hash}`);
      if (file) await writeFile(file, `${JSON.stringify(seals, null, 1)}\n`);
      return 0;
    };
  },
};
