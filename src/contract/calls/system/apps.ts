import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/system/apps.ts";

export const listApps = route(
  { method: "GET", path: "/apps/", access: "staff", writes: false },
  of<typeof schemas.listApps>(),
);

export const appFile = route(
  { method: "GET", path: "/apps/{id}/file/", access: "staff", writes: false },
  of<typeof schemas.appFile>(),
);

export const appTicket = route(
  { method: "POST", path: "/apps/{id}/ticket/", access: "staff", writes: false },
  of<typeof schemas.appTicket>(),
);

export const appPackage = route(
  { method: "GET", path: "/apps/package/", access: "open", writes: false },
  of<typeof schemas.appPackage>(),
);
