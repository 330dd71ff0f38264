import { createServiceAccount } from "#contract/calls/access/tokens.ts";
import * as users from "#contract/calls/access/users.ts";
import { userSheet } from "#contract/sheets/users.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { confirmPassword } from "#server/features/access/session/mutations.ts";
import { routeHandler, answerChange } from "#server/http/answers.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { newPassword } from "#server/http/passwords/passwords.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import {
  changePassword,
  checkedPassword,
  createServiceAccount as makeServiceAccount,
  createUser,
  editUser,
  resetFactor,
  resetPassword,
} from "./mutations.ts";
import { listOfUsers, userById } from "./queries.ts";

export const userRoutes = [
  routeHandler(users.getUser, ({ db, scope, id }) => {
    if (id !== scope.userId && scope.initPassword) throw refuse(refused.passwordFirst);
    if (id !== scope.userId && scope.lacksFactor) throw refuse(refused.secondFactorFirst);
    return userById(db.read, scope, id);
  }),
  routeHandler(users.listUsers, ({ db, scope, query }) => listOfUsers(db.read, scope, query)),
  answerSheet(users.sheetOfUsers, {
    of: users.listUsers,
    sheet: userSheet,
    rows: ({ db, scope, query }) => everyPage((piece) => listOfUsers(db, scope, { ...query, ...piece })),
  }),
  routeHandler(users.createUser, async ({ change, scope, actor, body, config }) => {
    if (body.invite && !config.mail) throw badInput({ invite: [accessRefused.mailsOff] });
    const { plain, hash } = await newPassword(`user ${scope.userId}`);
    return change(
      (tx) => createUser(tx, actor, body, { hash, initial: true }),
      async (db, id) => ({ ...(await userById(db, scope, id)), init_password_plain: plain }),
    );
  }),
  routeHandler(createServiceAccount, ({ change, scope, actor, body }) =>
    change(
      (tx) => makeServiceAccount(tx, actor, body),
      (db, id) => userById(db, scope, id),
    ),
  ),
  answerChange(
    users.editUser,
    async (call, commit) => {
      const { db, id, body } = call;
      if (body.own_password !== undefined) await confirmPassword(db, call, body.own_password);
      return commit((tx) => editUser(tx, call, id, body));
    },
    ({ db, scope, id }) => userById(db, scope, id),
  ),
  routeHandler(users.resetPassword, async (call) => {
    const { scope, id, body } = call;
    if (body.invite && !call.config.mail) throw badInput({ invite: [accessRefused.mailsOff] });
    await confirmPassword(call.db, call, body.own_password);
    const { plain, hash } = await newPassword(`user ${scope.userId}`);
    return call.change(
      (tx) => resetPassword(tx, call.actor, id, hash, body.invite),
      async (db) => ({ ...(await userById(db, scope, id)), init_password_plain: plain }),
    );
  }),
  routeHandler(users.resetSecondFactor, async (call) => {
    const { scope, id, body } = call;
    if (id === scope.userId) throw refuse(refused.ownFactor);
    await confirmPassword(call.db, call, body.own_password);
    return call.change(
      (tx) => resetFactor(tx, call.actor, id),
      (db) => userById(db, scope, id),
    );
  }),
  answerChange(
    users.changePassword,
    async (call, commit) => {
      const { db, scope, id, body, token, config } = call;
      if (id !== scope.userId) throw notFound();
      const change = await checkedPassword(db, call, body, config);
      return commit((tx) => changePassword(tx, { userId: id, address: call.address }, change, token ?? ""));
    },
    ({ db, scope, id }) => userById(db, scope, id),
  ),
];
