import { getUser } from "#contract/calls/access/users.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const userQuery = (id: number) => queryFor(getUser, { path: { id } });

export const load: Loader = ({ id }) => [userQuery(id)];
