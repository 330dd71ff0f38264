import * as colleagues from "#contract/calls/access/colleagues.ts";
import { routeHandler } from "#server/http/answers.ts";
import { newPassword } from "#server/http/passwords/passwords.ts";
import { endColleague, inviteColleague } from "./mutations.ts";
import { colleaguesAt } from "./queries.ts";

export const colleagueRoutes = [
  routeHandler(colleagues.listColleagues, ({ db, scope, id }) => colleaguesAt(db.read, scope, id)),
  routeHandler(colleagues.inviteColleague, async ({ change, scope, actor, id, body, now }) => {
    // nobody learns it, and it takes longer than all that is done only for an address that nobody has
    const { hash } = await newPassword(`user ${scope.userId}`);
    await change((tx) => inviteColleague(tx, actor, { scope, customer: id, invitation: body, hash, now: now() }));
  }),
  routeHandler(colleagues.endColleague, ({ change, scope, actor, id, body }) =>
    change((tx) => endColleague(tx, actor, { scope, id, customer: body.customer })),
  ),
];
