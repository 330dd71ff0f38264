import { showCount } from "#rules/amounts.ts";
import { readConfig } from "#server/config.ts";
import { type CompareResult, compareSystems } from "#server/takeover/compare/compare.ts";
import { fieldsLeftOut } from "#server/takeover/compare/compared-fields.ts";
import { type Difference, showValue } from "#server/takeover/compare/found-differences.ts";
import type { Clock } from "#server/takeover/clock.ts";
import { apiAddress } from "#server/takeover/old-system/old-addresses.ts";
import { OldSystem } from "#server/takeover/old-system/old-system.ts";
import { Pace } from "#server/takeover/old-system/pace.ts";
import { absolute } from "#cli/backup/places.ts";
import { printProgress } from "#cli/backup/progress.ts";
import { type Args, WrongUsage } from "#cli/command.ts";
import { readPassword } from "./ask-password.ts";

const newRate = 1000; // requests a second that the new system is asked at most

/** Options of `takeover compare` alone. */
export const compareOptions = {
  new: { type: "string", help: "compare: the address of the new system; default: that of Magazin on this machine" },
  "new-user": { type: "string", help: "compare: the account of staff that reads it; default: that of --user" },
  "new-password-file": {
    type: "string",
    help: "compare: its first line is the password there; default: TAKEOVER_NEW_PASSWORD, or it is asked for",
  },
  sample: { type: "string", help: "compare: details of so many things of each kind, not of all" },
} as const;

/** Words of the command line that only comparing has. */
interface CompareWords {
  readonly folder: string;
  /** Base of the API of the new system. */
  readonly api: URL;
  readonly sample: number | null;
}

/** The words, before anybody is asked for a password. @throws WrongUsage, WrongAddress */
export function readCompareWords(args: Args, folder: string): CompareWords {
  const api = apiAddress(args.optional("new") ?? `http://127.0.0.1:${readConfig(process.env).port}`);
  return { folder: absolute(folder), api, sample: args.whole("sample", 1, 10_000_000) ?? null };
}

/** The password in the new system: of a file, of TAKEOVER_NEW_PASSWORD, or asked; never the one of the old system. */
async function newPassword(args: Args, user: string): Promise<string> {
  const { TAKEOVER_NEW_PASSWORD: given } = process.env;
  const file = args.optional("new-password-file");
  if (file === undefined && given !== undefined && given !== "") return given;
  if (file === undefined && !process.stdin.isTTY)
    throw new WrongUsage(
      "--new-password-file und TAKEOVER_NEW_PASSWORD fehlen, und hier ist kein Terminal, an dem man fragen könnte.",
    );
  if (file === undefined) console.error(`Nun das Passwort von ${user} in Magazin.`);
  delete process.env["TAKEOVER_PASSWORD"]; // it has been read
  return readPassword(file);
}

const longest = 200; // signs of a value in a line

/** Both values from shortly before the place where they differ, and without signs that a terminal obeys. */
function shownValues(old: string, now: string): string {
  let at = 0;
  while (at < old.length && old[at] === now[at]) at++;
  const from = at < longest / 2 ? 0 : at - 20;
  const shown = (text: string) => {
    const piece = `${from > 0 ? "…" : ""}${text.slice(from, from + longest)}${text.length > from + longest ? "…" : ""}`;
    return piece.replaceAll(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1).replace(sign, "?"));
  };
  return `alt «${shown(old)}», neu «${shown(now)}»`;
}

function lineOf({ address, field, old, new: now, explainedBy }: Difference): string {
  const [head, why] = explainedBy === null ? ["ANDERS  ", ""] : ["ERKLÄRT ", `; erklärt durch ${explainedBy}`];
  return `${head} ${address}${field === "" ? "" : ` ${field}`}: ${shownValues(showValue(old), showValue(now))}${why}`;
}

function compared(result: CompareResult): string[] {
  const { differ, unexplained, first, count, file, unsaid, open } = result;
  const more = count - first.length;
  return [
    ...first.map(lineOf),
    ...(more > 0 ? [`… und ${showCount(more)} weitere; alle stehen in ${file}`] : []),
    ...(unsaid.length > 0 ? [`Nicht verglichen, weil das alte System es nicht sagt: ${unsaid.join(", ")}.`] : []),
    "Nicht verglichen:",
    ...Object.entries(fieldsLeftOut).map(([what, why]) => `  ${what}: ${why}`),
    ...(open > 0
      ? [`OFFEN    Im Ordner sind ${showCount(open)} Fragen offen: Was auf sie wartet, gilt als nicht erklärt.`]
      : []),
    `${showCount(result.compared)} Antworten verglichen: ${showCount(differ)} weichen ab, davon ${showCount(differ - unexplained)} erklärt und ${showCount(unexplained)} nicht.`,
    `${result.compared} compared, ${differ} differ`,
  ];
}

/** Compares the old system, which `user` reads, with the new one. Answers the exit code: 0 where no difference is unexplained. */
export async function compareWithNew(
  old: OldSystem,
  { folder, api, sample }: CompareWords,
  args: Args,
  user: string,
  clock: Clock,
): Promise<number> {
  const newUser = args.optional("new-user") ?? user;
  const login = { user: newUser, password: await newPassword(args, newUser) };
  const now = new OldSystem(api, login, new Pace({ rate: newRate, hours: null }, clock, () => undefined));
  const order = { folder, sample, readers: [user, newUser] };
  const result = await compareSystems(old, now, order, (what, done, of) =>
    printProgress(`${what}${done === 0 ? "" : ` ${showCount(done)}`}${of === 0 ? "" : ` von ${showCount(of)}`}`),
  );
  console.log(compared(result).join("\n"));
  return result.unexplained === 0 ? 0 : 1;
}
