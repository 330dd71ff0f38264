import * as users from "#contract/calls/users.ts";
import { answer, answerChange } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { newPassword } from "#server/http/passwords.ts";
import { changePassword, createUser, editUser, resetPassword } from "./mutations.ts";
import { listOfUsers, userById } from "./queries.ts";

export const userRoutes = [
  answer(users.getUser, ({ db, scope, id }) => userById(db.read, scope, id)),
  answer(users.listUsers, ({ db, scope, query }) => listOfUsers(db.read, scope, query)),
  answer(users.createUser, async ({ db, scope, body }) => {
    const { plain, hash } = await newPassword(`user ${scope.userId}`);
    const id = await db.write((tx) => createUser(tx, body, { hash, initial: true }));
    return { ...(await userById(db.read, scope, id)), init_password_plain: plain };
  }),
  answerChange(
    users.editUser,
    ({ db, id, body }) => db.write((tx) => editUser(tx, id, body)),
    ({ db, scope, id }) => userById(db.read, scope, id),
  ),
  answer(users.resetPassword, async ({ db, scope, id }) => {
    const { plain, hash } = await newPassword(`user ${scope.userId}`);
    await db.write((tx) => resetPassword(tx, id, hash));
    return { ...(await userById(db.read, scope, id)), init_password_plain: plain };
  }),
  answerChange(
    users.changePassword,
    async ({ db, scope, id, body, token }) => {
      if (id !== scope.userId) throw notFound();
      await changePassword(db, id, body, token ?? "");
    },
    ({ db, scope, id }) => userById(db.read, scope, id),
  ),
];
