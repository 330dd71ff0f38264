import * as users from "#contract/users.ts";
import { answer } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { changePassword } from "./mutations.ts";
import { userById } from "./queries.ts";

export const userRoutes = [
  answer(users.getUser, ({ db, scope, id }) => userById(db.read, scope, id)),
  answer(users.changePassword, async ({ db, scope, id, body, token }) => {
    if (id !== scope.userId) throw notFound();
    await db.write((tx) => changePassword(tx, id, body, token ?? ""));
    return userById(db.read, scope, id);
  }),
];
