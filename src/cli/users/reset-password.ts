import { atTheMachine } from "#server/database/audit/audit.ts";
import { resetPassword as reset, userIdOf } from "#server/features/access/users/mutations.ts";
import { newPassword } from "#server/http/passwords/passwords.ts";
import { shownOnce } from "./create-admin.ts";
import { type Command, CommandError, readEmail } from "#cli/command.ts";

export const resetPasswordCommand: Command = {
  summary: "Give a user a new initial password, shown once, and end all their sessions.",
  usage: "EMAIL",
  options: {},
  prepare(args) {
    const email = readEmail(args.only("EMAIL"));
    return async ({ db }) => {
      const { plain, hash } = await newPassword();
      await db.write(async (tx) => {
        const id = await userIdOf(tx, email);
        if (id === undefined) throw new CommandError(`There is no user ${email}.`);
        await reset(tx, atTheMachine, id, hash);
      });
      console.log(`New initial password of ${email}, ${shownOnce}: ${plain}`);
      return 0;
    };
  },
};
