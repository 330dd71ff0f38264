import { of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/password-links.ts";

export const requestPasswordLink = post("/password-links/", "open", [], of<typeof schemas.requestPasswordLink>());
export const setPasswordByLink = post("/password-links/use/", "open", [], of<typeof schemas.setPasswordByLink>());
