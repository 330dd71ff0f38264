import * as notifications from "#contract/calls/access/notifications.ts";
import { routeHandler } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { changeNotifications } from "./mutations.ts";
import { notificationsOf } from "./queries.ts";

export const notificationRoutes = [
  routeHandler(notifications.listNotifications, async ({ db, scope, id, config }) => ({
    sends_mails: config.mail !== undefined,
    results: await notificationsOf(db.read, scope, id),
  })),
  routeHandler(notifications.changeNotifications, ({ change, scope, id, body }) =>
    change(
      (tx) => changeNotifications(tx, scope, id, body),
      async (db) => {
        const user = (await notificationsOf(db, scope, id)).find((each) => each.user.id === body.user);
        if (!user) throw notFound();
        return user;
      },
    ),
  ),
];
