import { listApps } from "#contract/calls/system/apps.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const appsQuery = queryFor(listApps);

export const load: Loader = () => [appsQuery];
