import * as users from "#contract/calls/users.ts";
import { answer, answerChange } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { changePassword, createUser, editUser, resetPassword } from "./mutations.ts";
import { listOfUsers, userById } from "./queries.ts";

export const userRoutes = [
  answer(users.getUser, ({ db, scope, id }) => userById(db.read, scope, id)),
  answer(users.listUsers, ({ db, scope, query }) => listOfUsers(db.read, scope, query)),
  answer(users.createUser, async ({ db, scope, body }) => {
    const { id, password } = await db.write((tx) => createUser(tx, body));
    return { ...(await userById(db.read, scope, id)), init_password_plain: password ?? "" };
  }),
  answerChange(
    users.editUser,
    ({ db, id, body }) => db.write((tx) => editUser(tx, id, body)),
    ({ db, scope, id }) => userById(db.read, scope, id),
  ),
  answer(users.resetPassword, async ({ db, scope, id }) => {
    const init_password_plain = await db.write((tx) => resetPassword(tx, id));
    return { ...(await userById(db.read, scope, id)), init_password_plain };
  }),
  answerChange(
    users.changePassword,
    async ({ db, scope, id, body, token }) => {
      if (id !== scope.userId) throw notFound();
      await db.write((tx) => changePassword(tx, id, body, token ?? ""));
    },
    ({ db, scope, id }) => userById(db.read, scope, id),
  ),
];
