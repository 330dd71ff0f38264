import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/system/setup.ts";

export const deviceSetup = get("/setup/", "open", of<typeof schemas.deviceSetup>());
