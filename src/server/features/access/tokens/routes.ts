import * as tokens from "#contract/calls/access/tokens.ts";
import { routeHandler } from "#server/http/answers.ts";
import { createOwnToken, createToken, endToken, expectService } from "./mutations.ts";
import { listOfTokens, tokenById } from "./queries.ts";

export const tokenRoutes = [
  routeHandler(tokens.listTokens, ({ db, scope }) => listOfTokens(db.read, scope, scope.userId)),
  routeHandler(tokens.createToken, ({ change, scope, actor, body, now }) =>
    change(
      (tx) => createOwnToken(tx, { actor, scope, now: now() }, body),
      async (db, { id, plain }) => ({ ...(await tokenById(db, scope, scope.userId, id)), token: plain }),
    ),
  ),
  routeHandler(tokens.endToken, ({ change, scope, actor, id }) => change((tx) => endToken(tx, actor, scope, id))),
  routeHandler(tokens.listUserTokens, ({ db, scope, id }) => listOfTokens(db.read, scope, id)),
  routeHandler(tokens.createServiceToken, ({ change, scope, actor, id, body, now }) =>
    change(
      async (tx) => {
        await expectService(tx, id);
        return createToken(tx, actor, { ...body, owner: id }, now());
      },
      async (db, made) => ({ ...(await tokenById(db, scope, id, made.id)), token: made.plain }),
    ),
  ),
];
