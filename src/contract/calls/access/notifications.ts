import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/notifications.ts";

const path = "/customers/{id}/notifications/";

export const listNotifications = get(path, "user", of<typeof schemas.listNotifications>());
export const changeNotifications = post(path, "user", ["customers"], of<typeof schemas.changeNotifications>());
