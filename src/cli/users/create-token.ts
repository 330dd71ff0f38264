import { longestTerm, type TokenScope, tokenScopes } from "#rules/access/token-scopes.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { atTheMachine } from "#server/database/audit/audit.ts";
import { createToken } from "#server/features/access/tokens/mutations.ts";
import { userIdOf } from "#server/features/access/users/mutations.ts";
import { Refusal } from "#server/http/errors.ts";
import { type Command, CommandError, readEmail, WrongUsage } from "#cli/command.ts";

const usualDays = 90;

function readScopes(text: string): TokenScope[] {
  const words = [...new Set(text.split(",").map((word) => word.trim()))];
  const wrong = words.find((word) => !tokenScopes.includes(word as TokenScope));
  if (wrong !== undefined) throw new WrongUsage(`"${wrong}" is none of the scopes ${tokenScopes.join(", ")}.`);
  return words as TokenScope[];
}

export const createTokenCommand: Command = {
  summary: "Make a token with which a program calls in the name of a user, shown once.",
  usage: "--user EMAIL --name N --scopes read,orders [--days N]",
  options: {
    user: { type: "string", help: "the address of the user, or of a service account as its page shows it" },
    name: { type: "string", help: "which program it is" },
    scopes: { type: "string", help: `what it is good for: ${tokenScopes.join(", ")}` },
    days: { type: "string", help: `for so many days, ${longestTerm} at most; default: ${usualDays}` },
  },
  prepare(args) {
    args.none();
    const email = readEmail(args.required("user"));
    const name = args.required("name").slice(0, 200);
    const scopes = readScopes(args.required("scopes"));
    const days = args.whole("days", 1, longestTerm) ?? usualDays;
    return async ({ db }) => {
      const now = new Date();
      const expires = addDays(berlinDay(now), days);
      const { plain } = await db.write(async (tx) => {
        const owner = await userIdOf(tx, email);
        if (owner === undefined) throw new CommandError(`There is no user ${email}.`);
        return createToken(tx, atTheMachine, { owner, name, scopes, expires }, now).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          throw new CommandError(`${email} has too many tokens: end one that nobody needs.`, { cause: error });
        });
      });
      console.log(`Token "${name}" of ${email}, good until ${expires} for ${scopes.join(", ")}.`);
      console.log(`Shown this once: ${plain}`);
      return 0;
    };
  },
};
