import { backsUpSecrets, plainBackups, surveyConfig } from "#server/config.ts";
import { openStore } from "#server/storage/open-store.ts";
import { expectAnswer } from "#server/storage/stores.ts";
import type { BareCommand } from "./command.ts";

const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, " | ");

export const config: BareCommand = {
  summary:
    "Print what is configured and where it comes from, and what is wrong with it; asks object stores whether they answer.",
  usage: "",
  options: {},
  async run(args) {
    args.none();
    const { inForce, problems, values } = surveyConfig(process.env);
    const widest = Math.max(...inForce.map(({ name }) => name.length));
    for (const { name, shown, from } of inForce)
      console.log(`${name.padEnd(widest)}  ${shown === undefined ? "not set" : `${inOneLine(shown)}  (${from})`}`);
    console.log("");
    const { STORAGE_URL, STORAGE_ALSO_URL, BACKUP_URL } = values;
    const all = [...problems, ...(await silentPlaces({ STORAGE_URL, STORAGE_ALSO_URL, BACKUP_URL }))];
    for (const problem of all) console.log(problem);
    if (backsUpSecrets(values)) console.log(plainBackups);
    else if (all.length === 0) console.log("Nothing is wrong with it.");
    return all.length === 0 ? 0 : 1;
  },
};

/** A sentence for each place that cannot be used now. */
async function silentPlaces(places: Readonly<Record<string, string | undefined>>): Promise<string[]> {
  const checks = Object.entries(places).map(async ([name, address]) => {
    if (address === undefined) return [];
    return openStore(address)
      .then(expectAnswer)
      .then(
        () => [],
        (error: Error) => [`${name}: ${error.message}`],
      );
  });
  return (await Promise.all(checks)).flat();
}
