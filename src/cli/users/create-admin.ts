import { initialPasswordHours } from "#rules/access/users.ts";
import { atTheMachine } from "#server/database/audit/audit.ts";
import { createUser, givenOrNew } from "#server/features/access/users/mutations.ts";
import { Refusal } from "#server/http/errors.ts";
import { type Command, CommandError } from "#cli/command.ts";

export const createAdmin: Command = {
  summary: "Create a staff user who may make others.",
  usage: "--email E [--password P] [--last-name N] [--first-name F]",
  options: {
    email: { type: "string", help: "the address to sign in with" },
    password: { type: "string", help: "theirs for good; otherwise an initial one is generated and shown once" },
    "last-name": { type: "string", help: "default: Administrator" },
    "first-name": { type: "string", help: "default: none" },
  },
  prepare(args) {
    args.none();
    const user = {
      email: args.email(),
      last_name: args.optional("last-name") ?? "Administrator",
      first_name: args.optional("first-name") ?? "",
      is_staff: true,
      manages_users: true,
    };
    const fixedPassword = args.password();
    return async ({ db, productTitle, providerName }) => {
      const { plain, hash } = await givenOrNew(fixedPassword, { ...user, productTitle, providerName });
      const password = { hash, initial: plain !== null };
      await db.write((tx) => createUser(tx, atTheMachine, user, password)).catch(sayTaken(user.email));
      showNewUser("Staff user", user.email, plain);
      return 0;
    };
  },
};

/** Handles the error of `createUser` of the mutations. */
export const sayTaken = (email: string) => (error: unknown) => {
  if (!(error instanceof Refusal) || error.code !== "exists") throw error;
  throw new CommandError(`There is a user ${email} already.`, { cause: error });
};

export const shownOnce = `shown this once, good for ${initialPasswordHours} hours`;

export function showNewUser(what: string, email: string, password: string | null): void {
  console.log(`${what} ${email} created.`);
  if (password !== null) console.log(`Initial password, ${shownOnce}: ${password}`);
}
