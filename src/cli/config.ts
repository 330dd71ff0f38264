import {
  backsUpSecrets,
  type MailSettings,
  mailSettings,
  misspelledVariables,
  plainBackups,
  surveyConfig,
} from "#server/config.ts";
import { expectBackupPlace } from "#server/backup/backup-trial.ts";
import { expectIssuer } from "#server/http/identity-provider.ts";
import { expectMailServer } from "#server/messages/mail/mail-transport.ts";
import { openStore } from "#server/storage/open-store.ts";
import { expectAnswer } from "#server/storage/stores.ts";
import type { BareCommand } from "./command.ts";

const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, " | ");

export const config: BareCommand = {
  summary:
    "Print what is configured and where it comes from, and what is wrong with it; asks object stores, the mail server and the company's sign-in whether they answer.",
  usage: "",
  options: {},
  async run(args) {
    args.none();
    const { inForce, problems, values } = surveyConfig(process.env);
    const widest = Math.max(...inForce.map(({ name }) => name.length));
    for (const { name, shown, from } of inForce)
      console.log(`${name.padEnd(widest)}  ${shown === undefined ? "not set" : `${inOneLine(shown)}  (${from})`}`);
    console.log("");
    const all = [...problems, ...(await silentPlaces(values)), ...(await silentMailServer(mailSettings(values)))];
    for (const problem of all) console.log(problem);
    const hints = [...misspelledVariables(process.env), ...(backsUpSecrets(values) ? [plainBackups] : [])];
    for (const hint of hints) console.log(hint);
    if (all.length + hints.length === 0) console.log("Nothing is wrong with it.");
    return all.length === 0 ? 0 : 1;
  },
};

/** A sentence where the mail server takes nothing now. */
async function silentMailServer(mail: MailSettings | undefined): Promise<string[]> {
  if (!mail) return [];
  return expectMailServer(mail).then(
    () => [],
    (error: Error) => [`SMTP_URL: the mail server does not answer as it should: ${error.message}`],
  );
}

interface Places {
  readonly STORAGE_URL?: string | undefined;
  readonly STORAGE_ALSO_URL?: string | undefined;
  readonly BACKUP_URL?: string | undefined;
  readonly OIDC_ISSUER?: string | undefined;
}

/** A sentence for each place that cannot be used now. */
async function silentPlaces({ STORAGE_URL, STORAGE_ALSO_URL, BACKUP_URL, OIDC_ISSUER }: Places): Promise<string[]> {
  const expectFiles = async (address: string) => expectAnswer(await openStore(address));
  const places = [
    ["STORAGE_URL", STORAGE_URL, expectFiles],
    ["STORAGE_ALSO_URL", STORAGE_ALSO_URL, expectFiles],
    ["BACKUP_URL", BACKUP_URL, expectBackupPlace],
    ["OIDC_ISSUER", OIDC_ISSUER, expectIssuer],
  ] as const;
  const checks = places.map(async ([name, address, expectPlace]) => {
    if (address === undefined) return [];
    return expectPlace(address).then(
      () => [],
      (error: Error) => [`${name}: ${error.message}`],
    );
  });
  return (await Promise.all(checks)).flat();
}
