import * as rights from "#contract/calls/access/rights.ts";
import { routeHandler } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { changeRights } from "./mutations.ts";
import { rightsOf } from "./queries.ts";

export const rightRoutes = [
  routeHandler(rights.listRights, async ({ db, scope, id }) => ({ results: await rightsOf(db.read, scope, id) })),
  routeHandler(rights.changeRights, ({ change, scope, actor, id, body }) =>
    change(
      (tx) => changeRights(tx, actor, id, body),
      async (db, user) => {
        const userRights = (await rightsOf(db, scope, id)).find((each) => each.user.id === user);
        if (!userRights) throw notFound();
        return userRights;
      },
    ),
  ),
];
