import { get, of, post, withInitialPassword } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/session.ts";

export const login = post("/api-token-auth/", "open", [], of<typeof schemas.login>());
export const logout = withInitialPassword(post("/logout/", "user", [], of<typeof schemas.logout>()));
export const confirmSession = post("/session/confirm/", "user", ["sessions"], of<typeof schemas.confirmSession>());
export const settings = get("/settings/", "open", of<typeof schemas.settings>());
