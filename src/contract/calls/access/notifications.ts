import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/notifications.ts";

const path = "/customers/{id}/notifications/";

export const listNotifications = route(
  { method: "GET", path, access: "user", writes: false },
  of<typeof schemas.listNotifications>(),
);

export const changeNotifications = route(
  { method: "POST", path, access: "user", writes: true, touches: ["customers"] },
  of<typeof schemas.changeNotifications>(),
);
