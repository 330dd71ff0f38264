import { newPassword } from "#server/http/passwords/passwords.ts";
import type { TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { normalEmail } from "#rules/access/users.ts";
import type { TakenPassword } from "./taken-users.ts";

/** Initial passwords of users, and the sheet that lists them. */
export interface InitialPasswords {
  readonly passwords: ReadonlyMap<string, TakenPassword>;
  /** A line for each, by name; to be handed out and destroyed. */
  readonly sheet: string;
}

/** Makes a password for each user of a plan but those named in `without`, by their e-mails. */
export async function makeInitialPasswords(
  plan: TakeoverPlan,
  without: ReadonlySet<string>,
): Promise<InitialPasswords> {
  const passwords = new Map<string, TakenPassword>();
  const lines: string[] = [];
  for await (const { email: typed, first_name, last_name } of plan.rowsOf("users")) {
    const email = normalEmail(typed);
    if (without.has(email) || passwords.has(email)) continue;
    const { plain, hash } = await newPassword();
    passwords.set(email, { hash, initial: true });
    lines.push(`${last_name}, ${first_name}\t${email}\t${plain}`);
  }
  lines.sort(new Intl.Collator("de").compare);
  return { passwords, sheet: `Name\tE-Mail\tInitialpasswort\n${lines.join("\n")}\n` };
}
