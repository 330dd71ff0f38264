import { listUsers } from "#contract/calls/access/users.ts";
import { userList } from "#contract/lists/users.ts";
import { loaderOf } from "#web/lists/list-piece.ts";

export const userListSource = { list: userList, call: listUsers } as const;

export const load = loaderOf(userListSource);
