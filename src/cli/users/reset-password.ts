import { resetPassword as reset, userIdOf } from "#server/features/users/mutations.ts";
import { type Command, Failed, readEmail } from "#cli/command.ts";

export const resetPassword: Command = {
  summary: "Give a user a new initial password, shown once, and end all their sessions.",
  usage: "EMAIL",
  options: {},
  prepare(args) {
    const email = readEmail(args.only("EMAIL"));
    return async ({ db }) => {
      const password = await db.write(async (tx) => {
        const id = await userIdOf(tx, email);
        if (id === undefined) throw new Failed(`There is no user ${email}.`);
        return reset(tx, id);
      });
      console.log(`New initial password of ${email}, shown this once: ${password}`);
      return 0;
    };
  },
};
