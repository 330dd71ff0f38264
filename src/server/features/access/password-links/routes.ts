import { setTimeout as sleep } from "node:timers/promises";
import * as links from "#contract/calls/access/password-links.ts";
import { addressKey } from "#rules/access/login-limits.ts";
import { notifyPasswordLink } from "#server/database/messages/notify-by-mail.ts";
import { routeHandler } from "#server/http/answers.ts";
import { countRequest } from "#server/http/passwords/password-tries.ts";
import { linkedPassword, setPasswordByLink } from "./mutations.ts";

/** Least duration of each answer, in ms. Somebody's address needs a write more than nobody's, and the time must not reveal which it is. */
const answerMs = 300;

export const passwordLinkRoutes = [
  routeHandler(links.requestPasswordLink, async ({ db, change, address, body }) => {
    await countRequest(db, `link ${addressKey(address)}`);
    const time = sleep(answerMs);
    const answer = await change((tx) => notifyPasswordLink(tx, body.email));
    await time;
    return answer;
  }),
  routeHandler(links.setPasswordByLink, async (call) => {
    const { db, body, config, change, address } = call;
    const password = await linkedPassword(db, body, call, config);
    return change((tx) => setPasswordByLink(tx, address, password));
  }),
];
