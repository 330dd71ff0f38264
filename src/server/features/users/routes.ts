import * as users from "#contract/calls/users.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { confirmPassword } from "#server/features/session/mutations.ts";
import { answer, answerChange } from "#server/http/answers.ts";
import { notFound, refuse } from "#server/http/errors.ts";
import { newPassword } from "#server/http/passwords.ts";
import { changePassword, createUser, editUser, resetFactor, resetPassword } from "./mutations.ts";
import { listOfUsers, userById } from "./queries.ts";

export const userRoutes = [
  answer(users.getUser, ({ db, scope, id }) => {
    if (id !== scope.userId && scope.initPassword) throw refuse(refused.passwordFirst);
    if (id !== scope.userId && scope.lacksFactor) throw refuse(refused.secondFactorFirst);
    return userById(db.read, scope, id);
  }),
  answer(users.listUsers, ({ db, scope, query }) => listOfUsers(db.read, scope, query)),
  answer(users.createUser, async ({ db, scope, actor, body }) => {
    const { plain, hash } = await newPassword(`user ${scope.userId}`);
    const id = await db.write((tx) => createUser(tx, actor, body, { hash, initial: true }));
    return { ...(await userById(db.read, scope, id)), init_password_plain: plain };
  }),
  answerChange(
    users.editUser,
    async (call) => {
      const { db, id, body } = call;
      if (body.own_password !== undefined) await confirmPassword(db, call, body.own_password);
      await db.write((tx) => editUser(tx, call.actor, id, body));
    },
    ({ db, scope, id }) => userById(db.read, scope, id),
  ),
  answer(users.resetPassword, async (call) => {
    const { db, scope, id, body } = call;
    await confirmPassword(db, call, body.own_password);
    const { plain, hash } = await newPassword(`user ${scope.userId}`);
    await db.write((tx) => resetPassword(tx, call.actor, id, hash));
    return { ...(await userById(db.read, scope, id)), init_password_plain: plain };
  }),
  answer(users.resetSecondFactor, async (call) => {
    const { db, scope, id, body } = call;
    if (id === scope.userId) throw refuse(refused.ownFactor);
    await confirmPassword(db, call, body.own_password);
    await db.write((tx) => resetFactor(tx, call.actor, id));
    return userById(db.read, scope, id);
  }),
  answerChange(
    users.changePassword,
    async (call) => {
      const { db, scope, id, body, token, config } = call;
      if (id !== scope.userId) throw notFound();
      await changePassword(db, call, body, token ?? "", config.productTitle);
    },
    ({ db, scope, id }) => userById(db.read, scope, id),
  ),
];
