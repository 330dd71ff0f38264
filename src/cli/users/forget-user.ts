import { atTheMachine } from "#server/database/audit/audit.ts";
import { forgetUser as forget } from "#server/features/access/user-records/mutations.ts";
import { userIdOf } from "#server/features/access/users/mutations.ts";
import { Refusal } from "#server/http/errors.ts";
import { type Command, CommandError, readEmail } from "#cli/command.ts";

export const forgetUserCommand: Command = {
  summary: "Forget who a user was: name, address, telephone, sessions and rights (Art. 17 GDPR).",
  usage: "EMAIL",
  options: {},
  prepare(args) {
    const email = readEmail(args.only("EMAIL"));
    return async ({ db }) => {
      const id = await db.write(async (tx) => {
        const userId = await userIdOf(tx, email);
        if (userId === undefined) throw new CommandError(`There is no user ${email}.`);
        await forget(tx, atTheMachine, userId).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          throw new CommandError(`${email} is the last who may manage users: make another one first.`, {
            cause: error,
          });
        });
        return userId;
      });
      console.log(`${email} is forgotten; what was done under the number ${id} stays.`);
      console.log("Backups, and the audit trail of the last 400 days, still have the name.");
      return 0;
    };
  },
};
