import { setTimeout as sleep } from "node:timers/promises";
import * as colleagues from "#contract/calls/access/colleagues.ts";
import { routeHandler } from "#server/http/answers.ts";
import { newPassword } from "#server/http/passwords/passwords.ts";
import { endColleague, inviteColleague } from "./mutations.ts";
import { colleaguesAt } from "./queries.ts";

/**
 * Least duration of each invitation, in ms. A new user needs writes that an address with an account elsewhere does not, and the time must not reveal
 * that.
 */
const answerMs = 300;

export const colleagueRoutes = [
  routeHandler(colleagues.listColleagues, ({ db, scope, id }) => colleaguesAt(db.read, scope, id)),
  routeHandler(colleagues.inviteColleague, async ({ change, scope, actor, id, body, now }) => {
    const { hash } = await newPassword(`user ${scope.userId}`); // nobody learns it
    const time = sleep(answerMs);
    await change((tx) => inviteColleague(tx, actor, { scope, customer: id, invitation: body, hash, now: now() }));
    await time;
  }),
  routeHandler(colleagues.endColleague, ({ change, scope, actor, id, body }) =>
    change((tx) => endColleague(tx, actor, { scope, id, customer: body.customer })),
  ),
];
