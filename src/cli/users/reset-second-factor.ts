import { atTheMachine } from "#server/database/audit/audit.ts";
import { resetFactor, userIdOf } from "#server/features/access/users/mutations.ts";
import { Refusal } from "#server/http/errors.ts";
import { type Command, CommandError, readEmail } from "#cli/command.ts";

export const resetSecondFactor: Command = {
  summary: "Remove the second factor of a user whose device is lost, and end all their sessions.",
  usage: "EMAIL",
  options: {},
  prepare(args) {
    const email = readEmail(args.only("EMAIL"));
    return async ({ db }) => {
      await db.write(async (tx) => {
        const id = await userIdOf(tx, email);
        if (id === undefined) throw new CommandError(`There is no user ${email}.`);
        await resetFactor(tx, atTheMachine, id).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          throw new CommandError(`${email} has no second factor.`, { cause: error });
        });
      });
      console.log(`${email} signs in without a second factor now.`);
      return 0;
    };
  },
};
