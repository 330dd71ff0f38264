import { get, of, readingPost } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/system/apps.ts";

export const listApps = get("/apps/", "staff", of<typeof schemas.listApps>());
export const appFile = get("/apps/{id}/file/", "staff", of<typeof schemas.appFile>());
export const appTicket = readingPost("/apps/{id}/ticket/", "staff", of<typeof schemas.appTicket>());
export const appPackage = get("/apps/package/", "open", of<typeof schemas.appPackage>());
